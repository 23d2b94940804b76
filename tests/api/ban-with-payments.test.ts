/** A ban ends the payment pages that are open, and a payment that still arrives is given back, once, with a line for staff. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { PersonMoney } from '#features/billing-desk/staff-contract.ts';
import { syncListingOrder } from '#features/listing-orders/server/sync-order.ts';
import { auditLog, listingOrders, upgradeSessions } from '#server/db/schema/index.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { only } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;
let staff: Person;
let owner: Person & { businessId: string };

beforeEach(async () => {
  await database.pool.query('truncate audit_log, listing_orders');
  staff = await site.desk.person({ role: 'staff' });
  owner = await site.desk.owner();
});

const ban = (banned = true) =>
  staff.browser
    .write('PUT', `/api/staff/people/${owner.user.id}/ban`, { body: { banned, reason: 'Spam' } })
    .then((answer) => answerOf(answer));
const linesOf = (action: string) => database.db.select().from(auditLog).where(eq(auditLog.action, action));
const pageOf = async (id: string) => (await site.desk.stripe.checkout.sessions.retrieve(id)).status;
const upgrade = async () => only(await database.db.select().from(upgradeSessions), 'upgrade');
const order = async () => only(await database.db.select().from(listingOrders), 'order');
const subjects = async () =>
  (await queuedMail(database.pool)).filter(({ to }) => to === owner.user.email).map(({ subject }) => subject);
const refunds = async () => (await site.desk.stripe.refunds.list()).data.map(({ amount }) => amount);

async function beginOrder(): Promise<string> {
  const body = { amount: 49, plan: 'standard' };
  const begun = await owner.browser.post('/api/create-payment-intent', { body });
  const { clientSecret } = await answerOf<{ clientSecret: string }>(begun);
  return clientSecret.replace(/_secret_.*/, '');
}

it('ends the page for Premium and the payment for a listing, and the history says so', async () => {
  const session = await site.desk.openUpgrade(owner);
  const intent = await beginOrder();
  const seen = await staff.browser.get(`/api/staff/people/${owner.user.id}`);
  expect(await answerOf(seen)).toMatchObject({ atPayment: { claims: [], premium: 1, listings: 1 } });
  expect(await ban()).toMatchObject({ atPayment: { claims: [], premium: 0 } });
  await workOffJobs(site.desk.services);
  expect([await pageOf(session), (await upgrade()).status]).toEqual(['expired', 'expired']);
  expect((await site.desk.stripe.paymentIntents.retrieve(intent)).status).toBe('canceled');
  expect(await order()).toMatchObject({ status: 'canceled' });
  expect(await linesOf('user.banned')).toMatchObject([{ actorId: staff.user.id, data: { paymentPagesEnded: 2 } }]);
  expect([await subjects(), await refunds()]).toEqual([[], []]);
});

it('leaves plans that run as they are, and says so', async () => {
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
  await site.desk.deliverAll();
  await ban();
  await site.desk.deliverAll();
  expect(await site.desk.subscriptionsOf(owner)).toMatchObject([{ status: 'active', endsAt: null }]);
  const [line] = await linesOf('user.banned');
  expect(line?.data).toMatchObject({ plans: ['Premium for all your listings (goes on)'] });
  expect(await refunds()).toEqual([]);
});

it('gives Premium back that is paid in the same moment', async () => {
  const session = await site.desk.openUpgrade(owner);
  await site.desk.payUpgrade(session);
  await ban();
  await site.desk.deliverAll();
  expect(await refunds()).toEqual([2900]);
  const plans = await site.desk.stripe.subscriptions.list({ status: 'all' });
  expect(plans.data.map(({ status }) => status)).toEqual(['canceled']);
  expect(await site.desk.premiumUntil(owner.businessId)).toBeNull();
  expect(await linesOf('premium.bought')).toEqual([]);
  const line = { actorId: null, actorKind: 'site', subjectType: 'subscription' };
  const data = { cents: 2900, ofCents: 2900, afterwards: 'nothing more is charged' };
  expect(await linesOf('billing.refunded')).toMatchObject([{ ...line, data }]);
  const money = await answerOf<PersonMoney>(await staff.browser.get(`/api/staff/billing/people/${owner.user.id}`));
  expect(money.acts).toMatchObject([{ kind: 'refund', cents: 2900, by: 'the site' }]);
  // Everything comes twice.
  await site.desk.deliver(site.sandbox.sandbox.store.events.all() as never);
  expect(await refunds()).toEqual([2900]);
  expect(await linesOf('billing.refunded')).toHaveLength(1);
  expect(await subjects()).toEqual([expect.stringContaining('goes back')]);
});

it('ends a plan whose payment the bank has already', async () => {
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
  const [charge] = (await site.desk.stripe.charges.list()).data;
  site.sandbox.control.dispute({ charge: charge?.id ?? '' });
  await ban();
  await site.desk.deliverAll();
  const plans = await site.desk.stripe.subscriptions.list({ status: 'all' });
  expect(plans.data.map(({ status }) => status)).toEqual(['canceled']);
  expect(await refunds()).toEqual([]);
});

it('gives a listing back that is paid in the same moment: nobody works on it', async () => {
  const intent = await beginOrder();
  await answerOf(
    await owner.browser.post('/api/business-listing-confirmation', {
      body: { email: owner.user.email, businessName: 'Figs', plan: 'Standard' },
    }),
  ).catch(() => undefined);
  await site.desk.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
  await ban();
  await site.desk.deliverAll();
  expect(await refunds()).toEqual([4900]);
  expect(await order()).toMatchObject({ status: 'withdrawn', refundedAt: expect.any(Date) });
  expect(await linesOf('order.refunded')).toMatchObject([
    { actorId: null, actorKind: 'site', data: { cents: 4900, afterwards: 'the order ends' } },
  ]);
  await syncListingOrder({ ...site.desk.services, stripe: site.desk.stripe }, intent);
  await site.desk.deliver(site.sandbox.sandbox.store.events.all() as never);
  expect(await refunds()).toEqual([4900]);
  expect(await linesOf('order.refunded')).toHaveLength(1);
  const mails = (await queuedMail(database.pool)).map(({ subject }) => subject);
  expect(mails.filter((subject) => /receipt|paid listing|New paid/i.test(subject))).toEqual([]);
});

it('takes payments again once the ban is lifted', async () => {
  await site.desk.openUpgrade(owner);
  await ban();
  await ban(false);
  await site.desk.deliverAll();
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
  await site.desk.deliverAll();
  expect(await linesOf('premium.bought')).toHaveLength(1);
  expect(await refunds()).toEqual([]);
});
