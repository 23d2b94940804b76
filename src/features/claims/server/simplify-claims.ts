/** Premium for all listings makes the Premium in a claim pay twice, so each such claim becomes a plain one. */
import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { centsOf, claimPriceKey } from '#features/billing/catalogue.ts';
import { claimDescription } from '#features/billing/plan-title.ts';
import { readFirstDue } from '#features/billing/server/read-first-due.ts';
import { notSample } from '#features/billing/server/sample-subscription.ts';
import { kindOfProduct, priceIdOf } from '#features/billing/server/set-up-catalogue.ts';
import type { Sync, SyncRun } from '#features/billing/server/stripe-syncs.ts';
import { readUnused } from '#features/billing/server/unused-time.ts';
import { syncPlan } from '#features/premium/server/grant-premium.ts';
import { planPrice } from '#features/premium/server/plan-price.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, claims, subscriptions, users } from '#server/db/schema/index.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { objectId } from '#server/stripe/object-id.ts';
import { idempotent } from '#server/stripe/stripe-client.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { simplifiedMail } from './claim-texts.ts';
import { followClaimPlan } from './follow-claim-plan.ts';

/** Stripe keeps with the plan what was decided. */
export const simplifiedMarks = ['simplified_from', 'simplified_to', 'simplified_credit', 'simplified_at'] as const;

type Plan = typeof subscriptions.$inferSelect;

const isPaid = and(eq(subscriptions.status, 'active'), isNotNull(subscriptions.paidThrough));
/** Its first payment is still to come, with the approval or at the end of the time that a former owner has paid for. */
const isBeforeFirst = and(
  eq(subscriptions.status, 'trialing'),
  isNull(subscriptions.paidThrough),
  sql`exists (select 1 from claims c where c.subscription_id = ${subscriptions.id} and c.status in ('in_review', 'approved'))`,
);

/** Paid or waiting for the first payment, and going on. */
const runs = and(
  or(isPaid, isBeforeFirst),
  isNull(subscriptions.failedAt),
  isNull(subscriptions.endsAt),
  isNull(subscriptions.suspendedAt),
  notSample,
  // Nothing comes after the paid time of a listing that was handed over, and that time is somebody else's.
  sql`not exists (select 1 from claims c where c.subscription_id = ${subscriptions.id} and c.handed_over_at is not null)`,
);

/** Runs after grantPremium, for Premium and for claims: either may be paid last. */
export const simplifyClaims: Sync = async (run, id) => {
  const [synced] = await run.db.select().from(subscriptions).where(eq(subscriptions.id, id));
  if (!synced?.userId) return;
  const running = await run.db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, synced.userId), runs))
    .orderBy(subscriptions.createdAt);
  if (!running.some(({ kind }) => kind === 'owner_premium')) return;
  for (const plan of running) {
    if (plan.kind === 'claim_premium') await simplify(plan, run);
    else if (plan.nextPriceKey === claimPriceKey.premium) await dropRise(plan, run);
  }
};

/** A claim that was to become Claim Premium stays as it is: Premium covers its listing already. */
async function dropRise(plan: Plan, run: SyncRun): Promise<void> {
  await planPrice(run.stripe, { id: plan.id, turn: plan.syncedAt.getTime() }, null);
  await syncPlan(run, plan.id);
  await followClaimPlan(run, plan.id);
}

/**
 * The unused part of the difference is taken off the next bill. Stripe keeps what was decided with the plan, so that whoever goes on after
 * a stop in between credits and writes the same.
 */
async function simplify(plan: Plan, run: SyncRun): Promise<void> {
  const { stripe, city } = run;
  const cents = centsOf(city.facts.prices, claimPriceKey.standard);
  let subscription: Stripe.Subscription = await stripe.subscriptions.retrieve(plan.id);
  if (kindNow(subscription) !== 'claim_standard') {
    // A claim that costs nothing has no subscription.
    if (cents === 0 || plan.priceCents === null || plan.priceCents <= cents) return;
    // A change to Claim that was planned for later happens now.
    if (subscription.schedule !== null) {
      await planPrice(stripe, { id: plan.id, turn: plan.syncedAt.getTime() }, null);
    }
    const business = await businessOf(run.db, plan);
    subscription = await changePrice(subscription, { before: plan.priceCents, cents, business }, run);
  }
  // It became a plain claim with its period: nothing is unused, and the row follows by itself.
  if (subscription.metadata.simplified_from === undefined) return;
  const decided = {
    before: Number(subscription.metadata.simplified_from),
    cents: Number(subscription.metadata.simplified_to),
    credit: Number(subscription.metadata.simplified_credit),
  };
  if (decided.credit > 0) {
    await stripe.customers.createBalanceTransaction(
      objectId(subscription.customer) ?? '',
      // The minus makes it the customer's.
      { amount: -decided.credit, currency: 'usd', description: 'Claim Premium became Claim' },
      idempotent('credit', 'simplify', plan.id, subscription.metadata.simplified_at ?? ''),
    );
  }
  await run.db.transaction((tx) => note(tx, plan, decided, run));
  await syncPlan(run, plan.id);
}

const kindNow = ({ items, metadata }: Stripe.Subscription): string | undefined =>
  kindOfProduct(objectId(items.data[0]?.price.product)) ?? metadata.kind;

/** The name of the listing. */
async function businessOf(db: Database, { businessId }: Plan): Promise<string> {
  const [business] = await db
    .select({ name: businesses.name })
    .from(businesses)
    .where(eq(businesses.id, businessId ?? ''));
  return business?.name ?? 'your listing';
}

interface Cheaper {
  before: number;
  cents: number;
  business: string;
}

async function changePrice(
  { id, items, status }: Stripe.Subscription,
  { before, cents, business }: Cheaper,
  run: SyncRun,
): Promise<Stripe.Subscription> {
  const { stripe, now } = run;
  const [item] = items.data;
  if (item === undefined) throw new Error(`subscription ${id} has no item`);
  const price = await priceIdOf(stripe, claimPriceKey.standard, cents);
  const metadata = {
    kind: 'claim_standard',
    ...{ simplified_from: `${before}`, simplified_to: `${cents}` },
    simplified_credit: await creditFor(id, { before, cents }, run),
    // Part of the key under which the credit is given: a claim may become Claim Premium again, and a plain one after it.
    simplified_at: `${now().getTime()}`,
  };
  const changed = await stripe.subscriptions.update(id, {
    items: [{ id: item.id, price }],
    proration_behavior: 'none',
    metadata,
    description: claimDescription('claim_standard', business),
  });
  if (status === changed.status) return changed;
  // The first payment was taken at the former price between the two calls.
  return stripe.subscriptions.update(id, {
    metadata: { simplified_credit: await creditFor(id, { before, cents }, run) },
  });
}

/** Only what was really paid counts: staff may have given a discount, or a part back. Before the first payment that is nothing. */
async function creditFor(
  id: string,
  { before, cents }: Pick<Cheaper, 'before' | 'cents'>,
  { stripe, now }: SyncRun,
): Promise<string> {
  const unused = (await readUnused(stripe, id, now())).reduce((sum, payment) => sum + payment.cents, 0);
  return `${Math.floor((unused * (before - cents)) / before)}`;
}

interface Decided {
  before: number;
  cents: number;
  credit: number;
}

/** Writes the change and its mail, once. */
async function note(tx: Database, plan: Plan, { before, cents, credit }: Decided, run: SyncRun): Promise<void> {
  const isStill = and(eq(subscriptions.id, plan.id), eq(subscriptions.kind, 'claim_premium'));
  const changed = await tx.update(subscriptions).set({ kind: 'claim_standard' }).where(isStill).returning();
  if (changed.length === 0) return;
  const [claim] = await tx
    .update(claims)
    .set({ plan: 'standard', nextPlan: null, amountCents: cents })
    .where(eq(claims.subscriptionId, plan.id))
    .returning();
  await writeAudit(tx, {
    actorId: null,
    by: 'site',
    action: 'claim.simplified',
    subjectType: 'business',
    subjectId: plan.businessId ?? '',
    data: { subscription: plan.id, cents: [before, cents], creditCents: credit },
  });
  const [owner] = await tx
    .select()
    .from(users)
    .where(eq(users.id, plan.userId ?? ''));
  if (owner === undefined) return;
  const dueAt = plan.paidThrough ?? (await readFirstDue(tx, plan.id))?.at ?? null;
  const { city, env } = run;
  const letter = composeLetter({ city, env }, simplifiedMail, {
    username: owner.username,
    business: await businessOf(tx, plan),
    before: formatDollars(before),
    price: formatDollars(cents),
    date: dueAt === null ? '' : formatDate(dueAt, city.facts.timeZone),
    first: plan.paidThrough === null && dueAt !== null,
    review: plan.paidThrough === null && claim?.status === 'in_review',
    credit: formatDollars(credit),
    credited: credit > 0,
    dashboard: `${env.siteUrl}/dashboard`,
  });
  const replyTo = replyToTown(city);
  await enqueue(tx, sendMail, { to: owner.email, ...letter, replyTo });
}
