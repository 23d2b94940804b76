/** An owner who buys premium from the sandbox, and a site whose clock follows Stripe's. */

import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { stripeSyncs } from '#app/wiring/stripe-sync-order.ts';
import { handleNotedEvent } from '#features/billing/server/handle-event-job.ts';
import { noteEvent } from '#features/billing/server/receive-webhook.ts';
import { refreshPremium } from '#features/premium/server/derive-premium.ts';
import { businesses, stripeEvents, subscriptions } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import type { RunningSandbox } from '../../sandbox/stripe/start-sandbox.ts';
import { ClaimDesk, type Person } from './claim-desk.ts';
import { answerOf } from './staff-office.ts';
import type { TestDatabase } from './test-database.ts';
import { workOffJobs } from './work-off-jobs.ts';

export const dayMs = 86_400_000;

export class PremiumDesk extends ClaimDesk {
  readonly sandbox: RunningSandbox;
  readonly database: TestDatabase;
  #from: number;

  constructor(database: TestDatabase, sandbox: RunningSandbox) {
    super(database, sandbox);
    this.database = database;
    this.sandbox = sandbox;
    // Stripe's time in this sandbox becomes the site's time.
    this.aheadMs = sandbox.sandbox.clock.offsetSeconds * 1000;
    this.#from = sandbox.sandbox.store.events.size;
  }

  /** Makes an owner with one approved business. */
  async owner(): Promise<Person & { businessId: string }> {
    const person = await this.person();
    const business = await aBusiness(this.database.db, { ownerId: person.user.id, status: 'approved' });
    return { ...person, businessId: business.id };
  }

  async upgrade(person: Person, interval: 'monthly' | 'yearly' = 'monthly'): Promise<Response> {
    await this.#stayIn(person);
    return person.browser.post('/api/upgrade', { body: { interval } });
  }

  /** Changes the interval from the next period on. */
  async changeInterval(person: Person, interval: 'monthly' | 'yearly'): Promise<Response> {
    await this.#stayIn(person);
    return person.browser.post('/api/billing/interval', { body: { interval } });
  }

  /** Signs in again when, by the site's clock, the session has expired. */
  async #stayIn({ user, browser }: Person): Promise<void> {
    if (!browser.cookies.has('session') || (await browser.get('/api/auth/me')).ok) return;
    const expiresAt = new Date(this.services.now().getTime() + dayMs);
    browser.withSession(await aSession(this.database.db, user.id, { expiresAt }));
  }

  /** Opens the payment page and returns its session's id. */
  async openUpgrade(person: Person, interval: 'monthly' | 'yearly' = 'monthly'): Promise<string> {
    const { url } = await answerOf<{ url: string }>(await this.upgrade(person, interval));
    return url.match(/cs_\w+/)?.[0] ?? url;
  }

  async payUpgrade(sessionId: string, { card = 'pm_card_visa', cents = 2900 } = {}): Promise<void> {
    const params = { payment_method: card, expected_amount: cents };
    await this.stripe.rawRequest('POST', `/v1/payment_pages/${sessionId}/confirm`, params);
  }

  /** Moves both clocks. Stripe does what becomes due, but delivers no events yet. */
  pass(days: number): void {
    this.sandbox.control.advance({ seconds: days * 86_400 });
    this.aheadMs = this.sandbox.sandbox.clock.offsetSeconds * 1000;
  }

  /** Events that were not delivered to the site yet, oldest first. */
  newEvents(): Stripe.Event[] {
    const events = this.sandbox.sandbox.store.events.all().slice(this.#from);
    this.#from += events.length;
    return events as unknown as Stripe.Event[];
  }

  /** Delivers these events in this order, runs the jobs of each, then everything that follows. */
  async deliver(events: readonly Stripe.Event[]): Promise<void> {
    for (const event of events) {
      await noteEvent(this.services, event);
      const isHeard = await this.database.db.$count(stripeEvents, eq(stripeEvents.id, event.id));
      if (isHeard > 0) await handleNotedEvent(stripeSyncs, this.services, event.id);
    }
    await workOffJobs(this.services);
  }

  /** Delivers until Stripe has no more events. */
  async deliverAll(): Promise<void> {
    for (let events = this.newEvents(); events.length > 0; events = this.newEvents()) await this.deliver(events);
  }

  /** Runs the job that runs every few minutes. */
  async tick(): Promise<void> {
    await refreshPremium(this.database.db, 'all', this.services.now());
  }

  async premiumUntil(businessId: string): Promise<Date | null> {
    const [row] = await this.database.db.select().from(businesses).where(eq(businesses.id, businessId));
    return row?.premiumExpiresAt ?? null;
  }

  async subscriptionsOf({ user }: Person) {
    return this.database.db.select().from(subscriptions).where(eq(subscriptions.userId, user.id));
  }
}
