import { and, isNotNull, lt, ne, or } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { passkeyChallenges, sessions, userTokens } from '#server/db/schema/index.ts';
import { dayMs } from '#shared/times.ts';

/** A used or expired link can still be told from one that never was, for this long. */
const keptLinksMs = 30 * dayMs;

/** Deletes sessions that have ended, with their addresses and devices, and challenges and links that nobody can use any more. */
export async function sweepAccounts(db: Database, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
  const before = new Date(now.getTime() - keptLinksMs);
  await db
    .delete(userTokens)
    .where(
      or(
        lt(userTokens.expiresAt, before),
        and(isNotNull(userTokens.usedAt), lt(userTokens.usedAt, before), ne(userTokens.purpose, 'recovery-code')),
      ),
    );
}
