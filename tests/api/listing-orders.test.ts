/** A listing paid on the payment page: what is charged, what is mailed and to whom, and what staff do with it. */
import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { stripeSyncs } from '#app/wiring/stripe-sync-order.ts';
import { syncObject, syncRun } from '#features/billing/server/stripe-syncs.ts';
import { syncListingOrder } from '#features/listing-orders/server/sync-order.ts';
import { auditLog, listingOrders } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { type RunningSandbox, startSandbox } from '../../sandbox/stripe/start-sandbox.ts';

const database = testDatabase();
let sandbox: RunningSandbox;
let stripe: Stripe;
let services: Services;
let app: ReturnType<typeof createApi>;
let now = new Date();

beforeAll(async () => {
  sandbox = await startSandbox();
  const { hostname, port } = new URL(sandbox.url);
  stripe = new Stripe(sandbox.secretKey, { host: hostname, port, protocol: 'http' });
});
afterAll(() => sandbox.stop());

beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  sandbox.control.reset();
  now = new Date();
  services = testServices(database, {
    now: () => now,
    env: {
      STRIPE_SECRET_KEY: sandbox.secretKey,
      STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
      STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
      STRIPE_API_BASE: sandbox.url,
    },
  });
  app = createApi(services);
});

const visitor = (address?: string) => new TestBrowser(app, address);
const standard = { amount: 49, plan: 'standard' };

async function begin(browser: TestBrowser, body: object = standard): Promise<string> {
  const { clientSecret } = await answerOf<{ clientSecret: string }>(
    await browser.post('/api/create-payment-intent', { body }),
  );
  return clientSecret.replace(/_secret_.*/, '');
}

/** As the payment form does it, with the browser's own means. */
const pay = (intent: string, card = 'pm_card_visa') => stripe.paymentIntents.confirm(intent, { payment_method: card });

const orders = () => database.db.select().from(listingOrders).orderBy(listingOrders.id);
const intents = async () => (await stripe.paymentIntents.list({ limit: 100 })).data;
const mails = async () => (await queuedMail(database.pool)).map(({ to, subject }) => [to, subject]);
const confirmation = { email: 'ana@example.com', businessName: 'Figs', plan: 'Standard' };
const confirm = (browser: TestBrowser, body: object = confirmation) =>
  browser.post('/api/business-listing-confirmation', { body });

describe('beginning', () => {
  it('charges what the catalogue says', async () => {
    const intent = await begin(visitor(), { amount: 99, plan: 'premium' });
    const [order] = await orders();
    expect(order).toMatchObject({ plan: 'premium', amountCents: 9900, status: 'pending', paymentIntentId: intent });
    expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({
      amount: 9900,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      metadata: { kind: 'listing', order_id: order?.id, plan: 'premium' },
    });
  });

  it.each([
    ['a price of its own', { amount: 1, plan: 'standard' }],
    ["another plan's price", { amount: 49, plan: 'premium' }],
    ['a plan that there is not', { amount: 0, plan: 'gold' }],
    ['cents in place of dollars', { amount: 4900, plan: 'standard' }],
  ])('refuses %s, and makes nothing', async (_, body) => {
    const problem = await problemOf(await visitor().post('/api/create-payment-intent', { body }));
    expect(problem).toMatchObject({ status: 400, code: 'bad_request' });
    expect([await orders(), await intents()]).toEqual([[], []]);
  });

  it('goes on with the open payment of a browser, and cancels it for another plan', async () => {
    const browser = visitor();
    const first = await begin(browser);
    expect(await begin(browser)).toBe(first);
    const second = await begin(browser, { amount: 99, plan: 'premium' });
    expect(second).not.toBe(first);
    expect((await orders()).map(({ status }) => status)).toEqual(['canceled', 'pending']);
    expect((await stripe.paymentIntents.retrieve(first)).status).toBe('canceled');

    await pay(second);
    const third = await begin(browser);
    expect((await orders()).map(({ status }) => status)).toEqual(['canceled', 'paid', 'pending']);
    expect(new Set([first, second, third]).size).toBe(3);
  });

  it("believes no cookie that is not of its making, and shows nobody somebody else's payment", async () => {
    const victim = visitor();
    const intent = await begin(victim);
    const thief = visitor();
    const [id = ''] = (victim.cookies.get('listing-order') ?? '').split('.');
    expect(id).not.toBe('');
    thief.cookies.set('listing-order', `${id}.${'a'.repeat(43)}`);
    expect(await begin(thief)).not.toBe(intent);
  });

  it('lets one address begin ten times in ten minutes', async () => {
    const tries = await Promise.all(
      Array.from({ length: 11 }, () => visitor('198.51.100.7').post('/api/create-payment-intent', { body: standard })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 429]);
    expect((await visitor('198.51.100.8').post('/api/create-payment-intent', { body: standard })).status).toBe(200);
  });

  it('says so when Stripe is away, and begins anew afterwards', async () => {
    const browser = visitor();
    sandbox.control.faults({ failNext: 3 });
    expect((await browser.post('/api/create-payment-intent', { body: standard })).status).toBe(503);
    await begin(browser);
    expect((await orders()).map(({ status }) => status)).toEqual(['canceled', 'pending']);
  });
});

describe('once it is paid', () => {
  it('keeps the order, mails a receipt and the staff, however often it is looked at', async () => {
    const browser = visitor();
    const intent = await begin(browser);
    const contact = { email: ' ana@example.com ', businessName: 'Figs' };
    await browser.write('PUT', '/api/listing-orders/contact', { body: contact });
    const settle = async () => answerOf(await browser.post('/api/listing-orders/settle'));
    expect(await settle()).toEqual({ status: 'open' });
    await expect(pay(intent, 'pm_card_chargeDeclined')).rejects.toThrow('declined');
    expect(await settle()).toEqual({ status: 'open' });
    await pay(intent);
    const look = () => syncObject(stripeSyncs, syncRun(services), { kind: 'payment_intent', id: intent });
    await Promise.all([settle(), look(), look(), look()]);
    const [order] = await orders();
    expect(order).toMatchObject({
      status: 'paid',
      email: 'ana@example.com',
      businessName: 'Figs',
      dueAt: new Date(now.getTime() + 86_400_000),
    });
    expect(await mails()).toEqual([
      ['ana@example.com', 'Your receipt: Standard listing, $49'],
      ['hello@oakbend.example', 'Paid: a Standard listing'],
    ]);
  });

  it('confirms once, to the browser that paid, and says the same to everybody', async () => {
    const [payer, stranger] = [visitor(), visitor()];
    const before = await confirm(payer);
    const intent = await begin(payer);
    const unpaid = await confirm(payer);
    await pay(intent);
    const answers = await Promise.all([confirm(stranger), confirm(payer, { ...confirmation, email: 'nobody' })]);
    expect(await mails()).toEqual([]);
    const rest = [await confirm(payer), await confirm(payer, { ...confirmation, email: 'spam@example.com' })];
    const all = [before, unpaid, ...answers, ...rest];
    expect(all.map(({ status }) => status)).toEqual(Array(6).fill(202));
    expect(new Set(await Promise.all(all.map((answer) => answer.text()))).size).toBe(1);
    expect(await mails()).toEqual([
      ['hello@oakbend.example', 'Paid: a Standard listing'],
      ['ana@example.com', 'We are on it: Figs'],
      ['ana@example.com', 'Your receipt: Standard listing, $49'],
    ]);
  });

  it('does nothing for payments that are not a listing, or not its own', async () => {
    await begin(visitor());
    const [order] = await orders();
    const other = { amount: 100, currency: 'usd', payment_method: 'pm_card_visa', confirm: true };
    const foreign = await stripe.paymentIntents.create(other);
    const forged = await stripe.paymentIntents.create({
      ...other,
      metadata: { kind: 'listing', order_id: order?.id ?? '' },
    });
    for (const { id } of [foreign, forged, { id: 'pi_none' }]) {
      await syncObject(stripeSyncs, syncRun(services), { kind: 'payment_intent', id });
    }
    expect(await orders()).toMatchObject([{ status: 'pending', paidAt: null }]);
  });

  it('is withdrawn by a dispute, and comes back when that is won', async () => {
    const browser = visitor();
    const intent = await begin(browser);
    const { latest_charge: charge } = await pay(intent);
    const look = () => syncObject(stripeSyncs, syncRun(services), { kind: 'reversal', id: intent });
    await look();
    const dispute = sandbox.control.dispute({ charge: charge as string });
    await look();
    expect(await orders()).toMatchObject([{ status: 'withdrawn', disputedAt: now }]);
    sandbox.control.closeDispute({ dispute: dispute.id, end: 'won' });
    await look();
    expect(await orders()).toMatchObject([{ status: 'paid', disputedAt: null }]);
    expect(await mails()).toEqual([
      ['hello@oakbend.example', 'Paid: a Standard listing'],
      ['hello@oakbend.example', "A listing's payment is disputed by the card's owner"],
    ]);
  });

  it('keeps what Stripe said last, whoever of two that look at once is slower', async () => {
    const intent = await begin(visitor());
    await pay(intent);
    const run = syncRun(services);
    const [heard, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const retrieve = async (id: string, params: Stripe.PaymentIntentRetrieveParams) => {
      const answer = await run.stripe.paymentIntents.retrieve(id, params);
      heard.resolve();
      await held.promise;
      return answer;
    };
    const paymentIntents = Object.create(run.stripe.paymentIntents, { retrieve: { value: retrieve } });
    const slow: Stripe = Object.create(run.stripe, { paymentIntents: { value: paymentIntents } });
    const early = syncListingOrder({ ...run, stripe: slow }, intent);
    await heard.promise;
    await stripe.refunds.create({ payment_intent: intent });
    now = new Date(now.getTime() + 1_000);
    await syncListingOrder(run, intent);
    held.resolve();
    await early;
    expect(await orders()).toMatchObject([{ status: 'withdrawn', refundedAt: now }]);
  });

  it('is canceled when one card after the other is tried on it', async () => {
    const intent = await begin(visitor());
    const look = () => syncObject(stripeSyncs, syncRun(services), { kind: 'payment_intent', id: intent });
    for (let card = 0; card < 8; card++) {
      await look();
      expect((await stripe.paymentIntents.retrieve(intent)).status).toBe('requires_payment_method');
      await expect(pay(intent, 'pm_card_chargeDeclined')).rejects.toThrow('declined');
    }
    await look();
    expect((await stripe.paymentIntents.retrieve(intent)).status).toBe('canceled');
    expect(await orders()).toMatchObject([{ status: 'canceled' }]);
  });

  it('is found by the reconciler when no event spoke of it; what nobody pays is canceled after a day', async () => {
    const [paid, left] = [await begin(visitor()), await begin(visitor())];
    await pay(paid);
    const reconcile = async () => {
      const run = syncRun(services);
      for (const overdue of stripeSyncs.overdue) {
        for (const object of await overdue(run)) await syncObject(stripeSyncs, run, object);
      }
    };
    await reconcile();
    expect((await orders()).map(({ status }) => status)).toEqual(['pending', 'pending']);
    now = new Date(now.getTime() + 2 * 3_600_000);
    await reconcile();
    expect((await orders()).map(({ status }) => status)).toEqual(['paid', 'pending']);
    now = new Date(now.getTime() + 24 * 3_600_000);
    await reconcile();
    expect((await orders()).map(({ status }) => status)).toEqual(['paid', 'canceled']);
    expect((await stripe.paymentIntents.retrieve(left)).status).toBe('canceled');
  });
});

describe('staff', () => {
  async function aStaffBrowser() {
    const user = await aUser(database.db, { role: 'staff', username: 'stella' });
    return visitor().withSession(await aSession(database.db, user.id));
  }

  async function aPaidOrder() {
    const browser = visitor();
    await pay(await begin(browser));
    await confirm(browser);
    await forgetQueuedMail(database.pool);
    const [order] = await orders();
    if (!order) throw new Error('there is no order');
    return order;
  }

  it('find it in the queue and mark it done', async () => {
    const [staff, { id }] = [await aStaffBrowser(), await aPaidOrder()];
    expect(await answerOf(await staff.get('/api/staff/queue'))).toMatchObject([
      { kind: 'order', id, order: { businessName: 'Figs', email: 'ana@example.com', amountCents: 4900 } },
    ]);
    const done = () => staff.post(`/api/staff/listing-orders/${id}/done`, { body: { note: 'made /business/figs' } });
    expect(await answerOf(await done())).toMatchObject({ status: 'handled', handledBy: 'stella' });
    expect((await done()).status).toBe(409);
    expect(await answerOf(await staff.get('/api/staff/queue'))).toEqual([]);
    expect(await answerOf(await staff.get('/api/staff/listing-orders?state=done'))).toMatchObject([{ id }]);
    expect(await mails()).toEqual([['ana@example.com', 'Figs is set up']]);
  });

  it('give the money back once, however many press', async () => {
    const [staff, { id, paymentIntentId }] = [await aStaffBrowser(), await aPaidOrder()];
    const press = () => staff.post(`/api/staff/listing-orders/${id}/refund`, { body: { reason: 'Not in our area' } });
    const answers = await Promise.all([press(), press()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await press()).status).toBe(409);
    const { data } = await stripe.refunds.list({ payment_intent: paymentIntentId ?? '' });
    expect(data).toMatchObject([{ amount: 4900, status: 'succeeded' }]);
    expect(await orders()).toMatchObject([{ status: 'withdrawn', refundedAt: now }]);
    expect(await database.db.$count(auditLog, eq(auditLog.action, 'order.refunded'))).toBe(1);
    expect(await mails()).toEqual([['ana@example.com', 'Your payment of $49 is on its way back']]);
    const short = await staff.post(`/api/staff/listing-orders/${id}/refund`, { body: { reason: 'no' } });
    expect(await problemOf(short)).toMatchObject({ status: 422, fields: { reason: 'Please say why' } });
    const unknown = '/api/staff/listing-orders/01900000-0000-7000-8000-000000000000/refund';
    expect((await staff.post(unknown, { body: { reason: 'Not in our area' } })).status).toBe(404);
  });
});
