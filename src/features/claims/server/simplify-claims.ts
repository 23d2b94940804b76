/** Premium for all listings makes the Premium in a claim pay twice, so each such claim becomes a plain one. */
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { centsOf, claimPriceKey } from '#features/billing/catalogue.ts';
import { notSample } from '#features/billing/server/sample-subscription.ts';
import { priceIdOf } from '#features/billing/server/set-up-catalogue.ts';
import type { Sync, SyncRun } from '#features/billing/server/stripe-syncs.ts';
import { unusedCents } from '#features/billing/server/unused-time.ts';
import { syncPlan } from '#features/premium/server/grant-premium.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, claims, subscriptions, users } from '#server/db/schema/index.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { objectId } from '#server/stripe/object-id.ts';
import { idempotent } from '#server/stripe/stripe-client.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { simplifiedMail } from './claim-texts.ts';

type Plan = typeof subscriptions.$inferSelect;

/** Paid, and going on. */
const runs = and(
  eq(subscriptions.status, 'active'),
  isNull(subscriptions.failedAt),
  isNull(subscriptions.endsAt),
  isNull(subscriptions.suspendedAt),
  isNotNull(subscriptions.paidThrough),
  notSample,
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
  for (const plan of running) if (plan.kind === 'claim_premium') await simplify(plan, run);
};

/** The difference that is paid already, until the period ends, is taken off the next bill. */
async function simplify(plan: Plan, run: SyncRun): Promise<void> {
  const { stripe, city, now } = run;
  const cents = centsOf(city.facts.prices, claimPriceKey.standard);
  // A claim that costs nothing has no subscription.
  if (cents === 0 || plan.priceCents === null || plan.priceCents <= cents) return;
  const subscription = await stripe.subscriptions.retrieve(plan.id);
  const [item] = subscription.items.data;
  if (item === undefined) throw new Error(`subscription ${plan.id} has no item`);
  const credit = unusedCents(
    { cents: plan.priceCents - cents, start: item.current_period_start, end: item.current_period_end },
    now(),
  );
  if (credit > 0) {
    await stripe.customers.createBalanceTransaction(
      objectId(subscription.customer) ?? '',
      // The minus makes it the customer's.
      { amount: -credit, currency: 'usd', description: 'Claim Premium became Claim', metadata: { plan: plan.id } },
      idempotent('credit', 'simplify', plan.id),
    );
  }
  const price = await priceIdOf(stripe, claimPriceKey.standard, cents);
  await stripe.subscriptions.update(
    plan.id,
    { items: [{ id: item.id, price }], proration_behavior: 'none', metadata: { kind: 'claim_standard' } },
    idempotent('simplify', plan.id),
  );
  await run.db.transaction((tx) => note(tx, plan, { cents, credit }, run));
  await syncPlan(run, plan.id);
}

/** Writes the change and its mail, once. */
async function note(tx: Database, plan: Plan, { cents, credit }: { cents: number; credit: number }, run: SyncRun) {
  const isStill = and(eq(subscriptions.id, plan.id), eq(subscriptions.kind, 'claim_premium'));
  const changed = await tx.update(subscriptions).set({ kind: 'claim_standard' }).where(isStill).returning();
  if (changed.length === 0) return;
  await tx.update(claims).set({ plan: 'standard', amountCents: cents }).where(eq(claims.subscriptionId, plan.id));
  await writeAudit(tx, {
    actorId: null,
    action: 'claim.simplified',
    subjectType: 'business',
    subjectId: plan.businessId ?? '',
    data: { subscription: plan.id, cents: [plan.priceCents, cents], creditCents: credit },
  });
  const [owner] = await tx
    .select()
    .from(users)
    .where(eq(users.id, plan.userId ?? ''));
  const [business] = await tx
    .select()
    .from(businesses)
    .where(eq(businesses.id, plan.businessId ?? ''));
  if (owner === undefined) return;
  const { city, env } = run;
  const letter = composeLetter({ city, env }, simplifiedMail, {
    username: owner.username,
    business: business?.name ?? 'your listing',
    before: formatDollars(plan.priceCents ?? 0),
    price: formatDollars(cents),
    date:
      plan.paidThrough === null ? 'the next payment' : formatDate(plan.paidThrough.toISOString(), city.facts.timeZone),
    credit: formatDollars(credit),
    credited: credit > 0,
    dashboard: `${env.siteUrl}/dashboard`,
  });
  await enqueue(tx, sendMail, { to: owner.email, ...letter });
}
