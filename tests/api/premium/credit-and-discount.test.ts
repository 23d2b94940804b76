/** Staff credit a payment, or take a part off the coming ones: Stripe charges less, and the owner is told. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Billing } from '#features/premium/contract.ts';
import { aSession } from '#tests/factories/a-session.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { only } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;
let staff: Person;
beforeEach(async () => {
  staff = await site.desk.person({ role: 'staff' });
});

async function subscriber(interval: 'monthly' | 'yearly' = 'monthly') {
  const owner = await site.desk.owner();
  const cents = interval === 'monthly' ? 2900 : 29_000;
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner, interval), { cents });
  await site.desk.deliverAll();
  return { ...owner, plan: only(await site.desk.subscriptionsOf(owner), 'subscription').id };
}

const act = (what: 'credit' | 'discount', plan: string, body: object) =>
  staff.browser.post(`/api/staff/billing/subscriptions/${plan}/${what}`, {
    body: { id: randomUUID(), reason: 'The site was slow', ...body },
  });
const subjectsTo = async ({ user }: Person) =>
  (await queuedMail(database.pool)).filter(({ to }) => to === user.email).map(({ subject }) => subject);
const notesOf = async (owner: Person) => {
  owner.browser.withSession(await aSession(database.db, owner.user.id, { expiresAt: new Date(Date.now() + 1e11) }));
  return (await answerOf<Billing>(await owner.browser.get('/api/billing'))).notes;
};

it('credits at most what was paid, once for a form that is sent twice, and the next payments are lower', async () => {
  const owner = await subscriber();
  const form = { id: randomUUID(), cents: 2000 };
  const twice = await Promise.all([act('credit', owner.plan, form), act('credit', owner.plan, form)]);
  expect(await Promise.all(twice.map((answer) => answerOf(answer)))).toMatchObject([{ cents: 2000 }, { cents: 2000 }]);
  const more = { status: 422, fields: { cents: 'At most $9 of the last payment can be credited' } };
  expect(await problemOf(await act('credit', owner.plan, { cents: 901 }))).toMatchObject(more);
  // The form names the same maximum before it asks.
  const payment = await staff.browser.get(`/api/staff/billing/subscriptions/${owner.plan}/payment`);
  expect(await answerOf(payment)).toMatchObject({ cents: 2900, leftCents: 2900, creditableCents: 900 });
  expect(await notesOf(owner)).toMatchObject([{ kind: 'credit', cents: 2000, reason: 'The site was slow' }]);
  expect(await subjectsTo(owner)).toContain('$20 to your credit');
  // Staff read the same credit as the owner.
  const credit = { cents: 2000, hasTax: false };
  expect(await answerOf(await staff.browser.get(`/api/staff/billing/people/${owner.user.id}/credit`))).toEqual(credit);
  expect(await answerOf(await owner.browser.get('/api/billing/credit'))).toEqual(credit);
  // The tax is known without the payment service.
  for (const collectsTax of [true, false]) {
    if (site.desk.services.env.stripe) site.desk.services.env.stripe.collectsTax = collectsTax;
    const known = { hasTax: collectsTax };
    expect(await answerOf(await staff.browser.get(`/api/staff/billing/people/${owner.user.id}`))).toMatchObject(known);
    expect(await answerOf(await owner.browser.get('/api/billing'))).toMatchObject(known);
  }
  site.desk.pass(32);
  await site.desk.deliverAll();
  expect(await site.desk.chargedCents(owner)).toBe(2900 + 900);
  expect(await site.desk.premiumUntil(owner.businessId)).not.toBeNull();
  site.desk.pass(31);
  await site.desk.deliverAll();
  expect(await site.desk.chargedCents(owner)).toBe(2900 + 900 + 2900);
});

it('pays a whole renewal with a credit: nothing is charged, and premium goes on', async () => {
  const owner = await subscriber();
  expect((await act('credit', owner.plan, { cents: 2900 })).status).toBe(200);
  const before = await site.desk.premiumUntil(owner.businessId);
  site.desk.pass(32);
  await site.desk.deliverAll();
  expect(await site.desk.chargedCents(owner)).toBe(2900);
  const after = await site.desk.premiumUntil(owner.businessId);
  expect(after?.getTime()).toBeGreaterThan(before?.getTime() ?? 0);
});

it('takes a part off for two months, then charges in full', async () => {
  const owner = await subscriber();
  expect(await answerOf(await act('discount', owner.plan, { percentOff: 50, months: 2 }))).toEqual({
    ...{ percentOff: 50, isUnderWay: false },
  });
  expect(await subjectsTo(owner)).toContain('50% off your plan');
  expect(await notesOf(owner)).toMatchObject([{ kind: 'discount', percentOff: 50, months: 2 }]);
  for (const cents of [2900 + 1450, 2900 + 2 * 1450, 2 * 2900 + 2 * 1450]) {
    site.desk.pass(31);
    await site.desk.deliverAll();
    expect(await site.desk.chargedCents(owner)).toBe(cents);
  }
});

it('takes all of it off for good: nothing is charged, premium goes on, and a change of interval keeps it', async () => {
  const owner = await subscriber();
  expect((await act('discount', owner.plan, { percentOff: 100, months: null })).status).toBe(200);
  expect((await site.desk.changeInterval(owner, 'yearly')).status).toBe(200);
  site.desk.pass(32);
  await site.desk.deliverAll();
  expect(await site.desk.chargedCents(owner)).toBe(2900);
  const until = await site.desk.premiumUntil(owner.businessId);
  expect(until?.getTime()).toBeGreaterThan(site.desk.services.now().getTime() + 300 * 86_400_000);
});

it('refuses a discount that would end before the next payment, and both for a plan that ends or is unknown', async () => {
  const yearly = await subscriber('yearly');
  const refused = await problemOf(await act('discount', yearly.plan, { percentOff: 20, months: 3 }));
  expect(refused).toMatchObject({ status: 422, fields: { months: expect.stringMatching(/^The next payment is due/) } });
  expect(await problemOf(await act('discount', yearly.plan, { percentOff: 0, months: null }))).toMatchObject({
    status: 422,
  });
  await site.desk.stripe.subscriptions.update(yearly.plan, { cancel_at_period_end: true });
  await site.desk.deliverAll();
  for (const what of ['credit', 'discount'] as const) {
    const body = { cents: 100, percentOff: 20, months: null };
    expect((await act(what, yearly.plan, body)).status).toBe(409);
    expect((await act(what, 'sub_unknown', body)).status).toBe(404);
  }
});
