/** Orders of a listing on the payment page: which payments a visitor may begin, and how often. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { listingOrders } from '#server/db/schema/index.ts';
import { stripeClient } from '#server/stripe/stripe-client.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { orderSite, standard } from '#tests/support/order-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, type TestBrowser } from '#tests/support/test-browser.ts';

const site = orderSite();
const { visitor, begin, pay, orders, confirm } = site;
const intents = async () => (await site.stripe.paymentIntents.list({ limit: 100 })).data;

describe('two pages that begin at once', () => {
  const contact = { email: 'ana@example.com', businessName: 'Figs' };
  const isKnown = async (browser: TestBrowser) => [
    await answerOf(await browser.post('/api/listing-orders/settle')),
    (await browser.get('/api/listing-orders/details')).status,
  ];

  it('are told apart by the payment that is made, whichever the cookie names', async () => {
    const browser = visitor();
    const pages = await Promise.all(
      [1, 2].map(async () => {
        // As pages that are opened at once: neither knows the cookie of the other.
        const answer = await visitor().post('/api/create-payment-intent', { body: standard });
        return (await answerOf<{ clientSecret: string }>(answer)).clientSecret;
      }),
    );
    const [one = '', two = ''] = pages;
    expect(one).not.toBe(two);
    for (const payment of [one, two]) {
      const saved = await browser.write('PUT', '/api/listing-orders/contact', { body: { ...contact, payment } });
      expect(await answerOf(saved)).toEqual({ saved: true });
      const intent = payment.split('_secret_')[0] ?? '';
      await pay(intent);
      expect(await isKnown(browser)).toEqual([{ status: 'paid' }, 200]);
    }
    expect((await orders()).map(({ email, status }) => [email, status])).toEqual(
      Array(2).fill(['ana@example.com', 'paid']),
    );
  });

  it('give nobody the order of a stranger: its secret has to be known', async () => {
    const theirs = visitor();
    const intent = await begin(theirs);
    const thief = visitor();
    const own = await begin(thief);
    for (const payment of [`${intent}_secret_guess`, intent, 'pi_none_secret_x']) {
      const body = { email: 'eve@example.com', businessName: '', payment };
      expect(await answerOf(await thief.write('PUT', '/api/listing-orders/contact', { body }))).toEqual({
        saved: true,
      });
    }
    const saved = (await orders()).map(({ paymentIntentId, email }) => [paymentIntentId, email]);
    expect(Object.fromEntries(saved)).toEqual({ [intent]: null, [own]: 'eve@example.com' });
  });
});

it('asks the payment service at most so often for what a browser has ordered', async () => {
  const browser = visitor();
  await begin(browser);
  let calls = 0;
  stripeClient(site.services.env).on('response', () => calls++);
  const looks = await Promise.all(Array.from({ length: 130 }, () => browser.get('/api/listing-orders/details')));
  expect(looks.filter(({ status }) => status === 429)).toHaveLength(10);
  expect(calls).toBe(120);
  // Nobody gives a card for a payment of yesterday that was never tried.
  await site.database.db.update(listingOrders).set({ createdAt: new Date(Date.now() - 25 * 3_600_000) });
  const later = visitor('192.0.2.77');
  later.cookies.set(...([...browser.cookies].find(([name]) => name.includes('order')) ?? ['', '']));
  await later.get('/api/listing-orders/details');
  expect(calls).toBe(120);
});

describe('beginning', () => {
  it('charges what the catalogue says', async () => {
    const intent = await begin(visitor(), { amount: 99, plan: 'premium' });
    const [order] = await orders();
    expect(order).toMatchObject({ plan: 'premium', amountCents: 9900, status: 'pending', paymentIntentId: intent });
    expect(await site.stripe.paymentIntents.retrieve(intent)).toMatchObject({
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
    expect((await site.stripe.paymentIntents.retrieve(first)).status).toBe('canceled');

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
    site.sandbox.control.faults({ failNext: 3 });
    expect((await browser.post('/api/create-payment-intent', { body: standard })).status).toBe(503);
    await begin(browser);
    expect((await orders()).map(({ status }) => status)).toEqual(['canceled', 'pending']);
  });
});

describe('the account of an order', () => {
  const browserOf = async () => {
    const user = await aUser(site.database.db);
    return { user, session: await aSession(site.database.db, user.id) };
  };
  const contact = (browser: TestBrowser, email: string) =>
    browser.write('PUT', '/api/listing-orders/contact', { body: { email, businessName: '' } });

  it('is not who opened the page, but who goes on with it and pays', async () => {
    const [maria, ben] = [await browserOf(), await browserOf()];
    const shared = visitor().withSession(maria.session);
    const hers = await begin(shared);
    await contact(shared, 'maria@example.com');
    const his = await begin(shared.withSession(ben.session));
    expect(his).not.toBe(hers);
    expect((await site.stripe.paymentIntents.retrieve(hers)).status).toBe('canceled');
    await pay(his);
    await confirm(shared, { email: '', businessName: '', plan: 'Standard' });
    expect(await orders()).toMatchObject([
      { userId: maria.user.id, status: 'canceled' },
      { userId: ben.user.id, email: null },
    ]);
  });

  it.each([
    ['standard', standard],
    ['premium', { amount: 99, plan: 'premium' }],
  ])('knows its %s order in a browser that has not paid', async (plan, body) => {
    const [maria, ben] = [await browserOf(), await browserOf()];
    const payer = visitor().withSession(maria.session);
    const intent = await begin(payer, body);
    await answerOf(await contact(payer, ''));
    await pay(intent);
    await answerOf(await payer.post('/api/listing-orders/settle'));
    const ask = async (browser: TestBrowser, path = '/api/create-payment-intent') =>
      answerOf<object>(await browser.post(path, path.endsWith('settle') ? {} : { body: standard }));
    const elsewhere = visitor().withSession(maria.session);
    const details = '/api/listing-orders/details?order=';
    // Before the payment page begins another payment there, and after.
    for (let look = 0; look < 2; look++) {
      expect(await ask(elsewhere, '/api/listing-orders/settle')).toEqual({ status: 'paid' });
      expect(await answerOf(await elsewhere.get(details))).toMatchObject({ plan, state: 'waits' });
      expect(await ask(elsewhere)).toMatchObject({ waiting: { plan } });
    }
    // An address that a stranger wrote cannot lead the receipt of the account's order to a mailbox.
    await confirm(elsewhere);
    expect((await site.mails()).filter(([to]) => to === 'ana@example.com')).toEqual([]);
    const stranger = visitor().withSession(ben.session);
    expect(await ask(stranger, '/api/listing-orders/settle')).toEqual({ status: 'none' });
    expect((await stranger.get(details)).status).toBe(404);
    expect(await ask(stranger)).not.toHaveProperty('waiting');

    // A listing that is set up is no reason not to pay, and is not told of for long.
    await site.database.db
      .update(listingOrders)
      .set({ status: 'handled' })
      .where(eq(listingOrders.plan, plan as 'standard'));
    expect(await ask(elsewhere)).not.toHaveProperty('waiting');
    expect(await answerOf(await elsewhere.get(details))).toMatchObject({ plan, state: 'set-up' });
    site.now = new Date(Date.now() + 8 * 86_400_000);
    expect((await visitor().withSession(maria.session).get(details)).status).toBe(404);
  });

  it('is known when somebody logs in between opening the page and paying', async () => {
    const { user, session } = await browserOf();
    const browser = visitor();
    const intent = await begin(browser);
    expect(await begin(browser.withSession(session))).toBe(intent);
    expect(await orders()).toMatchObject([{ userId: user.id }]);
  });

  it('is that of the payment, and keeps nothing that another one typed, in a page that stayed open', async () => {
    const [maria, ben] = [await browserOf(), await browserOf()];
    const shared = visitor().withSession(maria.session);
    await begin(shared);
    await contact(shared, 'maria@example.com');
    await contact(shared.withSession(ben.session), '');
    expect(await orders()).toMatchObject([{ userId: ben.user.id, email: null }]);
  });
});
