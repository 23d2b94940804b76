import { and, desc, eq, gt, isNotNull, or } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { claims, upgradeSessions } from '#server/db/schema/index.ts';
import { minuteMs } from '#shared/times.ts';

/** A dashboard that was requested before a payment was noted may take this long to reach its reader. */
const newsMs = minuteMs;
/** Each one costs a call by the browser and a question to Stripe. */
const maxPages = 5;

/**
 * The person's payment pages that are open as far as the site knows, or were paid within the last minute;
 * newest first.
 */
export async function freshCheckouts(db: Database, userId: string, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - newsMs);
  const [ofUpgrades, ofClaims] = await Promise.all([
    db
      .select({ sessionId: upgradeSessions.sessionId, createdAt: upgradeSessions.createdAt })
      .from(upgradeSessions)
      .where(
        and(
          eq(upgradeSessions.userId, userId),
          isNotNull(upgradeSessions.sessionId),
          or(eq(upgradeSessions.status, 'open'), gt(upgradeSessions.completedAt, since)),
        ),
      )
      .orderBy(desc(upgradeSessions.createdAt))
      .limit(maxPages),
    db
      .select({ sessionId: claims.sessionId, createdAt: claims.createdAt })
      .from(claims)
      .where(
        and(
          eq(claims.userId, userId),
          isNotNull(claims.sessionId),
          or(eq(claims.status, 'pending'), gt(claims.submittedAt, since)),
        ),
      )
      .orderBy(desc(claims.createdAt))
      .limit(maxPages),
  ]);
  return [...ofUpgrades, ...ofClaims]
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .flatMap(({ sessionId }) => sessionId ?? [])
    .slice(0, maxPages);
}
