/** A payment page with a Stripe of its own and visitors who order a listing: tests of listing orders begin with it. */
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { listingOrders } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { type RunningSandbox, startSandbox } from '../../sandbox/stripe/start-sandbox.ts';
import { stripeEnv } from './claim-desk.ts';
import { found } from './found.ts';
import { forgetQueuedMail, queuedMail } from './queued-mail.ts';
import { answerOf } from './staff-office.ts';
import { TestBrowser } from './test-browser.ts';
import { testDatabase } from './test-database.ts';
import { testServices } from './test-services.ts';

export const standard = { amount: 49, plan: 'standard' };
export const confirmation = { email: 'ana@example.com', businessName: 'Figs', plan: 'Standard' };

/** Call it once, outside of tests: const site = orderSite(); */
export function orderSite() {
  const database = testDatabase();
  let sandbox: RunningSandbox | undefined;
  let stripe: Stripe | undefined;
  let services: Services | undefined;
  let app: ReturnType<typeof createApi> | undefined;

  beforeAll(async () => {
    sandbox = await startSandbox();
    const { hostname, port } = new URL(sandbox.url);
    stripe = new Stripe(sandbox.secretKey, { host: hostname, port, protocol: 'http' });
  });
  afterAll(() => sandbox?.stop());

  const site = {
    database,
    /** The site's clock. */
    now: new Date(),
    get sandbox() {
      return found(sandbox, 'the sandbox, before beforeAll');
    },
    get stripe() {
      return found(stripe, 'the Stripe client, before beforeAll');
    },
    get services() {
      return found(services, 'the services, before beforeEach');
    },
    visitor: (address?: string) => new TestBrowser(found(app, 'the site, before beforeEach'), address),
    /** Begins a payment, and returns the id of its payment intent. */
    begin: async (browser: TestBrowser, body: object = standard): Promise<string> => {
      const { clientSecret } = await answerOf<{ clientSecret: string }>(
        await browser.post('/api/create-payment-intent', { body }),
      );
      return clientSecret.replace(/_secret_.*/, '');
    },
    /** Pays as the payment form does in the browser. */
    pay: (intent: string, card = 'pm_card_visa') =>
      site.stripe.paymentIntents.confirm(intent, { payment_method: card }),
    orders: () => database.db.select().from(listingOrders).orderBy(listingOrders.id),
    mails: async () => (await queuedMail(database.pool)).map(({ to, subject }) => [to, subject]),
    confirm: (browser: TestBrowser, body: object = confirmation) =>
      browser.post('/api/business-listing-confirmation', { body }),
  };

  beforeEach(async () => {
    await forgetQueuedMail(database.pool);
    site.sandbox.control.reset();
    site.now = new Date();
    services = testServices(database, { now: () => site.now, env: stripeEnv(site.sandbox) });
    app = createApi(services);
  });
  return site;
}
