/** After the hand-over of a paid listing: reminders, the end, and what the former owner may do without taking anything away. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { setUpCatalogue } from '#features/billing/server/set-up-catalogue.ts';
import { followSubscription } from '#features/claims/server/follow-subscription.ts';
import { subscriptions, users } from '#server/db/schema/index.ts';
import { usualPrices } from '#shared/prices.ts';
import { found } from '#tests/support/found.ts';
import { HandOverDesk } from '#tests/support/hand-over-desk.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;
let over: HandOverDesk;
beforeEach(() => setUpCatalogue(site.desk.stripe, usualPrices));

it('the new owner is told 7 days and 1 day before, once each, and at the end loses it and reads why', async () => {
  over = await HandOverDesk.paid(site.desk);
  await over.handOver();
  const reminders = async () =>
    (await over.subjectsTo(over.max)).filter((subject) => subject.startsWith('Bakery is paid until'));
  const left = await over.daysLeft();
  await over.pass(left - 8);
  expect(await reminders()).toHaveLength(0);
  await over.pass(1.5);
  await over.dueJobs();
  expect(await reminders()).toHaveLength(1);
  expect(await over.lastTo(over.max, 'is paid until')).toContain('after it a claim costs $25 a month');
  await over.pass(5.7);
  await over.dueJobs();
  expect(await reminders()).toHaveLength(2);
  expect(await over.owner()).toBe('max');
  await over.pass(1);
  expect([await over.owner(), (await over.claimOf(over.olga)).status]).toEqual([null, 'ended']);
  expect(await over.lastTo(over.max, 'has no owner any more')).toContain('nobody has paid for the time after it');
  expect((await over.mails()).map(({ subject }) => subject)).toContain('Listing without owner again: Bakery');
  expect(await over.subjectsTo(over.olga)).not.toContain('Your plan for Bakery has ended');
  expect([await site.desk.chargedCents(over.olga), await site.desk.chargedCents(over.max)]).toEqual([2500, 0]);
});

it('who deletes the account takes nothing from the new owner, and gets nothing back for it', async () => {
  over = await HandOverDesk.paid(site.desk, 'premium');
  await over.handOver();
  const { paidThrough } = await over.planOf(over.olga);
  const left = await over.daysLeft();
  const passwordHash = await hashPassword('under the live oaks');
  await database.db.update(users).set({ passwordHash }).where(eq(users.id, over.olga.user.id));
  expect(await answerOf(await over.olga.browser.get('/api/account/leaving'))).toMatchObject({ plans: [] });
  const body = { password: 'under the live oaks' };
  await answerOf(await over.olga.browser.post('/api/account/delete', { body }));
  await site.desk.settle();
  const plan = found((await database.db.select().from(subscriptions))[0], 'plan');
  expect(plan).toMatchObject({ status: 'canceled', userId: null, paidThrough });
  const refunds = await site.desk.stripe.refunds.list();
  expect(refunds.data).toEqual([]);
  await over.dueJobs();
  expect(await over.owner()).toBe('max');
  expect(await site.desk.premiumUntil(over.business.id)).toEqual(paidThrough);
  await over.pass(left);
  expect(await over.owner()).toBeNull();
});

it('money that is given back ends it, and the new owner reads so', async () => {
  over = await HandOverDesk.paid(site.desk);
  await over.handOver();
  const [customer] = await site.desk.customersOf(over.olga);
  const { data } = await site.desk.stripe.charges.list({ customer: found(customer, 'customer').id });
  await site.desk.stripe.refunds.create({ charge: found(data[0], 'charge').id });
  await site.desk.settle();
  expect([await over.owner(), (await over.claimOf(over.olga)).status]).toEqual([null, 'ended']);
  expect(await over.lastTo(over.max, 'has no owner any more')).toContain('was given back');
  const notice = (await over.mails()).find(({ subject }) => subject === 'Listing without owner again: Bakery');
  expect(notice?.text).toContain('that payment was given back');
});

it('a dispute of the former owner takes neither listing nor Premium from the new one', async () => {
  over = await HandOverDesk.paid(site.desk, 'premium');
  await over.handOver();
  const { paidThrough, id } = await over.planOf(over.olga);
  await database.db.update(subscriptions).set({ suspendedAt: new Date(), disputeStatus: 'lost', status: 'canceled' });
  await followSubscription(site.desk.services, id);
  await site.desk.tick();
  expect(await over.owner()).toBe('max');
  expect(await site.desk.premiumUntil(over.business.id)).toEqual(paidThrough);
});

it('a ban of the former owner changes nothing', async () => {
  over = await HandOverDesk.paid(site.desk);
  await over.handOver();
  await database.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, over.olga.user.id));
  await over.pass((await over.daysLeft()) - 2);
  expect(await over.owner()).toBe('max');
});

it('what is handed back to who pays for it is their plan again, which ends and can be kept', async () => {
  over = await HandOverDesk.paid(site.desk);
  await over.handOver();
  await answerOf(await over.offer('olga@bakery.example', over.max));
  await answerOf(await over.accept(over.olga));
  await site.desk.settle();
  expect([await over.owner(), (await over.claimOf(over.olga)).status]).toEqual(['olga', 'ending']);
  const { plans, takenOver } = await over.billing(over.olga);
  expect(plans).toMatchObject([{ handedOverBy: null, endsAt: expect.any(String) }]);
  expect(takenOver).toEqual([]);
  const { id } = await over.planOf(over.olga);
  await answerOf(await over.olga.browser.post('/api/billing/keep', { body: { id } }));
  await over.pass((await over.daysLeft()) + 1);
  expect([await over.owner(), await site.desk.chargedCents(over.olga)]).toEqual(['olga', 5000]);
});

it('the new owner may hand it on, and the third has it until the same day', async () => {
  over = await HandOverDesk.paid(site.desk);
  await over.handOver();
  const { paidUntil } = await over.claimOf(over.olga);
  const cleo = await site.desk.person({ username: 'cleo', email: 'cleo@example.com', emailVerifiedAt: new Date() });
  await answerOf(await over.offer('cleo@example.com', over.max));
  await answerOf(await over.accept(cleo));
  expect(await over.owner()).toBe(cleo.user.id);
  expect(await over.claimOf(over.olga)).toMatchObject({ successorId: cleo.user.id, paidUntil });
  expect((await over.billing(over.max)).takenOver).toEqual([]);
  expect((await over.billing(cleo)).takenOver).toMatchObject([{ until: paidUntil?.toISOString() }]);
  await over.pass(await over.daysLeft());
  expect(await over.owner()).toBeNull();
});
