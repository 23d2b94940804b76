/** Changes between month and year at the end of the paid period; nothing is charged or lost before. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { centsOf, type UpgradeInterval, upgradePriceKey } from '#features/billing/catalogue.ts';
import { justKept } from '#features/billing/plan-end.ts';
import { notSample } from '#features/billing/server/sample-subscription.ts';
import { priceIdOf } from '#features/billing/server/set-up-catalogue.ts';
import { syncRun } from '#features/billing/server/stripe-syncs.ts';
import { accountDeletions, subscriptions } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { askStripe, stripeClient } from '#server/stripe/stripe-client.ts';
import { liveStatuses } from '#server/stripe/subscription-states.ts';
import { Problem } from '#shared/problem.ts';
import type { Billing } from '../contract.ts';
import { syncPlan } from './grant-premium.ts';
import { planPrice } from './plan-price.ts';
import { readBilling } from './read-billing.ts';
import { requireSeenPrice, type UpgradeWish } from './seen-price.ts';

type Row = typeof subscriptions.$inferSelect;

/**
 * Plans the change, or cancels a planned one when the interval is the running one.
 * @throws Problem 'signed_out', 'bad_request' (an old price), 'conflict' (no running upgrade, unpaid, ending, or changed since), 'unavailable'
 */
export async function changeInterval(
  { running, ...wish }: UpgradeWish & { running?: UpgradeInterval | undefined },
  request: ApiRequest,
): Promise<Billing> {
  const { env } = request;
  const person = requireUser(request.user);
  const stripe = stripeClient(env);
  const row = await runningUpgrade(request, person.id);
  const { interval } = wish;
  if (running !== undefined && row.priceKey !== upgradePriceKey[running]) {
    const runs = running === 'monthly' ? 'year' : 'month';
    throw new Problem('conflict', `Premium is paid by the ${runs} by now. Please look at your plans again.`);
  }
  const { prices } = request.city.facts;
  if (row.priceKey !== upgradePriceKey[interval]) requireSeenPrice(wish, prices);
  await askStripe(async () => {
    // A later request needs a new idempotency key; a repeated one, before the first is on record, must not
    // have one.
    const turn = row.syncedAt.getTime();
    const key = upgradePriceKey[interval];
    // The running interval takes a planned change back, at the price that the plan has.
    const price = row.priceKey === key ? null : await priceIdOf(stripe, key, centsOf(prices, key));
    await planPrice(stripe, { id: row.id, turn }, price);
    await syncPlan(syncRun(request), row.id);
  });
  return readBilling(request, person);
}

async function runningUpgrade({ db }: Pick<ApiRequest, 'db'>, userId: string): Promise<Row> {
  const isRunning = and(
    eq(subscriptions.userId, userId),
    eq(subscriptions.kind, 'owner_premium'),
    inArray(subscriptions.status, [...liveStatuses]),
    notSample,
  );
  const [row] = await db.select().from(subscriptions).where(isRunning).orderBy(asc(subscriptions.createdAt)).limit(1);
  if (row === undefined) throw new Problem('conflict', 'There is no plan of yours to change yet.');
  if (row.status !== 'active' || row.failedAt !== null) {
    throw new Problem('conflict', 'Your last payment did not go through. Please settle it under Manage billing first.');
  }
  if ((await db.$count(accountDeletions, eq(accountDeletions.userId, userId))) > 0) {
    throw new Problem(
      'conflict',
      'Your account is to be deleted. Press Keep My Account on your dashboard first; then you can change the plan.',
    );
  }
  if (row.endsAt !== null && row.keptAt !== null) throw new Problem('conflict', justKept);
  if (row.endsAt !== null) {
    throw new Problem(
      'conflict',
      'Your plan is ending. Press Keep my plan on your dashboard first; then you can change it.',
    );
  }
  return row;
}
