/** The subscriptions that the hourly reconciler syncs, because no webhook has named them for too long. */
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { StripeObject, SyncRun } from '#features/billing/server/stripe-syncs.ts';
import { subscriptions, upgradeSessions } from '#server/db/schema/index.ts';
import { notSample } from './sync-subscription.ts';

const hourMs = 3_600_000;

export async function overdueSubscriptions({ db, now }: SyncRun): Promise<StripeObject[]> {
  const isOld = lt(subscriptions.syncedAt, new Date(now().getTime() - 24 * hourMs));
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(isOld, isNull(subscriptions.endedAt), notSample));
  return rows.map(({ id }) => ({ kind: 'subscription', id }));
}

export async function overdueUpgrades({ db, now }: SyncRun): Promise<StripeObject[]> {
  const isOld = lt(upgradeSessions.createdAt, new Date(now().getTime() - hourMs));
  const rows = await db
    .select({ id: upgradeSessions.sessionId })
    .from(upgradeSessions)
    .where(and(eq(upgradeSessions.status, 'open'), isOld, isNotNull(upgradeSessions.sessionId)));
  return rows.flatMap(({ id }) => (id === null ? [] : [{ kind: 'checkout.session', id }]));
}
