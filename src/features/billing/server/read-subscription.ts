/** Reads one subscription from Stripe, in the terms of our row. */
import type Stripe from 'stripe';
import { takesAway } from '#server/stripe/dispute-states.ts';
import { objectId } from '#server/stripe/object-id.ts';
import { retrieveOrNull } from '#server/stripe/retrieve-or-null.ts';
import { catalogue, claimPlanOf, keyOf, type SubscriptionKind } from '../catalogue.ts';
import { kindOfProduct } from './set-up-catalogue.ts';

export interface SubscriptionTruth {
  id: string;
  /** The plan that is paid. A claim that has become Claim Premium grants Premium once that price is paid. */
  kind: SubscriptionKind;
  /** Its claim has become a plain one, because Premium covers all listings; the rest is noted by who did it. */
  isSimplified: boolean;
  customerId: string;
  /** For a claim's subscription. */
  businessId: string | null;
  claimId: string | null;
  status: string;
  priceKey: string | null;
  priceCents: number | null;
  /** The price from the next period on; null when it stays. */
  nextPriceKey: string | null;
  nextPriceCents: number | null;
  paidThrough: Date | null;
  endsAt: Date | null;
  endedAt: Date | null;
  latestInvoiceId: string | null;
  failedAt: Date | null;
  nextAttemptAt: Date | null;
  /** Left to pay of the payment that failed; null: none did. */
  owedCents: number | null;
  disputeId: string | null;
  disputeStatus: string | null;
  createdAt: Date;
  /** The whole payment of the current period was refunded. */
  isRefunded: boolean;
  /** The payment that went through last; null: none did. */
  lastPaid: PaidInvoice | null;
  /** It began without a payment. */
  hadFreeTime: boolean;
}

export interface PaidInvoice {
  /** The sum of the bill, and the part that the card paid: a credit pays before it. */
  totalCents: number;
  cardCents: number;
  number: string | null;
}

const kinds: readonly string[] = Object.values(catalogue).map(({ kind }) => kind);
const isKind = (kind: string | undefined): kind is SubscriptionKind => kind !== undefined && kinds.includes(kind);

const instant = (seconds: number | null | undefined): Date | null => (seconds ? new Date(seconds * 1000) : null);

/**
 * @param known a dispute, and a payment of an earlier period, that the subscription's own objects do not lead
 * to
 */
export async function readSubscription(
  stripe: Stripe,
  id: string,
  known: { disputeId: string | null; paymentIntent: string | null },
): Promise<SubscriptionTruth | null> {
  const subscription = await retrieveOrNull(() => stripe.subscriptions.retrieve(id));
  const begunAs = subscription?.metadata.kind;
  if (subscription === null || !isKind(begunAs)) return null;
  const invoices = await stripe.invoices.list({ subscription: id, limit: 100, expand: ['data.payments'] });
  const paid = invoices.data
    .map((invoice) => ({ invoice, through: paidPeriodEnd(invoice) }))
    .filter(({ through }) => through > 0)
    .toSorted((a, b) => b.through - a.through);
  const current = await readCharge(stripe, paid[0] && paymentOf(paid[0].invoice));
  const isRefunded = current?.refunded === true;
  const through = paid[isRefunded ? 1 : 0]?.through;
  const dispute = await readDispute(stripe, known, current);
  const latest = invoices.data.find((invoice) => invoice.id === objectId(subscription.latest_invoice));
  const isOwed = latest?.status === 'open' && latest.attempt_count > 0;
  const item = subscription.items.data[0];
  const billed = kindOf(begunAs, item?.price.product);
  const isOver = subscription.ended_at !== null;
  const next = isOver ? null : await readNextPrice(stripe, objectId(subscription.schedule));
  return {
    id,
    kind: grantedKind(billed, paid[0]?.invoice),
    isSimplified: Boolean(subscription.metadata.simplified_from),
    customerId: objectId(subscription.customer) ?? '',
    businessId: subscription.metadata.business_id || null,
    claimId: subscription.metadata.claim_id || null,
    status: subscription.status,
    priceKey: keyOf(billed, item?.price.recurring?.interval),
    priceCents: item?.price.unit_amount ?? null,
    nextPriceKey: next && keyOf(kindOf(next.kind ?? billed, next.price.product), next.price.recurring?.interval),
    nextPriceCents: next?.price.unit_amount ?? null,
    paidThrough: instant(through),
    endsAt: instant(
      subscription.ended_at ??
        subscription.cancel_at ??
        (subscription.cancel_at_period_end ? item?.current_period_end : null),
    ),
    endedAt: instant(subscription.ended_at),
    latestInvoiceId: objectId(subscription.latest_invoice),
    failedAt: isOwed && !isOver ? instant(latest.created) : null,
    nextAttemptAt: isOwed && !isOver ? instant(latest.next_payment_attempt) : null,
    owedCents: isOwed && !isOver ? latest.amount_remaining : null,
    disputeId: dispute?.id ?? null,
    disputeStatus: dispute?.status ?? null,
    createdAt: new Date(subscription.created * 1000),
    isRefunded,
    lastPaid: paid[0] ? paidInvoice(paid[0].invoice) : null,
    hadFreeTime: subscription.trial_end !== null,
  };
}

const paidInvoice = ({ total, amount_paid, number }: Stripe.Invoice): PaidInvoice => ({
  totalCents: total,
  cardCents: amount_paid,
  number,
});

type Product = Stripe.Price['product'] | undefined;

/** A claim may become the other one: the product tells, and where it is not ours, the metadata. */
function kindOf(named: SubscriptionKind, product: Product): SubscriptionKind {
  const sold = kindOfProduct(objectId(product));
  return sold !== null && claimPlanOf(sold) !== null && claimPlanOf(named) !== null ? sold : named;
}

/** Until its first payment as Claim Premium went through, a claim is the plain one that was paid before. */
function grantedKind(billed: SubscriptionKind, lastPaid: Stripe.Invoice | undefined): SubscriptionKind {
  const begunAs = lastPaid?.parent?.subscription_details?.metadata?.kind;
  if (billed !== 'claim_premium' || lastPaid === undefined || !isKind(begunAs)) return billed;
  const sold = lastPaid.lines.data.find(({ amount }) => amount > 0)?.pricing?.price_details?.product;
  return kindOf(begunAs, sold);
}

interface NextPrice {
  price: Stripe.Price;
  kind: SubscriptionKind | null;
}

/** Reads the price of the phase that has not begun. */
async function readNextPrice(stripe: Stripe, scheduleId: string | null): Promise<NextPrice | null> {
  if (scheduleId === null) return null;
  const { phases, current_phase } = await stripe.subscriptionSchedules.retrieve(scheduleId, {
    expand: ['phases.items.price'],
  });
  const next = phases.find(({ start_date }) => start_date > (current_phase?.start_date ?? 0));
  const price = next?.items[0]?.price;
  const kind = next?.metadata?.kind;
  return typeof price === 'object' && 'recurring' in price ? { price, kind: isKind(kind) ? kind : null } : null;
}

/**
 * The end of a paid period in seconds; 0 when nothing was paid. A claim's free hold has an invoice too, whose
 * lines cost nothing. Its times do not tell: a hold that ends in its first second has no length.
 */
function paidPeriodEnd(invoice: Stripe.Invoice): number {
  if (invoice.status !== 'paid') return 0;
  const sold = invoice.lines.data.filter(({ amount }) => amount > 0);
  return Math.max(0, ...sold.map(({ period }) => period.end));
}

function paymentOf(invoice: Stripe.Invoice): string | null {
  const payment = invoice.payments?.data.find(({ status }) => status === 'paid');
  return objectId(payment?.payment.payment_intent);
}

async function readCharge(stripe: Stripe, paymentIntent: string | null | undefined): Promise<Stripe.Charge | null> {
  if (!paymentIntent) return null;
  const { latest_charge } = await stripe.paymentIntents.retrieve(paymentIntent, { expand: ['latest_charge'] });
  return typeof latest_charge === 'string' ? null : latest_charge;
}

/** The dispute that counts: an unsettled one before a settled one. */
async function readDispute(
  stripe: Stripe,
  known: { disputeId: string | null; paymentIntent: string | null },
  current: Stripe.Charge | null,
): Promise<Stripe.Dispute | null> {
  const payments = new Set([known.paymentIntent, current?.disputed ? objectId(current.payment_intent) : null]);
  const found: Stripe.Dispute[] = known.disputeId ? [await stripe.disputes.retrieve(known.disputeId)] : [];
  for (const payment_intent of payments) {
    if (payment_intent !== null) found.push(...(await stripe.disputes.list({ payment_intent, limit: 10 })).data);
  }
  return found.find(({ status }) => takesAway(status)) ?? found[0] ?? null;
}

/** The subscription for which a payment was made; null for all other payments. */
export async function subscriptionOfPayment(stripe: Stripe, paymentIntent: string): Promise<string | null> {
  const payments = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: paymentIntent },
  });
  const invoiceId = objectId(payments.data[0]?.invoice);
  if (invoiceId === null) return null;
  const invoice = await stripe.invoices.retrieve(invoiceId);
  return objectId(invoice.parent?.subscription_details?.subscription);
}
