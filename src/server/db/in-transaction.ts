import { PgTransaction } from 'drizzle-orm/pg-core';
import { currentCall } from '#server/call-context.ts';
import type { Database } from './client.ts';

const deadlock = '40P01';
const tries = 3;

/**
 * Runs a transaction, and runs it again when PostgreSQL has ended it because it and another one waited for each other: nothing of it
 * was written then. `run` must do nothing but write to the database. Within a transaction it is a part of that, which has to begin anew as a whole.
 */
export async function inTransaction<T>(db: Database, run: (tx: Database) => Promise<T>): Promise<T> {
  if (db instanceof PgTransaction) return db.transaction(run);
  const call = currentCall();
  const noted = call?.changes.length ?? 0;
  for (let tried = 1; ; tried++) {
    try {
      return await db.transaction(run);
    } catch (error) {
      if (!isDeadlock(error) || tried === tries) throw error;
      call?.changes.splice(noted);
    }
  }
}

/** PostgreSQL has rolled the transaction back. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof Error && ((error.cause ?? error) as { code?: unknown }).code === deadlock;
}
