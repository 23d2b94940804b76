import { and, eq, isNotNull, lt } from 'drizzle-orm';
import type { StripeObject, SyncRun } from '#features/billing/server/stripe-syncs.ts';
import { upgradeSessions } from '#server/db/schema/index.ts';
import { hourMs } from '#shared/times.ts';

/** Lists payment pages that have been open for an hour; the reconciler settles them. */
export async function overdueUpgrades({ db, now }: SyncRun): Promise<StripeObject[]> {
  const isOld = lt(upgradeSessions.createdAt, new Date(now().getTime() - hourMs));
  const rows = await db
    .select({ id: upgradeSessions.sessionId })
    .from(upgradeSessions)
    .where(and(eq(upgradeSessions.status, 'open'), isOld, isNotNull(upgradeSessions.sessionId)));
  return rows.flatMap(({ id }) => (id === null ? [] : [{ kind: 'checkout.session', id }]));
}
