import { and, desc, eq, gt, isNotNull, or } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { claims, upgradeSessions } from '#server/db/schema/index.ts';

/** So long a dashboard that was asked for before a payment was noted may still be on its way to its reader. */
const newsMs = 60_000;
/** Each costs its reader's browser a call, and us a question to Stripe. */
const most = 5;

/** The person's payment pages that are open as far as the site knows, or were paid within the last minute; newest first. */
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
      .limit(most),
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
      .limit(most),
  ]);
  return [...ofUpgrades, ...ofClaims]
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .flatMap(({ sessionId }) => sessionId ?? [])
    .slice(0, most);
}
