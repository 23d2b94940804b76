/** The payments that end with a ban, and what the history says of them. */
import { and, eq, inArray } from 'drizzle-orm';
import type { EndUnfinished } from '#features/accounts/server/people-api.ts';
import { mailAfterUndo } from '#features/audit/server/note-act.ts';
import { productNames } from '#features/billing/catalogue.ts';
import { notSample } from '#features/billing/server/sample-subscription.ts';
import { endablePlans, endPlansOfBanned } from '#features/billing-desk/server/end-card-plan.ts';
import { endUnfinishedClaims } from '#features/claims/server/end-unfinished-claims.ts';
import { endOpenOrders } from '#features/listing-orders/server/end-open-orders.ts';
import { endOpenUpgrades } from '#features/premium/server/end-open-upgrades.ts';
import { subscriptions } from '#server/db/schema/index.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { liveStatuses } from '#server/stripe/subscription-states.ts';

export const endUnfinished: EndUnfinished = async (userId, request, { reason, endPlans }) => {
  const tx = request.db;
  const claims = await endUnfinishedClaims(userId, request);
  const pages = claims + (await endOpenUpgrades(tx, userId)) + (await endOpenOrders(tx, userId));
  const isRunning = and(eq(subscriptions.userId, userId), inArray(subscriptions.status, [...liveStatuses]), notSample);
  const plans = await tx
    .select({ id: subscriptions.id, kind: subscriptions.kind })
    .from(subscriptions)
    .where(isRunning);
  const ending = new Set(endPlans ? (await endablePlans(tx, userId)).map(({ id }) => id) : []);
  const at = request.now();
  if (request.user && ending.size > 0) {
    const wish = { userId, bannedAt: at.toISOString(), reason, actorId: request.user.id };
    await enqueue(tx, endPlansOfBanned, wish, { startAfter: mailAfterUndo(at) });
  }
  return {
    ...(pages > 0 ? { paymentPagesEnded: pages } : {}),
    ...(plans.length > 0
      ? {
          plans: plans.map(
            ({ id, kind }) => `${productNames[kind]} (${ending.has(id) ? 'ends with its paid time' : 'goes on'})`,
          ),
        }
      : {}),
  };
};
