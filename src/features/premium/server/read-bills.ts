/** Collects what a person has paid: by card for plans, at the payment page, and in cash or by check. */
import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import type Stripe from 'stripe';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { customerOf, readCredit } from '#features/billing/server/credit.ts';
import { isOrderOf } from '#features/billing/server/orders-of-person.ts';
import { refundsOfOrder, refundsOfPayment } from '#features/billing/server/refunds-of-payment.ts';
import { stripeDocument } from '#features/billing/server/stripe-page.ts';
import type { Database } from '#server/db/client.ts';
import { listingOrders, moneyActs } from '#server/db/schema/index.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { postalAddress } from '#server/mail/lay-out-letter.ts';
import { takesAway } from '#server/stripe/dispute-states.ts';
import { objectId } from '#server/stripe/object-id.ts';
import { isLive, isMissing, stripeClient } from '#server/stripe/stripe-client.ts';
import { isStripeError } from '#server/stripe/stripe-sdk.ts';
import { formatDate } from '#shared/dates.ts';
import type { Answer } from '#shared/endpoint.ts';
import { orderNumber } from '#shared/order-number.ts';
import { Problem } from '#shared/problem.ts';
import type { Bill, listBills } from '../bills-contract.ts';

const listingNames = { standard: 'Listing set up by us', premium: 'Listing set up by us, with Premium' } as const;

/** @throws Problem 'signed_out' */
export async function readBills(request: ApiRequest): Promise<Answer<typeof listBills>> {
  const { db, city } = request;
  const user = requireUser(request.user);
  const { name, region, contact } = city.facts;
  const [ofPlans, ...others] = await Promise.all([
    planBills(request, user.id),
    orderBills(db, user),
    cashBills(request, user.id),
  ]);
  return {
    bills: [...(ofPlans?.bills ?? []), ...others.flat()].toSorted((a, b) => b.at.localeCompare(a.at)),
    isPartial: ofPlans === null,
    creditCents: ofPlans?.creditCents ?? 0,
    isTest: Boolean(request.env.stripe && !isLive(request.env.stripe)),
    issuer: { name: `${name}, ${region}`, address: postalAddress(city), email: contact.email },
    payer: { name: user.username, email: user.email },
  };
}

interface OfPlans {
  bills: Bill[];
  creditCents: number;
}

/** null: they cannot be read now. That must not hide the bills that the payment service has no part in. */
async function planBills(request: ApiRequest, userId: string): Promise<OfPlans | null> {
  const none = { bills: [], creditCents: 0 };
  const customer = await customerOf(request.db, userId);
  if (customer === null) return none;
  try {
    const stripe = stripeClient(request.env);
    const [bills, creditCents] = await Promise.all([
      invoiceBills(stripe, request, customer),
      readCredit(stripe, customer, patience),
    ]);
    return { bills, creditCents };
  } catch (error) {
    // A customer of other keys has no bills here.
    if (isMissing(error)) return none;
    // Without keys there is no client at all.
    if (!isStripeError(error, 'StripeError') && !(error instanceof Problem)) throw error;
    request.log.warn({ part: 'billing', err: error }, 'the bills of plans could not be read');
    return null;
  }
}

/** A person waits, and has the other bills meanwhile. */
const patience = { timeout: 8000, maxNetworkRetries: 1 };

async function invoiceBills(stripe: Stripe, { env }: ApiRequest, customer: string): Promise<Bill[]> {
  const asked: Stripe.InvoiceListParams = { customer, status: 'paid', limit: 100, expand: ['data.payments'] };
  const { data } = await stripe.invoices.list(asked, patience);
  // The hold of a claim has an invoice over nothing.
  const paid = data.filter(({ total, amount_paid }) => total > 0 || amount_paid > 0);
  const charges = paid.length > 0 ? (await stripe.charges.list({ customer, limit: 100 }, patience)).data : [];
  return Promise.all(
    paid.map(async (invoice) => {
      const intent = intentOf(invoice);
      const ofIntent = charges.filter(({ payment_intent }) => intent !== null && objectId(payment_intent) === intent);
      const isGivenBack = ofIntent.some(({ amount_refunded }) => amount_refunded > 0);
      const isDisputed = ofIntent.some(({ disputed }) => disputed);
      const refunds = intent !== null && isGivenBack ? await refundsOfPayment(stripe, intent) : [];
      const dispute = intent !== null && isDisputed ? await disputeOfPayment(stripe, intent) : null;
      return billOf(invoice, { refunds, dispute }, env.stripe?.apiBase);
    }),
  );
}

/** The dispute that takes the payment away, now or for good. */
async function disputeOfPayment(stripe: Stripe, payment_intent: string): Promise<Bill['dispute']> {
  const { data } = await stripe.disputes.list({ payment_intent, limit: 10 }, patience);
  const found = data.find(({ status }) => takesAway(status));
  return found ? { at: instant(found.created), cents: found.amount } : null;
}

function intentOf({ payments }: Stripe.Invoice): string | null {
  return objectId(payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent);
}

const instant = (seconds: number) => new Date(seconds * 1000).toISOString();

function billOf(invoice: Stripe.Invoice, since: Pick<Bill, 'refunds' | 'dispute'>, apiBase: string | undefined): Bill {
  const { id, number, created, status_transitions: done, total, amount_paid: paidCents } = invoice;
  const discount = invoice.total_discount_amounts?.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
  return {
    id: id ?? '',
    number,
    reference: null,
    at: instant(done.paid_at ?? created),
    businesses: (invoice.custom_fields ?? []).flatMap(({ name, value }) => (name === 'Business' ? [value] : [])),
    lines: [
      ...invoice.lines.data.map(({ id: line, description, amount, period: { start, end } }) => ({
        id: line,
        text: description ?? 'Plan',
        cents: amount,
        time: end > start ? { from: instant(start), until: instant(end) } : null,
      })),
      ...(discount > 0 ? [{ id: 'discount', text: 'Discount', cents: -discount, time: null }] : []),
    ],
    taxCents: invoice.total_taxes?.reduce((sum, { amount }) => sum + amount, 0) ?? 0,
    creditCents: Math.max(0, total - paidCents),
    paidCents,
    paidBy: 'card',
    ...since,
    missing: [],
    pdfUrl: stripeDocument(invoice.invoice_pdf, apiBase),
    pageUrl: stripeDocument(invoice.hosted_invoice_url, apiBase),
  };
}

const withoutInvoice = { taxCents: 0, creditCents: 0, pdfUrl: null, pageUrl: null } as const;

async function orderBills(db: Database, user: SessionUser): Promise<Bill[]> {
  const rows = await db
    .select()
    .from(listingOrders)
    .where(and(isNotNull(listingOrders.paidAt), isOrderOf(user)))
    .orderBy(desc(listingOrders.id))
    .limit(100);
  return rows.map((order) => {
    const { id, plan, amountCents: cents, businessName, paidAt, createdAt } = order;
    return {
      ...withoutInvoice,
      id,
      number: orderNumber(id),
      reference: null,
      at: (paidAt ?? createdAt).toISOString(),
      businesses: businessName === null ? [] : [businessName],
      lines: [{ id: 'listing', text: listingNames[plan], cents, time: premiumTime(order) }],
      paidCents: cents,
      paidBy: 'card' as const,
      refunds: refundsOfOrder(order),
      dispute: disputeOf(order),
      missing: [],
    };
  });
}

/** Begins when the listing is set up. */
function premiumTime({ handledAt, premiumUntil }: typeof listingOrders.$inferSelect): Bill['lines'][number]['time'] {
  if (handledAt === null || premiumUntil === null) return null;
  return { from: handledAt.toISOString(), until: premiumUntil.toISOString() };
}

function disputeOf(order: typeof listingOrders.$inferSelect): Bill['dispute'] {
  const left = refundsOfOrder(order).reduce((rest, { cents }) => rest - cents, order.amountCents);
  if (order.disputedAt === null || left <= 0) return null;
  return { at: order.disputedAt.toISOString(), cents: left };
}

async function cashBills({ db, city }: ApiRequest, userId: string): Promise<Bill[]> {
  const rows = await db
    .select()
    .from(moneyActs)
    .where(and(eq(moneyActs.userId, userId), eq(moneyActs.kind, 'cash')))
    .orderBy(desc(moneyActs.createdAt))
    .limit(100);
  if (rows.length === 0) return [];
  const gone = await db
    .select()
    .from(moneyActs)
    .where(
      inArray(
        moneyActs.planId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(moneyActs.createdAt);
  const goneOf = (planId: string, wanted: 'cash-back' | 'cash-missing') =>
    gone.flatMap(({ planId: of, kind, cents, receivedOn, createdAt }) =>
      of === planId && kind === wanted && cents ? [{ at: dayOrTime(receivedOn, createdAt), cents }] : [],
    );
  const { timeZone } = city.facts;
  return rows.map(({ id, cents, endsAt, receivedOn, receipt, reference, forBusinesses, createdAt }) => {
    const time = endsAt && { from: createdAt.toISOString(), until: endsAt.toISOString() };
    const until = endsAt === null ? '' : ` until ${formatDate(endsAt.toISOString(), timeZone)}`;
    return {
      ...withoutInvoice,
      id,
      number: receipt ?? id,
      reference,
      at: dayOrTime(receivedOn, createdAt),
      businesses: forBusinesses ?? [],
      lines: [{ id: 'premium', text: `Premium for all listings${until}`, cents: cents ?? 0, time }],
      paidCents: cents ?? 0,
      paidBy: 'cash' as const,
      refunds: goneOf(id, 'cash-back'),
      missing: goneOf(id, 'cash-missing'),
      dispute: null,
    };
  });
}

const dayOrTime = (day: string | null, time: Date) => (day === null ? time.toISOString() : `${day}T12:00:00.000Z`);
