/**
 * Opens, reuses or replaces the Checkout page of a row: a claim or an upgrade. Each person has one open row for one purpose,
 * and a row has at most one page, since its id makes the idempotency key. So a second click makes no second payment.
 */
import type Stripe from 'stripe';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { postalAddress } from '#server/mail/lay-out-letter.ts';
import { expireSession } from '#server/stripe/expire-session.ts';
import { retrieveOrNull } from '#server/stripe/retrieve-or-null.ts';
import { askStripe, idempotent, stripeClient } from '#server/stripe/stripe-client.ts';
import { Problem } from '#shared/problem.ts';
import { minuteMs } from '#shared/times.ts';
import type { LookupKey } from '../catalogue.ts';
import { withCustomer } from './ensure-customer.ts';
import { priceIdOf } from './set-up-catalogue.ts';
import { stripePage } from './stripe-page.ts';

/** Stripe refuses a page that ends less than 30 minutes after the call arrives. */
const pageMs = 31 * minuteMs;
/** The 5 seconds are for the way of the call to Stripe. */
const minPageMs = 30 * minuteMs + 5_000;
/** One attempt opens the page; the others replace what may be in the way. */
const maxAttempts = 4;

/** The end of a new page, for its row. Stored before Stripe is asked, so that a repeated call sends the same end. */
export function pageEnd(now: Date): Date {
  return new Date(Math.floor((now.getTime() + pageMs) / 1000) * 1000);
}

/** The columns that every row with a page has. */
interface CheckoutRow {
  id: string;
  /** null until Stripe has made the page. */
  sessionId: string | null;
  sessionUrl: string | null;
  expiresAt: Date;
}

export interface CheckoutPage {
  sessionId: string;
  /** null when Stripe's address is not one that the site may send people to. */
  url: string | null;
}

/** Tells how a feature's row ends together with its page. Both commands are safe to repeat. */
export interface CheckoutEnd<Row extends CheckoutRow> {
  /** Closes an open row whose page cannot be paid any more. */
  close: (row: Row) => Promise<void>;
  /** Brings the row in line with a session that is complete or expired. */
  settle: (sessionId: string) => Promise<void>;
}

/** Tells how a feature's row and its page begin. */
export interface CheckoutStart<Row extends CheckoutRow> extends CheckoutEnd<Row> {
  /** First part of the idempotency key. */
  purpose: 'claim' | 'upgrade';
  /**
   * Returns the person's open row, or a new one; undefined when another request has just closed it. Runs once for each
   * attempt.
   * @throws Problem when the person may not buy this now
   */
  openRow: () => Promise<Row | undefined>;
  /** Tells whether the row sells the plan that the person asks for now, at its price. */
  isWanted: (row: Row) => boolean;
  price: (row: Row) => { key: LookupKey; cents: number };
  describe: (row: Row) => CheckoutContents;
  /** Stores the session in the row. */
  note: (row: Row, page: CheckoutPage) => Promise<void>;
}

interface CheckoutContents {
  /** Stored on the session and on its subscription, where it tells later what was bought. */
  metadata: Record<string, string>;
  /** The subscription's description on invoices and in the portal. */
  about: string;
  /** The name of the business or businesses, as it stands on the invoices. */
  forBusiness: string;
  /** Paths below the site's address. */
  successPath: string;
  cancelPath: string;
  trial?: Pick<
    Stripe.Checkout.SessionCreateParams.SubscriptionData,
    'trial_period_days' | 'trial_end' | 'trial_settings'
  >;
  /** The sentence beside the button of the page, and a word for it: with another one, the page is not the same call to Stripe. */
  submitNote?: { text: string; variant: string };
}

type Request = Pick<ApiRequest, 'db' | 'env' | 'city' | 'log' | 'now'>;
type Buyer = Pick<SessionUser, 'id' | 'username' | 'email'>;

/**
 * Returns the page to send the person to. An open page is used again as long as it sells what is asked for.
 * @throws Problem 'conflict', 'unavailable', and what `openRow` throws
 */
export async function openCheckoutPage<Row extends CheckoutRow>(
  start: CheckoutStart<Row>,
  user: Buyer,
  request: Request,
): Promise<CheckoutPage> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const row = await start.openRow();
    if (row === undefined) continue;
    const page = await askStripe(() => pageOf(start, row, user, request));
    if (page !== null) return page;
  }
  throw new Problem('conflict', 'Your earlier checkout is just being closed. Please try again in a moment.');
}

/** Returns the page of the row; null when the row was of no use and is closed or settled now. */
async function pageOf<Row extends CheckoutRow>(
  start: CheckoutStart<Row>,
  row: Row,
  user: Buyer,
  request: Request,
): Promise<CheckoutPage | null> {
  const stripe = stripeClient(request.env);
  const leftMs = row.expiresAt.getTime() - request.now().getTime();
  const { sessionId } = row;
  if (sessionId === null) {
    if (start.isWanted(row) && leftMs >= minPageMs) return makePage(start, row, user, request);
    // Nobody has seen a page of this row. If Stripe has made one, it ends by itself.
    await start.close(row);
    return null;
  }
  const session = await retrieveOrNull(() => stripe.checkout.sessions.retrieve(sessionId));
  if (session?.status === 'open' && start.isWanted(row) && leftMs > 0 && saysSo(session, start.describe(row))) {
    return { sessionId, url: row.sessionUrl };
  }
  if (session === null || session.status === 'open') await endCheckoutPage(stripe, row, start);
  else await start.settle(sessionId);
  return null;
}

/** False where the page says something else beside its button than a new one would: that the card is charged later, at once, or that another plan costs less. */
function saysSo({ custom_text: text }: Stripe.Checkout.Session, { submitNote }: CheckoutContents): boolean {
  // Stripe answers null where no note was sent.
  return text.submit?.message === submitNote?.text;
}

/**
 * Ends a row whose page nobody wants any more. Expires the session at Stripe first: if the customer has just paid, Stripe
 * refuses, and the payment stands.
 */
export async function endCheckoutPage<Row extends CheckoutRow>(
  stripe: Stripe,
  row: Row,
  { close, settle }: CheckoutEnd<Row>,
): Promise<void> {
  const isPaid = row.sessionId !== null && (await expireSession(stripe, row.sessionId)) === 'complete';
  if (isPaid && row.sessionId !== null) await settle(row.sessionId);
  else await close(row);
}

/** Stripe computes the tax from the address that the page asks for, and keeps that address for the renewals. */
const taxParams = {
  automatic_tax: { enabled: true },
  billing_address_collection: 'auto',
  customer_update: { address: 'auto' },
} as const satisfies Partial<Stripe.Checkout.SessionCreateParams>;

/** Stripe's limits. */
const maxAboutLength = 500;
const maxFieldLength = 140;

/** The words on every invoice: the business, and the town with its postal address. */
function invoiceWords(
  { city, env }: Request,
  { about, forBusiness }: Pick<CheckoutContents, 'about' | 'forBusiness'>,
): Stripe.Checkout.SessionCreateParams.SubscriptionData.InvoiceSettings {
  const { name, region } = city.facts;
  return {
    description: about.slice(0, maxAboutLength),
    custom_fields: [{ name: 'Business', value: forBusiness.slice(0, maxFieldLength) }],
    footer: `${name}, ${region}, ${postalAddress(city)}, ${env.siteUrl}`,
  };
}

async function makePage<Row extends CheckoutRow>(
  start: CheckoutStart<Row>,
  row: Row,
  user: Buyer,
  request: Request,
): Promise<CheckoutPage> {
  const { env, log } = request;
  const stripe = stripeClient(env);
  const { metadata, about, forBusiness, successPath, cancelPath, trial = {}, submitNote } = start.describe(row);
  const { key, cents } = start.price(row);
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    line_items: [{ price: await priceIdOf(stripe, key, cents), quantity: 1 }],
    client_reference_id: row.id,
    metadata,
    subscription_data: {
      metadata,
      description: about.slice(0, maxAboutLength),
      invoice_settings: invoiceWords(request, { about, forBusiness }),
      ...trial,
    },
    ...(env.stripe?.collectsTax ? taxParams : {}),
    payment_method_collection: 'always',
    allowed_payment_method_types: ['card'],
    ...(submitNote === undefined ? {} : { custom_text: { submit: { message: submitNote.text } } }),
    expires_at: Math.floor(row.expiresAt.getTime() / 1000),
    success_url: `${env.siteUrl}${successPath}`,
    cancel_url: `${env.siteUrl}${cancelPath}`,
  };
  const sameCall = [start.purpose, ...(submitNote === undefined ? [] : [submitNote.variant])];
  const session = await withCustomer(request, user, (customer) =>
    stripe.checkout.sessions.create({ ...params, customer }, idempotent('checkout', ...sameCall, row.id, customer)),
  );
  const url = stripePage(session.url, env.stripe?.apiBase);
  if (url === null) log.error({ part: 'billing', session: session.id }, 'Stripe gave no address to go to');
  const page = { sessionId: session.id, url };
  await start.note(row, page);
  return page;
}
