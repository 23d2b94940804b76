/** A renewal was declined, and its owner cancels: the plan ends with the days that there are to pay, and the card is tried no more. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { stripeSyncs } from '#app/wiring/stripe-sync-order.ts';
import { reconcile } from '#features/billing/server/reconcile.ts';
import { syncRun } from '#features/billing/server/stripe-syncs.ts';
import { handleDueClaims } from '#features/claims/server/handle-due-claims.ts';
import type { Billing } from '#features/premium/contract.ts';
import { businesses } from '#server/db/schema/index.ts';
import { formatDate } from '#shared/dates.ts';
import { dayMs } from '#shared/times.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found, only } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;
let owner: Person;
let plan: string;
/** Fourteen days after the paid time. */
let lastDay: string;

/** The card of the running plan takes no more charges, and the renewal is declined. */
async function declineRenewal(): Promise<void> {
  const held = only(await site.desk.subscriptionsOf(owner), 'subscription');
  plan = held.id;
  lastDay = new Date(found(held.paidThrough, 'paid time').getTime() + 14 * dayMs).toISOString();
  await giveCard('pm_card_chargeCustomerFail');
  await pass(31.5);
}

async function giveCard(card: string): Promise<void> {
  const customer = found(only(await site.desk.subscriptionsOf(owner), 'subscription').customerId, 'customer');
  const { id } = await site.desk.stripe.paymentMethods.attach(card, { customer });
  await site.desk.stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  await site.desk.stripe.subscriptions.update(plan, { default_payment_method: id });
}

/** Time goes by, and each hourly job has run. */
async function pass(days: number): Promise<void> {
  site.desk.pass(days);
  await site.desk.deliverAll();
  await reconcile(stripeSyncs, syncRun(site.desk.services));
  await handleDueClaims(site.desk.services);
  await workOffJobs(site.desk.services);
  await site.desk.deliverAll();
  await site.desk.tick();
}

beforeEach(async () => {
  owner = await site.desk.person();
});

async function premium(interval: 'monthly' | 'yearly' = 'monthly'): Promise<string> {
  const { id } = await aBusiness(database.db, { ownerId: owner.user.id, status: 'approved' });
  const cents = interval === 'monthly' ? 2900 : 29_000;
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner, interval), { cents });
  await site.desk.deliverAll();
  return id;
}

const call = async (act: 'cancel' | 'keep') =>
  answerOf<Billing>(await owner.browser.post(`/api/billing/${act}`, { body: { id: plan } }));
const billing = async () => answerOf<Billing>(await owner.browser.get('/api/billing'));
const inWords = (at: string) => formatDate(at, site.desk.services.city.facts.timeZone);
const mails = async (subject: string) =>
  (await queuedMail(database.pool))
    .filter((mail) => mail.to === owner.user.email && mail.subject.startsWith(subject))
    .map((mail) => ({ subject: mail.subject, text: mail.text.replace(/\s+/g, ' ') }));
const atStripe = async () => {
  const { status, latest_invoice } = await site.desk.stripe.subscriptions.retrieve(plan);
  const { next_payment_attempt, attempt_count } = await site.desk.stripe.invoices.retrieve(String(latest_invoice));
  return { status, next_payment_attempt, attempt_count, invoice: String(latest_invoice) };
};

it('ends Premium with the days that there are to pay, tries the card no more, and says so everywhere', async () => {
  const businessId = await premium();
  await declineRenewal();
  expect(await billing()).toMatchObject({
    plans: [{ id: plan, isOwed: true, owedBy: lastDay, isFirstOwed: false, renewsAt: null }],
    notices: [{ kind: 'failed', until: lastDay }],
  });
  const { attempt_count } = await atStripe();
  const ending = {
    plans: [{ id: plan, endsAt: lastDay, isOwed: false, owedBy: null, renewsAt: null }],
    notices: [{ kind: 'ending', id: plan, at: lastDay }],
  };
  expect(await call('cancel')).toMatchObject(ending);
  expect(await call('cancel')).toMatchObject(ending);
  await site.desk.deliverAll();
  expect(await atStripe()).toMatchObject({ status: 'past_due', next_payment_attempt: null, attempt_count });
  expect(await mails('Your plan ends')).toMatchObject([
    {
      subject: `Your plan ends on ${inWords(lastDay)}`,
      text: expect.stringContaining('no further payment is taken for it'),
    },
  ]);
  await pass(11);
  expect(await atStripe()).toMatchObject({ status: 'past_due', attempt_count });
  expect((await site.desk.premiumUntil(businessId))?.toISOString()).toBe(lastDay);
  await pass(3);
  expect((await atStripe()).status).toBe('canceled');
  expect([await site.desk.premiumUntil(businessId), (await site.desk.subscriptionsOf(owner))[0]?.status]).toEqual([
    null,
    'canceled',
  ]);
  expect(await site.desk.chargedCents(owner)).toBe(2900);
});

it('kept after all, it is still to be paid, and the card is tried again', async () => {
  await premium();
  await declineRenewal();
  await call('cancel');
  await site.desk.deliverAll();
  expect(await call('keep')).toMatchObject({
    plans: [{ endsAt: null, isOwed: true, owedBy: lastDay }],
    notices: [{ kind: 'failed', until: lastDay }],
  });
  await site.desk.deliverAll();
  expect((await atStripe()).next_payment_attempt).not.toBeNull();
  const kept = only(await mails('Your plan goes on'), 'mail');
  expect(kept.text).toContain(
    `$29 a month, is still to be made, and we try your card again. Until ${inWords(lastDay)}`,
  );
  expect(kept.text).toContain('The cancellation of Premium for your listings is taken back.');
  expect(kept.text).not.toContain('goes on as before');
  expect(kept.text).not.toContain('The first payment');
  await giveCard('pm_card_visa');
  await pass(6);
  expect(await site.desk.chargedCents(owner)).toBe(2 * 2900);
  expect(await billing()).toMatchObject({ plan: { interval: 'monthly' }, notices: [] });
});

it('paid by hand after it was canceled, it ends with the time that is paid', async () => {
  await premium();
  await declineRenewal();
  await call('cancel');
  await site.desk.deliverAll();
  await giveCard('pm_card_visa');
  await site.desk.stripe.invoices.pay((await atStripe()).invoice);
  await site.desk.deliverAll();
  const { plans } = await billing();
  expect(Date.parse(only(plans, 'plan').endsAt ?? '') - Date.parse(lastDay)).toBeGreaterThan(10 * dayMs);
  await pass(16);
  expect(await billing()).toMatchObject({ plans: [{ id: plan }] });
  await pass(16);
  expect(await billing()).toMatchObject({ plans: [] });
  expect(await site.desk.chargedCents(owner)).toBe(2 * 2900);
});

it('a listing that was claimed stays its owner’s until that day, canceled here or at the payment service', async () => {
  const business = await aBusiness(database.db, { slug: 'bakery', name: 'Bakery', website: 'https://bakery.example' });
  owner = await site.desk.person({ email: 'ada@bakery.example', emailVerifiedAt: new Date() });
  await site.desk.paidClaim(owner, business.id);
  await site.desk.deliverAll();
  await declineRenewal();
  await site.desk.stripe.subscriptions.update(plan, { cancel_at_period_end: true });
  await site.desk.deliverAll();
  expect(await billing()).toMatchObject({
    plans: [{ endsAt: lastDay, isOwed: false }],
    notices: [{ kind: 'ending', at: lastDay }],
  });
  expect(await site.desk.claimOf(owner)).toMatchObject({ status: 'ending', endsAt: lastDay });
  expect((await atStripe()).next_payment_attempt).toBeNull();
  const ownerId = async () =>
    only(await database.db.select().from(businesses).where(eq(businesses.id, business.id)), 'listing').ownerId;
  await pass(11);
  expect([(await site.desk.claimOf(owner)).status, await ownerId()]).toEqual(['ending', owner.user.id]);
  await pass(3);
  expect([(await site.desk.claimOf(owner)).status, await ownerId()]).toEqual(['ended', null]);
  expect((await atStripe()).status).toBe('canceled');
  expect(await site.desk.chargedCents(owner)).toBe(2500);
});

it('ends at once where the days to pay are over', async () => {
  await premium('yearly');
  plan = only(await site.desk.subscriptionsOf(owner), 'subscription').id;
  await giveCard('pm_card_chargeCustomerFail');
  site.sandbox.control.afterLastRetry({ status: 'unpaid' });
  const expiresAt = new Date(Date.now() + 1e11);
  owner.browser.withSession(await aSession(database.db, owner.user.id, { expiresAt }));
  await pass(366);
  await pass(16);
  expect(await billing()).toMatchObject({ plans: [{ id: plan, isOwed: true }] });
  expect((await atStripe()).status).toBe('unpaid');
  expect(await call('cancel')).toMatchObject({ plans: [] });
  expect((await atStripe()).status).toBe('canceled');
  expect(await site.desk.chargedCents(owner)).toBe(29_000);
});
