/**
 * A site that takes payments from its own sandbox, with claimants who have cards, staff, and events that are
 * delivered on demand.
 */
import type { Hono } from 'hono';
import Stripe from 'stripe';
import { createApi } from '#app/api/api.ts';
import { catalogue, centsOf, type LookupKey, lookupKeys } from '#features/billing/catalogue.ts';
import { noteEvent } from '#features/billing/server/receive-webhook.ts';
import type { Claim } from '#features/claims/contract.ts';
import type { users } from '#server/db/schema/index.ts';
import type { ApiEnv, Services } from '#server/http/serve.ts';
import { usualPrices } from '#shared/prices.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { type RunningSandbox, startSandbox } from '../../sandbox/stripe/start-sandbox.ts';
import { answerOf } from './staff-office.ts';
import { TestBrowser } from './test-browser.ts';
import type { TestDatabase } from './test-database.ts';
import { testServices } from './test-services.ts';
import { workOffJobs } from './work-off-jobs.ts';

export interface Person {
  user: User;
  browser: TestBrowser;
}

export class ClaimDesk {
  readonly #database: Pick<TestDatabase, 'db'>;
  readonly #sandbox: RunningSandbox;
  #seen = 0;
  readonly stripe: Stripe;
  readonly services: Services;
  readonly app: Hono<ApiEnv>;
  /** The site's clock is ahead by this much. */
  aheadMs = 0;

  constructor(database: Pick<TestDatabase, 'db'>, sandbox: RunningSandbox) {
    this.#database = database;
    this.#sandbox = sandbox;
    const { hostname, port } = new URL(sandbox.url);
    this.stripe = new Stripe(sandbox.secretKey, { host: hostname, port, protocol: 'http' });
    this.services = testServices(database, {
      env: stripeEnv(sandbox),
      now: () => new Date(Date.now() + this.aheadMs),
    });
    this.app = createApi(this.services);
    // Earlier events belong to earlier tests.
    this.#seen = sandbox.sandbox.store.events.size;
  }

  async person(given: Partial<typeof users.$inferInsert> = {}): Promise<Person> {
    const user = await aUser(this.#database.db, given);
    // Later than any test's clock.
    const expiresAt = new Date(Date.now() + 365 * 86_400_000);
    const session = await aSession(this.#database.db, user.id, { expiresAt });
    return { user, browser: new TestBrowser(this.app).withSession(session) };
  }

  start({ browser }: Person, businessId: string, given: Record<string, unknown> = {}): Promise<Response> {
    return browser.post('/api/checkout/session', {
      body: { plan: 'standard', amount: 25, action: 'claim', businessId, ...given },
    });
  }

  /** Gives a card on the hosted page. */
  pay(sessionId: string, card = 'pm_card_visa'): Promise<unknown> {
    const params = { payment_method: card, expected_amount: 0 };
    return this.stripe.rawRequest('POST', `/v1/payment_pages/${sessionId}/confirm`, params);
  }

  /** Returns the events that were not delivered yet, and marks them as delivered. */
  takeEvents(): Stripe.Event[] {
    const events = this.#sandbox.sandbox.store.events.all().slice(this.#seen);
    this.#seen += events.length;
    return events as unknown as Stripe.Event[];
  }

  /** Delivers events and runs jobs until nothing happens any more. */
  async settle(): Promise<void> {
    for (;;) {
      const events = this.takeEvents();
      for (const event of events) await noteEvent(this.services, event);
      await workOffJobs(this.services);
      if (events.length === 0) return;
    }
  }

  /** Starts a claim and gives its card; the following events are not delivered yet. */
  async paidClaim(person: Person, businessId: string, given: Record<string, unknown> = {}): Promise<string> {
    const { sessionId } = await answerOf<{ sessionId: string }>(await this.start(person, businessId, given));
    await this.pay(sessionId);
    return sessionId;
  }

  /** The person's newest claim as the dashboard shows it. */
  async claimOf({ browser }: Person): Promise<Claim> {
    const [claim] = await answerOf<Claim[]>(await browser.get('/api/user/claims'));
    if (claim === undefined) throw new Error('there is no claim');
    return claim;
  }

  /** The sum that this person's cards were charged, in cents. */
  async chargedCents(person: Person): Promise<number> {
    let cents = 0;
    for (const { id } of await this.customersOf(person)) {
      const { data } = await this.stripe.charges.list({ customer: id, limit: 100 });
      for (const { paid, amount } of data) cents += paid ? amount : 0;
    }
    return cents;
  }

  /** The person's customers at Stripe. */
  async customersOf({ user }: Person): Promise<Stripe.Customer[]> {
    const { data } = await this.stripe.customers.list({ email: user.email, limit: 100 });
    return data.filter(({ metadata }) => metadata.user_id === user.id);
  }
}

/** The environment of a site with the sandbox's keys. */
export const stripeEnv = (sandbox: RunningSandbox): Record<string, string> => ({
  STRIPE_SECRET_KEY: sandbox.secretKey,
  STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
  STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
  STRIPE_API_BASE: sandbox.url,
});

export async function startSandboxWithPrices(): Promise<RunningSandbox> {
  const sandbox = await startSandbox();
  const { hostname, port } = new URL(sandbox.url);
  const stripe = new Stripe(sandbox.secretKey, { host: hostname, port, protocol: 'http' });
  const product = await stripe.products.create({ name: 'Claim' });
  for (const key of lookupKeys) await makePrice(stripe, product.id, key);
  return sandbox;
}

async function makePrice(stripe: Stripe, product: string, key: LookupKey): Promise<void> {
  const { interval } = catalogue[key];
  const cents = centsOf(usualPrices, key);
  const recurring = { interval };
  await stripe.prices.create({ product, currency: 'usd', unit_amount: cents, recurring, lookup_key: key });
}
