/** The credit of a customer at Stripe: it pays for what is due next, before the card does. */
import { and, eq, isNull } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Database } from '#server/db/client.ts';
import { billingCustomers } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import type { Log } from '#server/log.ts';
import { retrieveOrNull } from '#server/stripe/retrieve-or-null.ts';
import { askStripe, idempotent, stripeClient } from '#server/stripe/stripe-client.ts';
import { isNotRefundable } from './unused-time.ts';

/** Marks the refunds made here: a job that runs again counts them. */
const mark = 'credit';

/** The person's id at Stripe; null: nothing was ever paid for a plan. */
export async function customerOf(db: Database, userId: string): Promise<string | null> {
  const isTheirs = and(eq(billingCustomers.userId, userId), isNull(billingCustomers.deletedAt));
  const [row] = await db.select({ id: billingCustomers.stripeCustomerId }).from(billingCustomers).where(isTheirs);
  return row?.id ?? null;
}

/** In cents; 0: none. */
export async function readCredit(
  stripe: Stripe,
  customerId: string,
  patience: Stripe.RequestOptions = {},
): Promise<number> {
  const customer = await retrieveOrNull(() => stripe.customers.retrieve(customerId, {}, patience));
  // A balance above zero is owed by the customer.
  return customer === null || customer.deleted ? 0 : Math.max(0, -customer.balance);
}

/**
 * A person's credit, and whether a tax comes on top of what it pays for.
 * @throws Problem 'unavailable'
 */
export async function readPersonCredit(
  userId: string,
  { db, env }: Pick<Services, 'db' | 'env'>,
): Promise<{ cents: number; hasTax: boolean }> {
  const hasTax = env.stripe?.collectsTax ?? false;
  const customer = await customerOf(db, userId);
  if (customer === null) return { cents: 0, hasTax };
  return { cents: await askStripe(() => readCredit(stripeClient(env), customer)), hasTax };
}

/**
 * The part of the credit that goes back to the card once no bill can use it.
 * @param unusedCents what goes back besides: nobody gets back more than all payments
 */
export async function readCreditBack(stripe: Stripe, customerId: string, unusedCents: number): Promise<number> {
  const credit = await readCredit(stripe, customerId);
  if (credit === 0) return 0;
  let kept = -unusedCents;
  for await (const charge of stripe.charges.list({ customer: customerId, limit: 100 })) kept += keptCents(charge);
  return Math.max(0, Math.min(credit, kept));
}

/** A disputed payment is the bank's to decide about. */
function keptCents({ paid, disputed, amount, amount_refunded }: Stripe.Charge): number {
  return paid && !disputed ? amount - amount_refunded : 0;
}

/** Gives the credit of a customer back who leaves, the newest payment first. Safe to repeat: refunds made before count. */
export async function payOutCredit(stripe: Stripe, customerId: string, log: Log): Promise<void> {
  let left = await readCredit(stripe, customerId);
  if (left === 0) return;
  const charges: Stripe.Charge[] = [];
  for await (const charge of stripe.charges.list({ customer: customerId, limit: 100 })) charges.push(charge);
  for (const { id, amount_refunded } of charges) {
    if (amount_refunded === 0) continue;
    const { data } = await stripe.refunds.list({ charge: id, limit: 100 });
    for (const { metadata, amount } of data) if (metadata?.reason === mark) left -= amount;
  }
  for (const charge of charges) {
    const cents = Math.min(left, keptCents(charge));
    if (cents <= 0) continue;
    try {
      await stripe.refunds.create(
        { charge: charge.id, amount: cents, metadata: { reason: mark } },
        idempotent('refund', mark, charge.id, cents),
      );
      left -= cents;
      log.info({ part: 'billing', customer: customerId, charge: charge.id, cents }, 'a credit was given back');
    } catch (error) {
      if (!isNotRefundable(error)) throw error;
      log.warn(
        { part: 'billing', customer: customerId, charge: charge.id, err: error },
        'a payment gives nothing back',
      );
    }
  }
}
