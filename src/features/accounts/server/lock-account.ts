import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { sessions, users } from '#server/db/schema/index.ts';
import type { SessionUser } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';

/**
 * Locks the row of the person who makes this call, and checks that their session is still open. Every change
 * of an account begins here: when somebody ends all sessions at this moment (a reset, a promotion to staff),
 * a call that was let in before must not change anything afterwards. Not `for update`: it would deadlock with
 * an approval of this person's claim, which holds the listing and references the person, while a deletion
 * withdraws claims and waits for the listing.
 * @throws Problem 'signed_out' when the session has ended in the meantime
 */
export async function lockOwnAccount(
  tx: Database,
  { id, sessionId }: Pick<SessionUser, 'id' | 'sessionId'>,
): Promise<typeof users.$inferSelect> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  const open = row && (await tx.$count(sessions, and(eq(sessions.id, sessionId), eq(sessions.userId, id))));
  if (!open) throw new Problem('signed_out', 'Your session has ended. Please log in again.');
  return row;
}
