import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { sessions } from '#server/db/schema/index.ts';

/**
 * Ends every session of a person at once, after a reset, a ban or a deletion. Returns their number.
 * @param keep id of a session that stays
 */
export async function endSessions(tx: Database, userId: string, { keep }: { keep?: string } = {}): Promise<number> {
  const { rowCount } = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ...(keep === undefined ? [] : [ne(sessions.id, keep)])));
  return rowCount ?? 0;
}

/** Ends one session of this person. Returns whether it existed. */
export async function endSession(tx: Database, userId: string, sessionId: string): Promise<boolean> {
  const { rowCount } = await tx.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)));
  return rowCount === 1;
}
