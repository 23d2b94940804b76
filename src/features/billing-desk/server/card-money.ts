/** Reads the card payments of plans in a month, and their refunds. Stripe keeps the invoices, so this asks Stripe, page by page. */
import { eq, inArray } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Database } from '#server/db/client.ts';
import { billingCustomers, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { objectId } from '#server/stripe/object-id.ts';
import { askStripe, stripeClient } from '#server/stripe/stripe-client.ts';
import { addMonths, startOfMonth } from '#shared/dates.ts';
import { dayMs } from '#shared/times.ts';

export interface CardMovement {
  kind: 'payment' | 'refund';
  /** The invoice's number, or the refund's id. */
  number: string;
  at: Date;
  cents: number;
  taxCents: number | null;
  what: string | null;
  business: string | null;
  person: string | null;
  mailbox: string | null;
  payment: string | null;
}

interface Period {
  start: Date;
  end: Date;
}

/** The month by the town's clock. @param month '2026-11' */
export const periodOf = (month: string, timeZone: string): Period => ({
  start: startOfMonth(month, timeZone),
  end: startOfMonth(addMonths(month, 1), timeZone),
});

type Site = Pick<Services, 'db' | 'env'>;

/** An invoice may be paid this long after it was made: Stripe tries a card again for two months at most. */
const maxUnpaidMs = 63 * dayMs;

/** A person waits for each page. */
const patience = { timeout: 8000, maxNetworkRetries: 1 };

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/**
 * Payments first, then refunds, those made at Stripe itself, too; in pages, of which some are empty.
 * @throws Problem 'conflict' without keys, 'unavailable'
 */
export async function* cardMoney(site: Site, period: Period): AsyncGenerator<CardMovement[]> {
  const stripe = stripeClient(site.env);
  const end = { lt: seconds(period.end) };
  const made = { ...end, gte: seconds(new Date(period.start.getTime() - maxUnpaidMs)) };
  const invoices = pages((after) =>
    stripe.invoices.list({ status: 'paid', created: made, limit: 100, expand: ['data.payments'], ...after }, patience),
  );
  for await (const page of invoices) yield await paymentsOf(site.db, page, period);
  const refunds = pages((after) =>
    stripe.refunds.list(
      { created: { ...end, gte: seconds(period.start) }, limit: 100, expand: ['data.charge'], ...after },
      patience,
    ),
  );
  for await (const page of refunds) yield await refundsOf(site.db, page);
}

async function* pages<T extends { id?: string }>(
  ask: (after: { starting_after?: string }) => Promise<{ data: T[]; has_more: boolean }>,
): AsyncGenerator<T[]> {
  let after: { starting_after?: string } = {};
  for (;;) {
    const { data, has_more } = await askStripe(() => ask(after));
    yield data;
    const last = data.at(-1)?.id;
    if (!has_more || last === undefined) return;
    after = { starting_after: last };
  }
}

async function paymentsOf(db: Database, invoices: Stripe.Invoice[], { start, end }: Period): Promise<CardMovement[]> {
  const paid = invoices.flatMap((invoice) => {
    const at = new Date((invoice.status_transitions.paid_at ?? invoice.created) * 1000);
    return invoice.amount_paid > 0 && at >= start && at < end ? [{ invoice, at }] : [];
  });
  const people = await knownCustomers(
    db,
    paid.map(({ invoice }) => objectId(invoice.customer)),
  );
  return paid.flatMap(({ invoice, at }) => {
    const person = people.get(objectId(invoice.customer) ?? '');
    if (person === undefined) return [];
    const { id = '', number, lines, custom_fields: fields, payments } = invoice;
    return [
      {
        ...{ kind: 'payment' as const, number: number ?? id, at, cents: invoice.amount_paid },
        taxCents: invoice.total_taxes?.reduce((sum, { amount }) => sum + amount, 0) ?? 0,
        what: lines.data.map(({ description }) => description ?? 'Plan').join('; '),
        business: fields?.find(({ name }) => name === 'Business')?.value ?? null,
        person: person.username,
        mailbox: person.email ?? invoice.customer_email,
        payment: objectId(payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent),
      },
    ];
  });
}

async function refundsOf(db: Database, refunds: Stripe.Refund[]): Promise<CardMovement[]> {
  const done = refunds.flatMap((refund) => {
    const { charge, status } = refund;
    if (status === 'failed' || status === 'canceled' || charge === null || typeof charge === 'string') return [];
    return [{ refund, customer: objectId(charge.customer) }];
  });
  const people = await knownCustomers(
    db,
    done.map(({ customer }) => customer),
  );
  return done.flatMap(({ refund, customer }) => {
    const person = people.get(customer ?? '');
    if (person === undefined) return [];
    return [
      {
        ...{ kind: 'refund' as const, number: refund.id, at: new Date(refund.created * 1000), cents: refund.amount },
        ...{ taxCents: null, what: null, business: null, person: person.username, mailbox: person.email },
        payment: objectId(refund.payment_intent),
      },
    ];
  });
}

/**
 * The people with a plan, by their customer at Stripe; a deleted account has no name. Payments of orders have no customer,
 * and the keys may serve more than this site: neither belongs here.
 */
async function knownCustomers(db: Database, ids: readonly (string | null)[]) {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map<string, { username: string | null; email: string | null }>();
  const rows = await db
    .select({ customer: billingCustomers.stripeCustomerId, username: users.username, email: users.email })
    .from(billingCustomers)
    .leftJoin(users, eq(users.id, billingCustomers.userId))
    .where(inArray(billingCustomers.stripeCustomerId, wanted));
  return new Map(rows.map(({ customer, ...person }) => [customer, person]));
}
