/** Prices that staff change: who may, what is refused, who pays which one, and the way back. */
import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StaffPrices } from '#features/billing-desk/prices-contract.ts';
import type { City } from '#features/city-guide/contract.ts';
import type { Billing } from '#features/premium/contract.ts';
import { auditLog, businesses, claims, upgradeSessions } from '#server/db/schema/index.ts';
import { type Prices, usualPrices } from '#shared/prices.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { only } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';

const site = paymentSite();
const { database } = site;
const path = '/api/staff/prices';
let teresa: Person;
beforeEach(async () => {
  teresa = await site.desk.person({ role: 'staff', username: 'teresa', rights: ['treasurer'] });
});

const read = async () => answerOf<StaffPrices>(await teresa.browser.get(path));
const put = async (changes: Partial<Record<keyof Prices, unknown>>) =>
  teresa.browser.write('PUT', path, {
    body: { value: { ...usualPrices, ...changes }, changedAt: (await read()).changedAt },
  });
const reset = () => teresa.browser.write('DELETE', path);

it('shows everywhere at once, keeps its history, and goes back to the pack', async () => {
  expect(await read()).toEqual({
    value: usualPrices,
    packValue: usualPrices,
    changedAt: null,
    changedBy: null,
    history: [],
  });
  await answerOf(await put({ claim: 2750, premiumMonth: 3500 }));
  expect((await answerOf<City>(await teresa.browser.get('/api/city'))).prices).toEqual({
    ...usualPrices,
    claim: 2750,
    premiumMonth: 3500,
  });
  await answerOf(await reset());
  expect((await answerOf<City>(await teresa.browser.get('/api/city'))).prices).toEqual(usualPrices);
  expect((await problemOf(await reset())).status).toBe(409);
  const { history } = await read();
  expect(history).toMatchObject([
    { by: 'teresa', isReset: true, changes: [{ name: 'claim', from: 2750, to: 2500 }, { name: 'premiumMonth' }] },
    {
      by: 'teresa',
      isReset: false,
      changes: [
        { name: 'claim', from: 2500, to: 2750 },
        { name: 'premiumMonth', from: 2900, to: 3500 },
      ],
    },
  ]);
});

describe('refuses', () => {
  it.each([
    ['less than a card can pay', { claimPremium: 49 }, 'claimPremium'],
    ['premium for nothing', { premiumMonth: 0 }, 'premiumMonth'],
    ['a listing for nothing', { listing: 0 }, 'listing'],
    ['part of a cent', { premiumYear: 100.5 }, 'premiumYear'],
    ['less than nothing', { claim: -100 }, 'claim'],
    ['more than ten thousand dollars', { listingPremium: 1_000_001 }, 'listingPremium'],
    ['words', { claim: 'free' }, 'claim'],
    ['a price that nobody knows', { breakfast: 100 } as object, 'prices'],
  ])('%s', async (_, changes, field) => {
    const problem = await problemOf(await put(changes));
    expect([problem.status, Object.keys(problem.fields ?? {})]).toEqual([422, [field]]);
  });

  it('refuses staff without the right, and an outdated form', async () => {
    const editor = await site.desk.person({ role: 'staff', rights: ['editor', 'moderator'] });
    expect((await editor.browser.get(path)).status).toBe(403);
    await answerOf(await put({ claim: 3000 }));
    const old = await teresa.browser.write('PUT', path, { body: { value: usualPrices, changedAt: null } });
    expect((await problemOf(old)).status).toBe(409);
  });
});

describe('a new price', () => {
  it('is paid by who buys now; a running plan keeps its own, also in mails and on the dashboard', async () => {
    const first = await site.desk.owner();
    await site.desk.payUpgrade(await site.desk.openUpgrade(first));
    await site.desk.deliverAll();
    await answerOf(await put({ premiumMonth: 3500, premiumYear: 35_000 }));
    const second = await site.desk.owner();
    const sessionId = await site.desk.openUpgrade(second);
    await site.desk.payUpgrade(sessionId, { cents: 3500 });
    await site.desk.deliverAll();
    expect([await site.desk.chargedCents(first), await site.desk.chargedCents(second)]).toEqual([2900, 3500]);
    const plan = async ({ browser }: Person) => (await answerOf<Billing>(await browser.get('/api/billing'))).plan;
    expect([await plan(first), await plan(second)]).toMatchObject([
      { interval: 'monthly', cents: 2900 },
      { interval: 'monthly', cents: 3500 },
    ]);
    const welcome = (await queuedMail(database.pool)).filter(({ subject }) => subject === 'Welcome to Premium');
    expect(welcome.map(({ text }) => text.match(/It costs (\S+ a month)/)?.[1])).toEqual([
      '$29 a month',
      '$35 a month',
    ]);
    await answerOf(await site.desk.changeInterval(first, 'yearly'));
    expect(await plan(first)).toMatchObject({ cents: 2900, nextInterval: 'yearly', nextCents: 35_000 });
    await answerOf(await site.desk.changeInterval(first, 'monthly'));
    expect(await plan(first)).toMatchObject({ cents: 2900, nextInterval: null });
  });

  it('may be the old one again', async () => {
    for (const cents of [3500, 2900, 3500]) {
      await answerOf(await put({ premiumMonth: cents }));
      const owner = await site.desk.owner();
      await site.desk.payUpgrade(await site.desk.openUpgrade(owner), { cents });
      expect(await site.desk.chargedCents(owner)).toBe(cents);
    }
  });

  it('opens another page instead of one at the old price; a payment of the old page still counts', async () => {
    const owner = await site.desk.owner();
    const old = await site.desk.openUpgrade(owner);
    await answerOf(await put({ premiumMonth: 3500 }));
    const next = await site.desk.openUpgrade(owner);
    expect(next).not.toBe(old);
    const ada = await site.desk.person();
    const { id } = await aBusiness(database.db);
    const claimPage = await answerOf<{ sessionId: string }>(await site.desk.start(ada, id));
    await answerOf(await put({ claim: 4000, premiumMonth: 3500 }));
    await site.desk.pay(claimPage.sessionId);
    await site.desk.settle();
    expect(await site.desk.claimOf(ada)).toMatchObject({ status: 'in_review', amountCents: 2500 });
  });

  it('refuses an amount from a page of before, in words', async () => {
    await answerOf(await put({ claim: 2750, premiumMonth: 3500, listing: 5000 }));
    const owner = await site.desk.owner();
    const { id } = await aBusiness(database.db);
    const claim = await problemOf(await site.desk.start(owner, id));
    expect([claim.status, claim.message]).toEqual([400, 'This plan costs $27.50 a month now. Please reload the page.']);
    await answerOf(await site.desk.start(owner, id, { amount: 27.5 }));
    const body = { interval: 'monthly', amountCents: 2900 };
    const upgrade = await problemOf(await owner.browser.post('/api/upgrade', { body }));
    expect([upgrade.status, upgrade.message]).toEqual([
      400,
      'Premium costs $35 a month now. Please reload the page and choose again.',
    ]);
    expect(await database.db.$count(upgradeSessions)).toBe(0);
    const listing = { amount: 49, plan: 'standard' };
    expect((await problemOf(await owner.browser.post('/api/create-payment-intent', { body: listing }))).status).toBe(
      400,
    );
  });
});

describe('a claim at 0', () => {
  let business: Business;
  let ada: Person;
  beforeEach(async () => {
    await answerOf(await put({ claim: 0 }));
    business = await aBusiness(database.db, { name: 'Bakery', slug: 'bakery' });
    ada = await site.desk.person({ username: 'ada', email: 'ada@example.com' });
  });
  const start = async (person = ada) =>
    answerOf<{ sessionId: string; url: string }>(await site.desk.start(person, business.id, { amount: 0 }));

  it('goes to review without a card or a page at Stripe, and makes the owner', async () => {
    const begun = await start();
    const claim = await site.desk.claimOf(ada);
    expect(begun).toEqual({
      sessionId: claim.id,
      url: `${site.desk.services.env.siteUrl}/claim-received?claim=${claim.id}`,
      dueTodayCents: null,
    });
    expect(await start()).toEqual(begun);
    expect(claim).toMatchObject({ status: 'in_review', amountCents: 0, plan: 'standard', checkoutUrl: null });
    await answerOf(
      await ada.browser.write('PUT', `/api/claims/${claim.id}/evidence`, {
        body: { note: 'I bake there', phone: '210-555-0133' },
      }),
    );
    const moderator = await site.desk.person({ role: 'staff', rights: ['moderator'] });
    await answerOf(await moderator.browser.post(`/api/staff/claims/${claim.id}/approve`, { body: { amountCents: 0 } }));
    await site.desk.settle();
    expect(await database.db.select().from(businesses).where(eq(businesses.id, business.id))).toMatchObject([
      { ownerId: ada.user.id },
    ]);
    expect(await site.desk.customersOf(ada)).toEqual([]);
    const mails = (await queuedMail(database.pool)).filter(({ to }) => to === 'ada@example.com');
    expect(mails.map(({ subject }) => subject)).toEqual(['We have your claim on Bakery', 'Bakery is yours']);
    for (const { text } of mails) expect(text).not.toMatch(/card|charged/);
  });

  it('needs no decision within the time of a hold, and names no card when it is refused', async () => {
    await start();
    site.desk.aheadMs += 20 * 86_400_000;
    await site.desk.settle();
    const { id } = only(await database.db.select().from(claims), 'claim');
    const moderator = await site.desk.person({ role: 'staff', rights: ['moderator'] });
    await answerOf(
      await moderator.browser.post(`/api/staff/claims/${id}/reject`, { body: { reason: 'Nobody knows you there' } }),
    );
    const mails = (await queuedMail(database.pool)).filter(({ subject }) => subject.includes('not approved'));
    expect(only(mails, 'mail').text).not.toContain('charged');
  });

  it('ends the page that was open at a price; one in review with a card stays', async () => {
    await answerOf(await reset());
    const page = await answerOf<{ sessionId: string }>(await site.desk.start(ada, business.id));
    await answerOf(await put({ claim: 0 }));
    await start();
    const [newest] = await database.db.select().from(claims).orderBy(desc(claims.id)).limit(1);
    expect(newest).toMatchObject({ amountCents: 0, status: 'in_review' });
    expect((await site.desk.stripe.checkout.sessions.retrieve(page.sessionId)).status).toBe('expired');
    const notes = await database.db.select().from(auditLog).where(eq(auditLog.action, 'claim.submitted'));
    expect(notes).toHaveLength(1);
  });
});
