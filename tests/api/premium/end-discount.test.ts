/** Staff end a discount: the next payment is in full, once, whatever stops meanwhile, and the owner is told. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { endDiscount } from '#features/billing-desk/server/credit-and-discount.ts';
import type { PersonMoney } from '#features/billing-desk/staff-contract.ts';
import type { Billing } from '#features/premium/contract.ts';
import { auditLog, moneyActs } from '#server/db/schema/index.ts';
import { formatDate } from '#shared/dates.ts';
import { aSession } from '#tests/factories/a-session.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found, only } from '#tests/support/found.ts';
import { lineToStripe } from '#tests/support/line-to-stripe.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const byNobody = <T>(services: T) => ({ ...services, user: null });

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;
let staff: Person;
let owner: Person & { businessId: string };
let plan: string;

beforeEach(async () => {
  staff = await site.desk.person({ role: 'staff' });
  owner = await site.desk.owner();
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
  await site.desk.deliverAll();
  plan = only(await site.desk.subscriptionsOf(owner), 'subscription').id;
});

const reason = 'It was given by a slip';
const give = (percentOff: number, months: number | null) =>
  staff.browser.post(`/api/staff/billing/subscriptions/${plan}/discount`, {
    body: { id: randomUUID(), percentOff, months, reason: 'The site was slow' },
  });
const end = (body: object = {}) =>
  staff.browser.post(`/api/staff/billing/subscriptions/${plan}/discount/end`, {
    body: { id: randomUUID(), reason, ...body },
  });
const money = async () => answerOf<PersonMoney>(await staff.browser.get(`/api/staff/billing/people/${owner.user.id}`));
const line = async () => only((await money()).subscriptions, 'subscription');
const mails = async () =>
  (await queuedMail(database.pool))
    .filter(({ to, subject }) => to === owner.user.email && subject.startsWith('Your discount'))
    .map(({ subject, text }) => ({ subject, text: text.replace(/\s+/g, ' ') }));
const nextCharge = async (): Promise<number> => {
  const before = await site.desk.chargedCents(owner);
  site.desk.pass(32);
  await site.desk.deliverAll();
  return (await site.desk.chargedCents(owner)) - before;
};

it('charges in full from the next payment on, once for a form that is sent twice, and says so to both sides', async () => {
  await give(20, null);
  const before = await line();
  expect(before).toMatchObject({
    discount: { percentOff: 20, months: null },
    nextPrice: { cents: 2900, interval: 'month' },
  });
  const seen = async () => (await answerOf<Billing>(await owner.browser.get('/api/billing'))).plans[0]?.percentOff;
  expect(await seen()).toBe(20);
  const form = { id: randomUUID() };
  const twice = await Promise.all([end(form), end(form)]);
  expect(await Promise.all(twice.map((answer) => answerOf(answer)))).toMatchObject([
    { isUnderWay: false },
    { isUnderWay: false },
  ]);
  expect((await line()).discount).toBeNull();
  expect(await seen()).toBeNull();
  const mail = only(await mails(), 'mail');
  const day = formatDate(before.paidThrough ?? '', site.desk.services.city.facts.timeZone);
  expect(mail.subject).toBe('Your discount of 20% has ended');
  expect(mail.text).toContain('Premium for your listings costs its full price again: $29 a month.');
  expect(mail.text).toContain(`That payment is due on ${day}.`);
  expect(mail.text).toContain(reason);
  expect((await money()).acts).toMatchObject([
    { id: form.id, kind: 'discount-end', percentOff: 20, months: null, reason, by: staff.user.username },
    { kind: 'discount' },
  ]);
  const audit = (await database.db.select().from(auditLog)).filter(({ action }) => action === 'billing.discount-ended');
  expect(audit).toMatchObject([{ actorId: staff.user.id, subjectId: plan, data: { percentOff: 20, reason } }]);
  const { notes } = await answerOf<Billing>(await owner.browser.get('/api/billing'));
  expect(notes).toMatchObject([{ kind: 'discount-end', percentOff: 20, reason }, { kind: 'discount' }]);
  expect(await nextCharge()).toBe(2900);
});

it('is refused where there is no discount, and a new one can be given after it', async () => {
  expect(await problemOf(await end())).toMatchObject({ status: 409, message: 'This plan has no discount any more.' });
  expect((await end({ reason: '' })).status).toBe(422);
  await give(100, 3);
  expect((await end()).status).toBe(200);
  expect((await end()).status).toBe(409);
  await give(50, 1);
  expect((await line()).discount).toEqual({ percentOff: 50, months: 1 });
  expect(await nextCharge()).toBe(1450);
  // The month is over.
  expect((await line()).discount).toBeNull();
  expect(await database.db.$count(moneyActs)).toBe(3);
});

it('leaves a change to the year that is planned as it is, in full', async () => {
  await give(50, null);
  expect((await site.desk.changeInterval(owner, 'yearly')).status).toBe(200);
  await site.desk.deliverAll();
  expect((await line()).nextPrice).toEqual({ cents: 29_000, interval: 'year' });
  expect((await end()).status).toBe(200);
  expect(only(await mails(), 'mail').text).toContain('costs its full price again: $290 a year.');
  expect(await nextCharge()).toBe(29_000);
});

it('leaves a payment that is owed as it was billed', async () => {
  await give(50, null);
  const customer = found((await site.desk.subscriptionsOf(owner))[0]?.customerId, 'customer');
  const bad = await site.desk.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  await site.desk.stripe.subscriptions.update(plan, { default_payment_method: bad.id });
  site.desk.pass(32);
  await site.desk.deliverAll();
  expect(await line()).toMatchObject({ status: 'past_due', discount: { percentOff: 50 } });
  // Its session has expired by now.
  const expiresAt = new Date(site.desk.services.now().getTime() + 1e9);
  staff.browser.withSession(
    await aSession(database.db, staff.user.id, { expiresAt, createdAt: site.desk.services.now() }),
  );
  expect(await answerOf(await end())).toEqual({ isUnderWay: false });
  const { text } = only(await mails(), 'mail');
  expect(text).toContain('The payment that is owed now stays as it was billed, with the 50% off.');
  expect(text).not.toContain('is due on');
  const good = await site.desk.stripe.paymentMethods.attach('pm_card_visa', { customer });
  await site.desk.stripe.subscriptions.update(plan, { default_payment_method: good.id });
  const { latest_invoice } = await site.desk.stripe.subscriptions.retrieve(plan);
  await site.desk.stripe.invoices.pay(String(latest_invoice));
  await site.desk.deliverAll();
  expect(await site.desk.chargedCents(owner)).toBe(2900 + 1450);
  expect(await nextCharge()).toBe(2900);
});

it('is under way while Stripe is away: nobody is told, no other discount begins, and the job ends it once', async () => {
  await give(20, 3);
  const id = randomUUID();
  const away = await lineToStripe(site.desk.services, { isUnreachable: ({ method }) => method === 'POST' });
  const asked = { subscriptionId: plan, id, reason, actorId: staff.user.id };
  expect(await endDiscount(byNobody(away.services), asked)).toEqual({ isUnderWay: true });
  await away.close();
  expect((await money()).pending).toMatchObject([{ id, kind: 'discount-end', percentOff: 20, months: 3 }]);
  expect(await line()).toMatchObject({ discount: { percentOff: 20, months: 3 }, pending: 'under-way' });
  expect(await mails()).toEqual([]);
  for (const other of [await give(50, null), await end()]) {
    expect(await problemOf(other)).toMatchObject({
      ...{ status: 409, message: "The end of this plan's discount is under way. Please wait until it is there." },
    });
  }
  for (const _ of [1, 2]) {
    site.sandbox.sandbox.idempotency.clear();
    await workOffJobs(site.desk.services);
  }
  expect(await line()).toMatchObject({ discount: null, pending: null });
  expect(await mails()).toHaveLength(1);
  expect(await nextCharge()).toBe(2900);
});

it('says what Stripe refuses, and the discount stays in the books', async () => {
  await give(20, null);
  await site.desk.stripe.subscriptions.cancel(plan);
  expect(await problemOf(await end())).toMatchObject({
    ...{ status: 409, message: expect.stringMatching(/refused this, and nothing was done\./) },
  });
  expect(await money()).toMatchObject({ pending: [], acts: [{ kind: 'discount' }] });
  expect(await mails()).toEqual([]);
});
