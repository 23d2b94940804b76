/** Collects what a person has paid: by card for plans, at the payment page, and in cash or by check. */
import { and, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { refundsOfPayment } from '#features/billing/server/refunds-of-payment.ts';
import { stripeDocument } from '#features/billing/server/stripe-page.ts';
import type { Database } from '#server/db/client.ts';
import { billingCustomers, businesses, listingOrders, moneyActs } from '#server/db/schema/index.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { postalAddress } from '#server/mail/lay-out-letter.ts';
import { objectId } from '#server/stripe/object-id.ts';
import { askStripe, isLive, isMissing, stripeClient } from '#server/stripe/stripe-client.ts';
import { formatDate } from '#shared/dates.ts';
import type { Answer } from '#shared/endpoint.ts';
import type { Bill, listBills } from '../bills-contract.ts';

const listingNames = { standard: 'Listing set up by us', premium: 'Listing set up by us, with Premium' } as const;

/** @throws Problem 'signed_out', 'unavailable' */
export async function readBills(request: ApiRequest): Promise<Answer<typeof listBills>> {
  const { db, city } = request;
  const user = requireUser(request.user);
  const { name, region, contact } = city.facts;
  const bills = (await Promise.all([planBills(request, user.id), orderBills(db, user), cashBills(request, user.id)]))
    .flat()
    .toSorted((a, b) => b.at.localeCompare(a.at));
  return {
    bills,
    isTest: Boolean(request.env.stripe && !isLive(request.env.stripe)),
    issuer: { name: `${name}, ${region}`, address: postalAddress(city), email: contact.email },
    payer: { name: user.username, email: user.email },
  };
}

async function planBills({ db, env }: ApiRequest, userId: string): Promise<Bill[]> {
  const { stripeCustomerId } = billingCustomers;
  const [known] = await db
    .select({ customer: stripeCustomerId })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId));
  if (known === undefined) return [];
  const stripe = stripeClient(env);
  const { customer } = known;
  return askStripe(async () => {
    const { data } = await stripe.invoices.list({ customer, status: 'paid', limit: 100, expand: ['data.payments'] });
    // The hold of a claim has an invoice over nothing.
    const paid = data.filter(({ total, amount_paid }) => total > 0 || amount_paid > 0);
    const charges = paid.length > 0 ? (await stripe.charges.list({ customer, limit: 100 })).data : [];
    const givenBack = new Set(
      charges.flatMap(({ amount_refunded, payment_intent }) => (amount_refunded > 0 ? [objectId(payment_intent)] : [])),
    );
    return Promise.all(
      paid.map(async (invoice) => {
        const intent = intentOf(invoice);
        const refunds = intent !== null && givenBack.has(intent) ? await refundsOfPayment(stripe, intent) : [];
        return billOf(invoice, refunds, env.stripe?.apiBase);
      }),
    );
  }).catch((error: unknown) => {
    // A customer of other keys has no bills here.
    if (isMissing(error)) return [];
    throw error;
  });
}

function intentOf({ payments }: Stripe.Invoice): string | null {
  return objectId(payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent);
}

const instant = (seconds: number) => new Date(seconds * 1000).toISOString();

function billOf(invoice: Stripe.Invoice, refunds: Bill['refunds'], apiBase: string | undefined): Bill {
  const { id, number, created, status_transitions: done, total, amount_paid: paidCents } = invoice;
  const discount = invoice.total_discount_amounts?.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
  return {
    id: id ?? '',
    number,
    at: instant(done.paid_at ?? created),
    businesses: (invoice.custom_fields ?? []).flatMap(({ name, value }) => (name === 'Business' ? [value] : [])),
    lines: [
      ...invoice.lines.data.map(({ id: line, description, amount }) => ({
        id: line,
        text: description ?? 'Plan',
        cents: amount,
      })),
      ...(discount > 0 ? [{ id: 'discount', text: 'Discount', cents: -discount }] : []),
    ],
    taxCents: invoice.total_taxes?.reduce((sum, { amount }) => sum + amount, 0) ?? 0,
    creditCents: Math.max(0, total - paidCents),
    paidCents,
    paidBy: 'card',
    refunds,
    pdfUrl: stripeDocument(invoice.invoice_pdf, apiBase),
    pageUrl: stripeDocument(invoice.hosted_invoice_url, apiBase),
  };
}

const withoutInvoice = { taxCents: 0, creditCents: 0, pdfUrl: null, pageUrl: null } as const;

/** Orders that the person paid for while signed in, and those whose receipt went to the person's confirmed mailbox. */
async function orderBills(db: Database, { id, email, emailVerified }: SessionUser): Promise<Bill[]> {
  const byMailbox = emailVerified ? sql`lower(${listingOrders.email}) = lower(${email})` : undefined;
  const rows = await db
    .select()
    .from(listingOrders)
    .where(and(isNotNull(listingOrders.paidAt), or(eq(listingOrders.userId, id), byMailbox)))
    .orderBy(desc(listingOrders.id))
    .limit(100);
  return rows.map(({ id: number, plan, amountCents: cents, businessName, paidAt, createdAt, refunds }) => ({
    ...withoutInvoice,
    id: number,
    number,
    at: (paidAt ?? createdAt).toISOString(),
    businesses: businessName === null ? [] : [businessName],
    lines: [{ id: 'listing', text: listingNames[plan], cents }],
    paidCents: cents,
    paidBy: 'card',
    refunds,
  }));
}

async function cashBills({ db, city }: ApiRequest, userId: string): Promise<Bill[]> {
  const rows = await db
    .select()
    .from(moneyActs)
    .where(and(eq(moneyActs.userId, userId), eq(moneyActs.kind, 'cash')))
    .orderBy(desc(moneyActs.createdAt))
    .limit(100);
  if (rows.length === 0) return [];
  const owned = await db
    .select({ name: businesses.name })
    .from(businesses)
    .where(and(eq(businesses.ownerId, userId), inArray(businesses.status, ['approved', 'hidden'])))
    .orderBy(businesses.name);
  const { timeZone } = city.facts;
  return rows.map(({ id, cents, endsAt, receivedOn, reference, createdAt }) => {
    const until = endsAt === null ? '' : ` until ${formatDate(endsAt.toISOString(), timeZone)}`;
    return {
      ...withoutInvoice,
      id,
      number: reference,
      at: receivedOn === null ? createdAt.toISOString() : `${receivedOn}T12:00:00.000Z`,
      businesses: owned.map(({ name }) => name),
      lines: [{ id: 'premium', text: `Premium for all listings${until}`, cents: cents ?? 0 }],
      paidCents: cents ?? 0,
      paidBy: 'cash' as const,
      refunds: [],
    };
  });
}
