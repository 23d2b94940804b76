/** The first payment of an approved claim is declined: its owner can cancel, and reads the true last day everywhere. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { Claim } from '#features/claims/contract.ts';
import { handleDueClaims } from '#features/claims/server/handle-due-claims.ts';
import type { Billing } from '#features/premium/contract.ts';
import { businesses, claims } from '#server/db/schema/index.ts';
import { formatDate } from '#shared/dates.ts';
import { dayMs } from '#shared/times.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found, only } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';

const site = paymentSite();
const { database } = site;
let ada: Person;
let business: Business;
let plan: string;
/** A week after the payment that failed. */
let lastDay: string;

beforeEach(async () => {
  // The mailbox approves by itself.
  ada = await site.desk.person({ username: 'ada', email: 'ada@bakery.example', emailVerifiedAt: new Date() });
  business = await aBusiness(database.db, { slug: 'bakery', name: 'Bakery', website: 'https://www.bakery.example' });
  const { sessionId } = await answerOf<{ sessionId: string }>(await site.desk.start(ada, business.id));
  await site.desk.pay(sessionId, 'pm_card_chargeCustomerFail');
  await site.desk.settle();
  const { subscriptionId } = only(await database.db.select().from(claims), 'claim');
  plan = found(subscriptionId, 'subscription of the claim');
  lastDay = found((await site.desk.claimOf(ada)).payBy, 'the last day');
});

const call = async (act: 'cancel' | 'keep') =>
  answerOf<Billing>(await ada.browser.post(`/api/billing/${act}`, { body: { id: plan } }));
const billing = async () => answerOf<Billing>(await ada.browser.get('/api/billing'));
const claim = (): Promise<Claim> => site.desk.claimOf(ada);
const ownerId = async () =>
  only(await database.db.select().from(businesses).where(eq(businesses.id, business.id)), 'listing').ownerId;
const inWords = (at: string) => formatDate(at, site.desk.services.city.facts.timeZone);
/** The mails to the owner with this subject, each on one line. */
const mails = async (subject: string) =>
  (await queuedMail(database.pool))
    .filter((mail) => mail.to === ada.user.email && mail.subject.startsWith(subject))
    .map((mail) => ({ subject: mail.subject, text: mail.text.replace(/\s+/g, ' ') }));
const invoice = async () => {
  const { latest_invoice } = await site.desk.stripe.subscriptions.retrieve(plan);
  return site.desk.stripe.invoices.retrieve(String(latest_invoice));
};

async function pass(days: number): Promise<void> {
  site.desk.pass(days);
  await site.desk.settle();
  await handleDueClaims(site.desk.services);
  await site.desk.settle();
}

it('before anything else, the plan says until when the listing is held without the payment', async () => {
  const { plans, notices } = await billing();
  expect(plans).toMatchObject([{ id: plan, isOwed: true, owedBy: lastDay, isFirstOwed: true, renewsAt: null }]);
  expect(notices).toMatchObject([{ kind: 'failed', id: plan, until: lastDay, isFirstOwed: true }]);
});

it('canceled on the dashboard it ends on that day, the card is tried no more, and each page and mail says so', async () => {
  const canceled = await call('cancel');
  expect(canceled).toMatchObject({
    plans: [{ id: plan, endsAt: lastDay, isOwed: false, owedBy: null, renewsAt: null }],
    notices: [{ kind: 'ending', id: plan, at: lastDay }],
  });
  // Before Stripe's event has come.
  expect(await claim()).toMatchObject({ status: 'ending', endsAt: lastDay, payBy: null });
  await site.desk.settle();
  expect(await claim()).toMatchObject({ status: 'ending', endsAt: lastDay, payBy: null });
  expect((await invoice()).next_payment_attempt).toBeNull();
  const ending = only(await mails('Your plan for Bakery ends'), 'mail');
  expect(ending.subject).toBe(`Your plan for Bakery ends on ${inWords(lastDay)}`);
  expect(ending.text).toContain(`Your plan for Bakery is canceled and ends on ${inWords(lastDay)}.`);
  await pass(6);
  expect([(await claim()).status, await ownerId()]).toEqual(['ending', ada.user.id]);
  await pass(1.1);
  expect([(await claim()).status, await ownerId()]).toEqual(['ended', null]);
  expect(await site.desk.chargedCents(ada)).toBe(0);
  expect((await site.desk.stripe.subscriptions.retrieve(plan)).status).toBe('canceled');
});

it("canceled on the payment service's own page it says the same day, and nothing is charged after that", async () => {
  await site.desk.stripe.subscriptions.update(plan, { cancel_at_period_end: true });
  await site.desk.settle();
  expect(await billing()).toMatchObject({ plans: [{ endsAt: lastDay }], notices: [{ kind: 'ending', at: lastDay }] });
  expect(await claim()).toMatchObject({ status: 'ending', endsAt: lastDay });
  expect((await invoice()).next_payment_attempt).toBeNull();
  expect(await mails('Your plan for Bakery ends')).toMatchObject([
    { subject: `Your plan for Bakery ends on ${inWords(lastDay)}` },
  ]);
});

it('kept after all, it is still to be paid, and the card is tried again', async () => {
  const before = (await invoice()).next_payment_attempt;
  await call('cancel');
  await site.desk.settle();
  expect(await call('keep')).toMatchObject({
    plans: [{ endsAt: null, isOwed: true, owedBy: lastDay }],
    notices: [{ kind: 'failed', until: lastDay }],
  });
  await site.desk.settle();
  expect(await claim()).toMatchObject({ status: 'approved', payBy: lastDay, attemptAt: expect.any(String) });
  expect((await invoice()).next_payment_attempt).toBe(before);
  const kept = only(await mails('Your plan for Bakery goes on'), 'mail');
  expect(kept.text).toContain(`The first payment, $25 a month, is still to be made: by ${inWords(lastDay)}`);
  expect(kept.text).toContain('The cancellation of your plan for Bakery is taken back.');
  expect(kept.text).not.toContain('goes on as before');
});

it("kept on the payment service's own page, the card is tried again as well", async () => {
  const before = (await invoice()).next_payment_attempt;
  await call('cancel');
  await site.desk.settle();
  expect((await invoice()).next_payment_attempt).toBeNull();
  const { cancel_at_period_end } = await site.desk.stripe.subscriptions.retrieve(plan);
  await site.desk.stripe.subscriptions.update(
    plan,
    cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' },
  );
  await site.desk.settle();
  expect(await claim()).toMatchObject({ status: 'approved', payBy: lastDay });
  expect((await invoice()).next_payment_attempt).toBe(before);
});

it('paid after it was canceled, it ends with the time that is paid', async () => {
  await call('cancel');
  await site.desk.settle();
  const { customer, latest_invoice } = await site.desk.stripe.subscriptions.retrieve(plan);
  const good = await site.desk.stripe.paymentMethods.attach('pm_card_visa', { customer: String(customer) });
  await site.desk.stripe.invoices.pay(String(latest_invoice), { payment_method: good.id });
  await site.desk.settle();
  const { endsAt } = await claim();
  expect(Date.parse(endsAt ?? '') - Date.parse(lastDay)).toBeGreaterThan(14 * dayMs);
  expect(await billing()).toMatchObject({ plans: [{ endsAt }], notices: [{ kind: 'ending', at: endsAt }] });
  expect(await mails('Your plan for Bakery ends')).toHaveLength(2);
  await pass(8);
  expect([(await claim()).status, await ownerId()]).toEqual(['ending', ada.user.id]);
});
