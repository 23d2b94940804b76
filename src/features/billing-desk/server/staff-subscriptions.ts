import { and, desc, eq, inArray, isNotNull, not, or, type SQL } from 'drizzle-orm';
import { billedKind, catalogue, type LookupKey, lookupKeys } from '#features/billing/catalogue.ts';
import { heldDiscount } from '#features/billing/held-discount.ts';
import { planEnd } from '#features/billing/plan-end.ts';
import { isSample } from '#features/billing/server/sample-subscription.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, claims, moneyActs, pendingMoneyActs, subscriptions, users } from '#server/db/schema/index.ts';
import { liveStatuses } from '#server/stripe/subscription-states.ts';
import type { StaffSubscription, subscriptionStates } from '../staff-contract.ts';

const maxRows = 200;

function inState(state: (typeof subscriptionStates)[number]): SQL | undefined {
  const isLive = inArray(subscriptions.status, [...liveStatuses]);
  if (state === 'over') return not(isLive);
  const isInTrouble = or(isNotNull(subscriptions.failedAt), isNotNull(subscriptions.suspendedAt));
  return state === 'trouble' ? and(isLive, isInTrouble) : isLive;
}

export function listSubscriptions(
  db: Database,
  state: (typeof subscriptionStates)[number],
): Promise<StaffSubscription[]> {
  return readSubscriptions(db, inState(state));
}

export async function readSubscriptions(db: Database, where: SQL | undefined): Promise<StaffSubscription[]> {
  const rows = await db
    .select({
      row: subscriptions,
      person: { id: users.id, username: users.username, email: users.email },
      business: { id: businesses.id, name: businesses.name },
      claim: claims,
    })
    .from(subscriptions)
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .leftJoin(businesses, eq(businesses.id, subscriptions.businessId))
    .leftJoin(claims, eq(claims.subscriptionId, subscriptions.id))
    .where(where)
    .orderBy(desc(subscriptions.createdAt), subscriptions.id)
    .limit(maxRows);
  const acts = await actsOn(
    db,
    rows.map(({ row }) => row.id),
  );
  const pending = await pendingOn(
    db,
    rows.map(({ row }) => row.id),
  );
  return rows.map(({ row, person, business, claim }) => {
    const interval = intervalOf(row.priceKey);
    const nextKey = lookupKeys.find((known) => known === row.nextPriceKey);
    return {
      id: row.id,
      // Until it is paid for, Premium that was asked for is not granted; the price is that of the plan all the same.
      kind: billedKind(row),
      status: row.status,
      person,
      business,
      cents: row.priceCents,
      interval,
      nextPrice: nextPriceOf(row),
      paidThrough: row.paidThrough?.toISOString() ?? null,
      endsAt: planEnd(row)?.toISOString() ?? null,
      next: nextKey ? nextOf(nextKey, row.nextPriceCents) : null,
      failedAt: row.failedAt?.toISOString() ?? null,
      isDisputed: row.suspendedAt !== null,
      ...sumUp(
        row,
        acts.filter(({ subscriptionId }) => subscriptionId === row.id),
      ),
      // Back with who pays for it, the listing is theirs as before.
      isHandedOver: Boolean(claim?.handedOverAt) && claim?.successorId !== claim?.userId,
      pending: pending.get(row.id) ?? null,
      isSample: isSample(row.id),
    };
  });
}

type Row = typeof subscriptions.$inferSelect;

function intervalOf(priceKey: string | null): StaffSubscription['interval'] {
  const key = lookupKeys.find((known) => known === priceKey);
  return key === undefined ? null : catalogue[key].interval;
}

function nextPriceOf({ priceKey, priceCents, nextPriceKey, nextPriceCents }: Row): StaffSubscription['nextPrice'] {
  const [key, cents] = nextPriceKey === null ? [priceKey, priceCents] : [nextPriceKey, nextPriceCents];
  const interval = intervalOf(key);
  return interval === null || cents === null ? null : { cents, interval };
}

type Act = Pick<
  typeof moneyActs.$inferSelect,
  'subscriptionId' | 'kind' | 'cents' | 'percentOff' | 'months' | 'createdAt'
>;
function nextOf(key: LookupKey, cents: number | null): StaffSubscription['next'] {
  const { kind, interval } = catalogue[key];
  return { kind, interval, cents };
}

/** Newest first. */
async function actsOn(db: Database, ids: readonly string[]): Promise<Act[]> {
  if (ids.length === 0) return [];
  const { subscriptionId, kind, cents, percentOff, months, createdAt } = moneyActs;
  return db
    .select({ subscriptionId, kind, cents, percentOff, months, createdAt })
    .from(moneyActs)
    .where(inArray(subscriptionId, [...ids]))
    .orderBy(desc(createdAt));
}

async function pendingOn(db: Database, ids: readonly string[]): Promise<Map<string, 'under-way' | 'refused'>> {
  if (ids.length === 0) return new Map();
  const { subscriptionId, refusedAt } = pendingMoneyActs;
  const rows = await db
    .select({ subscriptionId, refusedAt })
    .from(pendingMoneyActs)
    .where(inArray(subscriptionId, [...ids]));
  return new Map(rows.map((row) => [row.subscriptionId, row.refusedAt === null ? 'under-way' : 'refused']));
}

function sumUp({ syncedAt, paidThrough }: Row, acts: readonly Act[]) {
  const centsOf = (kind: Act['kind']) => acts.reduce((sum, act) => sum + (act.kind === kind ? (act.cents ?? 0) : 0), 0);
  const refundedAt = acts.find(({ kind }) => kind === 'refund')?.createdAt ?? null;
  return {
    refundedCents: centsOf('refund'),
    refundedAt: refundedAt?.toISOString() ?? null,
    isSettling: refundedAt !== null && syncedAt < refundedAt,
    creditedCents: centsOf('credit'),
    discount: heldDiscount(acts, paidThrough ?? syncedAt),
  };
}
