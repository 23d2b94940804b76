/** Buying premium: who may, what is opened, and what a paid page grants, in whatever way the site hears of it. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stripeSyncs } from '#app/wiring/stripe-sync-order.ts';
import { upgradePriceKey } from '#features/billing/catalogue.ts';
import { reconcile } from '#features/billing/server/reconcile.ts';
import { syncRun } from '#features/billing/server/stripe-syncs.ts';
import type { Billing } from '#features/premium/contract.ts';
import { auditLog, businesses, subscriptions, upgradeSessions } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { type Person, startSandboxWithPrices } from '#tests/support/claim-desk.ts';
import { dayMs, PremiumDesk } from '#tests/support/premium-desk.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';
import type { RunningSandbox } from '../../../sandbox/stripe/start-sandbox.ts';

const database = testDatabase();
let sandbox: RunningSandbox;
let desk: PremiumDesk;
beforeAll(async () => {
  sandbox = await startSandboxWithPrices();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await database.pool.query('truncate pgboss.job');
  desk = new PremiumDesk(database, sandbox);
});

const isAbout = (date: Date | null, days: number) =>
  expect(Math.abs((date?.getTime() ?? 0) - desk.services.now().getTime() - days * dayMs)).toBeLessThan(3 * dayMs);

it('is paid once, and covers every listing of the owner, also later ones', async () => {
  const owner = await desk.owner();
  const pending = await aBusiness(database.db, { ownerId: owner.user.id, status: 'pending' });
  const other = await aBusiness(database.db, { status: 'approved' });
  const sessionId = await desk.openUpgrade(owner);
  await desk.payUpgrade(sessionId);
  expect(await desk.premiumUntil(owner.businessId)).toBeNull();
  await desk.deliverAll();
  isAbout(await desk.premiumUntil(owner.businessId), 30);
  expect(await desk.premiumUntil(pending.id)).toBeNull();
  expect(await desk.premiumUntil(other.id)).toBeNull();
  await database.db.update(businesses).set({ status: 'approved' }).where(eq(businesses.id, pending.id));
  await desk.tick();
  isAbout(await desk.premiumUntil(pending.id), 30);
  expect(await desk.chargedCents(owner)).toBe(2900);
  const bought = await database.db.select().from(auditLog).where(eq(auditLog.action, 'premium.bought'));
  expect(bought).toMatchObject([{ actorId: owner.user.id, data: { interval: 'monthly' } }]);
  expect(await answerOf(await owner.browser.get('/api/billing'))).toEqual({
    canManage: true,
    hasUpgrade: true,
    plan: { interval: 'monthly', nextInterval: null, renewsAt: expect.any(String) },
    notices: [],
    checkouts: [sessionId],
  });
});

it('is news to a dashboard while its page is open and for a minute after it is paid', async () => {
  const owner = await desk.owner();
  const news = async () => (await answerOf<Billing>(await owner.browser.get('/api/billing'))).checkouts;
  expect(await news()).toEqual([]);
  const monthly = await desk.openUpgrade(owner);
  expect(await news()).toEqual([monthly]);
  const yearly = await desk.openUpgrade(owner, 'yearly');
  expect(await news()).toEqual([yearly]);
  await desk.payUpgrade(yearly, { cents: 29_000 });
  expect(await news()).toEqual([yearly]);
  await desk.deliverAll();
  expect(await news()).toEqual([yearly]);
  await database.db.update(upgradeSessions).set({ completedAt: new Date(desk.services.now().getTime() - 61_000) });
  expect(await news()).toEqual([]);
});

it('is paid by the year', async () => {
  const owner = await desk.owner();
  await desk.payUpgrade(await desk.openUpgrade(owner, 'yearly'), { cents: 29_000 });
  await desk.deliverAll();
  isAbout(await desk.premiumUntil(owner.businessId), 365);
});

describe('is refused', () => {
  it('to strangers, and for intervals that are not sold', async () => {
    const owner = await desk.owner();
    owner.browser.cookies.delete('session');
    expect((await desk.upgrade(owner)).status).toBe(401);
    const signedIn = await desk.owner();
    const refused = await signedIn.browser.post('/api/upgrade', { body: { interval: 'daily' } });
    const message = 'Please choose monthly or yearly';
    expect(await problemOf(refused)).toMatchObject({ status: 422, message, fields: { interval: message } });
  });

  it('before a listing is approved', async () => {
    const person = await desk.person();
    await aBusiness(database.db, { ownerId: person.user.id, status: 'pending' });
    expect(await problemOf(await desk.upgrade(person))).toMatchObject({ status: 400 });
    expect(await database.db.$count(upgradeSessions)).toBe(0);
  });

  it('when everything is premium already', async () => {
    const person = await desk.person();
    const premiumExpiresAt = new Date(desk.services.now().getTime() + dayMs);
    await aBusiness(database.db, { ownerId: person.user.id, status: 'approved', premiumExpiresAt });
    expect(await problemOf(await desk.upgrade(person))).toMatchObject({ status: 409 });
  });

  it('while an upgrade is running, with the way to change it', async () => {
    const owner = await desk.owner();
    await desk.payUpgrade(await desk.openUpgrade(owner));
    await desk.deliverAll();
    await aBusiness(database.db, { ownerId: owner.user.id, status: 'approved' });
    const problem = await problemOf(await desk.upgrade(owner));
    expect(problem).toMatchObject({ status: 409, message: expect.stringContaining('Manage billing') });
  });

  it('in words, while Stripe is away, and nothing is half done', async () => {
    const owner = await desk.owner();
    sandbox.control.faults({ failNext: 10 });
    const problem = await problemOf(await desk.upgrade(owner));
    sandbox.control.faults({ failNext: 0 });
    expect(problem).toMatchObject({ status: 503, message: expect.stringContaining('Nothing was charged') });
    expect(await desk.openUpgrade(owner)).toMatch(/^cs_/);
  });
});

describe('a second try', () => {
  it('of the same interval gets the page that is open, from ten tabs at once', async () => {
    const owner = await desk.owner();
    const sessions = await Promise.all(Array.from({ length: 10 }, () => desk.openUpgrade(owner)));
    expect(new Set(sessions).size).toBe(1);
    expect(await desk.openUpgrade(owner)).toBe(sessions[0]);
  });

  it('of the other interval closes the first page', async () => {
    const owner = await desk.owner();
    const monthly = await desk.openUpgrade(owner);
    const yearly = await desk.openUpgrade(owner, 'yearly');
    expect(yearly).not.toBe(monthly);
    await expect(desk.payUpgrade(monthly)).rejects.toThrow();
    expect((await desk.stripe.checkout.sessions.retrieve(monthly)).status).toBe('expired');
  });

  it('after the page has run out gets another', async () => {
    const owner = await desk.owner();
    const first = await desk.openUpgrade(owner);
    desk.pass(0.1);
    const second = await desk.openUpgrade(owner);
    expect(second).not.toBe(first);
    expect((await desk.stripe.checkout.sessions.retrieve(second)).status).toBe('open');
  });

  it('whose row has too little time left for a page at Stripe gets another row', async () => {
    const owner = await desk.owner();
    sandbox.control.faults({ failNext: 10 });
    expect((await desk.upgrade(owner)).status).toBe(503);
    sandbox.control.faults({ failNext: 0 });
    const isOwn = eq(upgradeSessions.userId, owner.user.id);
    const expiresAt = new Date(desk.services.now().getTime() + 30 * 60_000 + 3000);
    await database.db.update(upgradeSessions).set({ expiresAt }).where(isOwn);
    const sessionId = await desk.openUpgrade(owner);
    const rows = await database.db.select().from(upgradeSessions).where(isOwn).orderBy(upgradeSessions.createdAt);
    expect(rows).toMatchObject([
      { status: 'expired', sessionId: null },
      { status: 'open', sessionId },
    ]);
  });

  it('of a page that Stripe does not know gets another', async () => {
    const owner = await desk.owner();
    const first = await desk.openUpgrade(owner);
    const isOwn = eq(upgradeSessions.userId, owner.user.id);
    await database.db.update(upgradeSessions).set({ sessionId: 'cs_test_of_other_keys' }).where(isOwn);
    expect(await desk.openUpgrade(owner)).not.toBe(first);
  });

  it('after it was paid, before the site heard of it, is refused, and premium is there', async () => {
    const owner = await desk.owner();
    await desk.payUpgrade(await desk.openUpgrade(owner));
    expect((await desk.upgrade(owner)).status).toBe(409);
    isAbout(await desk.premiumUntil(owner.businessId), 30);
  });

  it('with a customer that Stripe has forgotten makes a new one', async () => {
    const owner = await desk.owner();
    await desk.openUpgrade(owner);
    await database.db.update(upgradeSessions).set({ status: 'expired' });
    const [customer] = await desk.customersOf(owner);
    await desk.stripe.customers.del(customer?.id ?? '');
    const session = await desk.stripe.checkout.sessions.retrieve(await desk.openUpgrade(owner));
    expect(session.status).toBe('open');
    expect(session.customer).not.toBe(customer?.id);
  });
});

it('keeps one of two upgrades that were paid at once, and gives the money of the other back', async () => {
  const owner = await desk.owner();
  const first = await desk.openUpgrade(owner);
  await database.db.update(upgradeSessions).set({ status: 'expired' });
  const second = await desk.openUpgrade(owner, 'yearly');
  await desk.payUpgrade(first);
  await desk.payUpgrade(second, { cents: 29_000 });
  await desk.deliver(desk.newEvents().toReversed());
  await desk.deliverAll();
  const rows = await desk.subscriptionsOf(owner);
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['active', 'canceled']);
  const { data: refunds } = await desk.stripe.refunds.list();
  expect(refunds[0]?.amount).toBe(
    rows.find(({ status }) => status === 'canceled')?.priceKey?.includes('year') ? 29_000 : 2900,
  );
  expect(await desk.premiumUntil(owner.businessId)).not.toBeNull();
});

describe('the way back', () => {
  it('asks Stripe before any webhook has come, only for the own checkout', async () => {
    const owner = await desk.owner();
    const sessionId = await desk.openUpgrade(owner);
    const settle = (person = owner) => person.browser.post('/api/checkout/settle', { body: { sessionId } });
    expect(await answerOf(await settle())).toEqual({ status: 'open' });
    await desk.payUpgrade(sessionId);
    expect((await settle(await desk.owner())).status).toBe(404);
    expect(await answerOf(await settle())).toEqual({ status: 'complete' });
    isAbout(await desk.premiumUntil(owner.businessId), 30);
  });

  it('may be closed: the reconciler finds what no webhook told', async () => {
    const owner = await desk.owner();
    await desk.payUpgrade(await desk.openUpgrade(owner));
    await reconcile(stripeSyncs, syncRun(desk.services));
    await workOffJobs(desk.services);
    isAbout(await desk.premiumUntil(owner.businessId), 30);
  });
});

describe('the change between month and year', () => {
  const plan = async (owner: Person) =>
    (await answerOf<{ plan: unknown }>(await owner.browser.get('/api/billing'))).plan;
  const bought = async (interval: 'monthly' | 'yearly') => {
    const owner = await desk.owner();
    const cents = interval === 'monthly' ? 2900 : 29_000;
    await desk.payUpgrade(await desk.openUpgrade(owner, interval), { cents });
    await desk.deliverAll();
    return owner;
  };

  it.each([
    ['monthly', 'yearly', 29_000],
    ['yearly', 'monthly', 2900],
  ] as const)(
    'from %s to %s waits for the next period, and is taken back or repeated at will',
    async (from, to, cents) => {
      const owner = await bought(from);
      const paid = await desk.chargedCents(owner);
      const twice = await Promise.all([desk.changeInterval(owner, to), desk.changeInterval(owner, to)]);
      expect(twice.map(({ status }) => status)).toContain(200);
      expect(await plan(owner)).toMatchObject({ interval: from, nextInterval: to });
      await answerOf(await desk.changeInterval(owner, from));
      await answerOf(await desk.changeInterval(owner, from));
      expect(await plan(owner)).toMatchObject({ interval: from, nextInterval: null });
      await answerOf(await desk.changeInterval(owner, to));
      await desk.deliverAll();
      expect(await plan(owner)).toMatchObject({ interval: from, nextInterval: to });
      expect(await desk.chargedCents(owner)).toBe(paid);
      desk.pass(from === 'monthly' ? 32 : 367);
      await desk.deliverAll();
      expect(await desk.subscriptionsOf(owner)).toMatchObject([{ priceKey: upgradePriceKey[to], nextPriceKey: null }]);
      expect(await desk.chargedCents(owner)).toBe(paid + cents);
    },
  );

  it('is for those whose upgrade runs and is paid', async () => {
    const none = await desk.owner();
    expect(await problemOf(await desk.changeInterval(none, 'yearly'))).toMatchObject({ status: 409 });
    expect(await plan(none)).toBeNull();
    const ending = await bought('monthly');
    const [row] = await desk.subscriptionsOf(ending);
    await desk.stripe.subscriptions.update(row?.id ?? '', { cancel_at_period_end: true });
    await desk.deliverAll();
    expect((await problemOf(await desk.changeInterval(ending, 'yearly'))).message).toMatch(/^Your plan is ending/);
    expect(await plan(ending)).toBeNull();
    const unpaid = await bought('monthly');
    const isUnpaid = eq(subscriptions.userId, unpaid.user.id);
    await database.db.update(subscriptions).set({ status: 'past_due' }).where(isUnpaid);
    expect(await problemOf(await desk.changeInterval(unpaid, 'yearly'))).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^Your last payment/),
    });
  });
});
