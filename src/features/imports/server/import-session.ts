import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { DatabaseError, type Pool } from 'pg';
import { locks } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/client.ts';
import * as schema from '#server/db/schema/index.ts';
import { ImportBusy } from '../import-row.ts';

/**
 * One connection for the whole import; it holds the lock and the notes on what this run has already matched.
 */
export interface ImportSession {
  db: Database;
  /** Writes go to a private copy that is dropped with the session. */
  dryRun: boolean;
  /** Changes are kept under this run, so that it can be taken back; null for an import by command. */
  runId: string | null;
}

/** Waits a little: the server needs a moment to notice that an earlier import was killed. */
async function takeLock(db: Database): Promise<void> {
  await db.execute(sql`set lock_timeout = '3s'`);
  try {
    await db.execute(sql`select pg_advisory_lock(${locks.businessImport})`);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (!(cause instanceof DatabaseError && cause.code === '55P03')) throw error;
    throw new ImportBusy('Another import is running. Wait until it has finished.');
  }
  await db.execute(sql`reset lock_timeout`);
}

/**
 * Takes one connection of the pool for itself. While it is open no other import runs: a second one is refused
 * with ImportBusy. The lock and the temporary tables end with the connection, even when the process is
 * killed.
 */
export async function openImportSession(
  pool: Pool,
  dryRun: boolean,
  runId: string | null = null,
): Promise<ImportSession & { close(): void }> {
  const client = await pool.connect();
  const close = () => client.release(true);
  try {
    const db: Database = drizzle({ client, schema });
    await takeLock(db);
    await db.execute(sql`create temp table import_touched (id uuid primary key)`);
    if (dryRun) {
      await db.execute(sql`create temp table import_preview (like businesses including defaults including indexes)`);
    }
    return { db, dryRun, runId, close };
  } catch (error) {
    close();
    throw error;
  }
}
