/** Buying premium: who may buy, the checkout session, and the purchase, whether an event, a job or the success page settles it. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { stripeSyncs } from '#app/wiring/stripe-sync-order.ts';
import { upgradePriceKey } from '#features/billing/catalogue.ts';
import { reconcile } from '#features/billing/server/reconcile.ts';
import { syncRun } from '#features/billing/server/stripe-syncs.ts';
import type { Billing } from '#features/premium/contract.ts';
import { auditLog, businesses, subscriptions, upgradeSessions } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { dayMs } from '#tests/support/premium-desk.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const site = paymentSite();
const { database } = site;

const isAbout = (date: Date | null, days: number) =>
  expect(Math.abs((date?.getTime() ?? 0) - site.desk.services.now().getTime() - days * dayMs)).toBeLessThan(3 * dayMs);

it('is paid once, and covers every listing of the owner, also later ones', async () => {
  const owner = await site.desk.owner();
  const pending = await aBusiness(database.db, { ownerId: owner.user.id, status: 'pending' });
  const other = await aBusiness(database.db, { status: 'approved' });
  const sessionId = await site.desk.openUpgrade(owner);
  await site.desk.payUpgrade(sessionId);
  expect(await site.desk.premiumUntil(owner.businessId)).toBeNull();
  await site.desk.deliverAll();
  isAbout(await site.desk.premiumUntil(owner.businessId), 30);
  expect(await site.desk.premiumUntil(pending.id)).toBeNull();
  expect(await site.desk.premiumUntil(other.id)).toBeNull();
  await database.db.update(businesses).set({ status: 'approved' }).where(eq(businesses.id, pending.id));
  await site.desk.tick();
  isAbout(await site.desk.premiumUntil(pending.id), 30);
  expect(await site.desk.chargedCents(owner)).toBe(2900);
  const bought = await database.db.select().from(auditLog).where(eq(auditLog.action, 'premium.bought'));
  expect(bought).toMatchObject([{ actorId: owner.user.id, data: { interval: 'monthly' } }]);
  expect(await answerOf(await owner.browser.get('/api/billing'))).toEqual({
    canManage: true,
    hasBills: true,
    hasTax: false,
    takenOver: [],
    prepaid: [],
    hasUpgrade: true,
    claimPremium: [],
    plan: { interval: 'monthly', cents: 2900, nextInterval: null, nextCents: null, renewsAt: expect.any(String) },
    plans: [
      {
        ...{ id: expect.stringMatching(/^sub_/), name: 'Premium for all your listings', business: null },
        ...{ kind: 'owner_premium', businessId: null },
        ...{ cents: 2900, interval: 'monthly', renewsAt: expect.any(String), endsAt: null },
        ...{ isUnpaid: false, premiumFrom: null },
        ...{ isOwed: false, isFirstOwed: false, owedBy: null, handedOverBy: null },
        ...{ next: null, noChange: null, laterChange: null, percentOff: null },
      },
    ],
    deletesAt: null,
    notices: [],
    notes: [],
    checkouts: [sessionId],
  });
});

it('is news to a dashboard while its page is open and for a minute after it is paid', async () => {
  const owner = await site.desk.owner();
  const news = async () => (await answerOf<Billing>(await owner.browser.get('/api/billing'))).checkouts;
  expect(await news()).toEqual([]);
  const monthly = await site.desk.openUpgrade(owner);
  expect(await news()).toEqual([monthly]);
  const yearly = await site.desk.openUpgrade(owner, 'yearly');
  expect(await news()).toEqual([yearly]);
  await site.desk.payUpgrade(yearly, { cents: 29_000 });
  expect(await news()).toEqual([yearly]);
  await site.desk.deliverAll();
  expect(await news()).toEqual([yearly]);
  await database.db.update(upgradeSessions).set({ completedAt: new Date(site.desk.services.now().getTime() - 61_000) });
  expect(await news()).toEqual([]);
});

it('is paid by the year', async () => {
  const owner = await site.desk.owner();
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner, 'yearly'), { cents: 29_000 });
  await site.desk.deliverAll();
  isAbout(await site.desk.premiumUntil(owner.businessId), 365);
});

describe('is refused', () => {
  it('to strangers, and for intervals that are not sold', async () => {
    const owner = await site.desk.owner();
    owner.browser.cookies.delete('session');
    expect((await site.desk.upgrade(owner)).status).toBe(401);
    const signedIn = await site.desk.owner();
    const refused = await signedIn.browser.post('/api/upgrade', { body: { interval: 'daily' } });
    const message = 'Please choose monthly or yearly';
    expect(await problemOf(refused)).toMatchObject({ status: 422, message, fields: { interval: message } });
  });

  it('before a listing is approved', async () => {
    const person = await site.desk.person();
    await aBusiness(database.db, { ownerId: person.user.id, status: 'pending' });
    expect(await problemOf(await site.desk.upgrade(person))).toMatchObject({ status: 400 });
    expect(await database.db.$count(upgradeSessions)).toBe(0);
  });

  it('when everything is premium already', async () => {
    const person = await site.desk.person();
    const premiumExpiresAt = new Date(site.desk.services.now().getTime() + dayMs);
    await aBusiness(database.db, { ownerId: person.user.id, status: 'approved', premiumExpiresAt });
    expect(await problemOf(await site.desk.upgrade(person))).toMatchObject({ status: 409 });
  });

  it('while an upgrade is running, with the way to change it', async () => {
    const owner = await site.desk.owner();
    await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
    await site.desk.deliverAll();
    await aBusiness(database.db, { ownerId: owner.user.id, status: 'approved' });
    const problem = await problemOf(await site.desk.upgrade(owner));
    expect(problem).toMatchObject({ status: 409, message: expect.stringContaining('Manage billing') });
  });

  it('in words, while Stripe is away, and nothing is half done', async () => {
    const owner = await site.desk.owner();
    site.sandbox.control.faults({ failNext: 10 });
    const problem = await problemOf(await site.desk.upgrade(owner));
    site.sandbox.control.faults({ failNext: 0 });
    expect(problem).toMatchObject({ status: 503, message: expect.stringContaining('Nothing was charged') });
    expect(await site.desk.openUpgrade(owner)).toMatch(/^cs_/);
  });
});

describe('a second try', () => {
  it('of the same interval gets the page that is open, from ten tabs at once', async () => {
    const owner = await site.desk.owner();
    const sessions = await Promise.all(Array.from({ length: 10 }, () => site.desk.openUpgrade(owner)));
    expect(new Set(sessions).size).toBe(1);
    expect(await site.desk.openUpgrade(owner)).toBe(sessions[0]);
  });

  it('of the other interval closes the first page', async () => {
    const owner = await site.desk.owner();
    const monthly = await site.desk.openUpgrade(owner);
    const yearly = await site.desk.openUpgrade(owner, 'yearly');
    expect(yearly).not.toBe(monthly);
    await expect(site.desk.payUpgrade(monthly)).rejects.toThrow();
    expect((await site.desk.stripe.checkout.sessions.retrieve(monthly)).status).toBe('expired');
  });

  it('after the page has run out gets another', async () => {
    const owner = await site.desk.owner();
    const first = await site.desk.openUpgrade(owner);
    site.desk.pass(0.1);
    const second = await site.desk.openUpgrade(owner);
    expect(second).not.toBe(first);
    expect((await site.desk.stripe.checkout.sessions.retrieve(second)).status).toBe('open');
  });

  it('whose row has too little time left for a page at Stripe gets another row', async () => {
    const owner = await site.desk.owner();
    site.sandbox.control.faults({ failNext: 10 });
    expect((await site.desk.upgrade(owner)).status).toBe(503);
    site.sandbox.control.faults({ failNext: 0 });
    const isOwn = eq(upgradeSessions.userId, owner.user.id);
    const expiresAt = new Date(site.desk.services.now().getTime() + 30 * 60_000 + 3000);
    await database.db.update(upgradeSessions).set({ expiresAt }).where(isOwn);
    const sessionId = await site.desk.openUpgrade(owner);
    const rows = await database.db.select().from(upgradeSessions).where(isOwn).orderBy(upgradeSessions.createdAt);
    expect(rows).toMatchObject([
      { status: 'expired', sessionId: null },
      { status: 'open', sessionId },
    ]);
  });

  it('of a page that Stripe does not know gets another', async () => {
    const owner = await site.desk.owner();
    const first = await site.desk.openUpgrade(owner);
    const isOwn = eq(upgradeSessions.userId, owner.user.id);
    await database.db.update(upgradeSessions).set({ sessionId: 'cs_test_of_other_keys' }).where(isOwn);
    expect(await site.desk.openUpgrade(owner)).not.toBe(first);
  });

  it('after it was paid, before the site heard of it, is refused, and premium is there', async () => {
    const owner = await site.desk.owner();
    await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
    expect((await site.desk.upgrade(owner)).status).toBe(409);
    isAbout(await site.desk.premiumUntil(owner.businessId), 30);
  });

  it('with a customer that Stripe has forgotten makes a new one', async () => {
    const owner = await site.desk.owner();
    await site.desk.openUpgrade(owner);
    await database.db.update(upgradeSessions).set({ status: 'expired' });
    const [customer] = await site.desk.customersOf(owner);
    await site.desk.stripe.customers.del(found(customer, 'customer').id);
    const session = await site.desk.stripe.checkout.sessions.retrieve(await site.desk.openUpgrade(owner));
    expect(session.status).toBe('open');
    expect(session.customer).not.toBe(customer?.id);
  });
});

it('keeps one of two upgrades that were paid at once, and gives the money of the other back', async () => {
  const owner = await site.desk.owner();
  const first = await site.desk.openUpgrade(owner);
  await database.db.update(upgradeSessions).set({ status: 'expired' });
  const second = await site.desk.openUpgrade(owner, 'yearly');
  await site.desk.payUpgrade(first);
  await site.desk.payUpgrade(second, { cents: 29_000 });
  await site.desk.deliver(site.desk.newEvents().toReversed());
  await site.desk.deliverAll();
  const rows = await site.desk.subscriptionsOf(owner);
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['active', 'canceled']);
  const { data: refunds } = await site.desk.stripe.refunds.list();
  expect(refunds[0]?.amount).toBe(
    rows.find(({ status }) => status === 'canceled')?.priceKey?.includes('year') ? 29_000 : 2900,
  );
  expect(await site.desk.premiumUntil(owner.businessId)).not.toBeNull();
});

describe('the way back', () => {
  it('asks Stripe before any webhook has come, only for the own checkout', async () => {
    const owner = await site.desk.owner();
    const sessionId = await site.desk.openUpgrade(owner);
    const settle = (person = owner) => person.browser.post('/api/checkout/settle', { body: { sessionId } });
    expect(await answerOf(await settle())).toEqual({ status: 'open' });
    await site.desk.payUpgrade(sessionId);
    expect((await settle(await site.desk.owner())).status).toBe(404);
    expect(await answerOf(await settle())).toEqual({ status: 'complete' });
    isAbout(await site.desk.premiumUntil(owner.businessId), 30);
  });

  it('may be closed: the reconciler finds what no webhook told', async () => {
    const owner = await site.desk.owner();
    await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
    await reconcile(stripeSyncs, syncRun(site.desk.services));
    await workOffJobs(site.desk.services);
    isAbout(await site.desk.premiumUntil(owner.businessId), 30);
  });
});

describe('the change between month and year', () => {
  const plan = async (owner: Person) =>
    (await answerOf<{ plan: unknown }>(await owner.browser.get('/api/billing'))).plan;
  const bought = async (interval: 'monthly' | 'yearly') => {
    const owner = await site.desk.owner();
    const cents = interval === 'monthly' ? 2900 : 29_000;
    await site.desk.payUpgrade(await site.desk.openUpgrade(owner, interval), { cents });
    await site.desk.deliverAll();
    return owner;
  };

  it.each([
    ['monthly', 'yearly', 29_000],
    ['yearly', 'monthly', 2900],
  ] as const)(
    'from %s to %s waits for the next period, and is taken back or repeated at will',
    async (from, to, cents) => {
      const owner = await bought(from);
      const paid = await site.desk.chargedCents(owner);
      const twice = await Promise.all([site.desk.changeInterval(owner, to), site.desk.changeInterval(owner, to)]);
      expect(twice.map(({ status }) => status)).toContain(200);
      expect(await plan(owner)).toMatchObject({ interval: from, nextInterval: to });
      await answerOf(await site.desk.changeInterval(owner, from));
      await answerOf(await site.desk.changeInterval(owner, from));
      expect(await plan(owner)).toMatchObject({ interval: from, nextInterval: null });
      await answerOf(await site.desk.changeInterval(owner, to));
      await site.desk.deliverAll();
      expect(await plan(owner)).toMatchObject({ interval: from, nextInterval: to });
      expect(await site.desk.chargedCents(owner)).toBe(paid);
      site.desk.pass(from === 'monthly' ? 32 : 367);
      await site.desk.deliverAll();
      expect(await site.desk.subscriptionsOf(owner)).toMatchObject([
        { priceKey: upgradePriceKey[to], nextPriceKey: null },
      ]);
      expect(await site.desk.chargedCents(owner)).toBe(paid + cents);
    },
  );

  it('is for those whose upgrade runs and is paid', async () => {
    const none = await site.desk.owner();
    expect(await problemOf(await site.desk.changeInterval(none, 'yearly'))).toMatchObject({ status: 409 });
    expect(await plan(none)).toBeNull();
    const ending = await bought('monthly');
    const [row] = await site.desk.subscriptionsOf(ending);
    await site.desk.stripe.subscriptions.update(found(row, 'subscription').id, { cancel_at_period_end: true });
    await site.desk.deliverAll();
    expect((await problemOf(await site.desk.changeInterval(ending, 'yearly'))).message).toMatch(/^Your plan is ending/);
    expect(await plan(ending)).toBeNull();
    const unpaid = await bought('monthly');
    const isUnpaid = eq(subscriptions.userId, unpaid.user.id);
    await database.db.update(subscriptions).set({ status: 'past_due' }).where(isUnpaid);
    expect(await problemOf(await site.desk.changeInterval(unpaid, 'yearly'))).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^Your last payment/),
    });
  });
});
