/** A paid listing that came back to who pays for it: they read that they have paid, not that a former owner has. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { setUpCatalogue } from '#features/billing/server/set-up-catalogue.ts';
import { syncRun } from '#features/billing/server/stripe-syncs.ts';
import { syncSubscription } from '#features/billing/server/sync-subscription.ts';
import type { StaffSubscription } from '#features/billing-desk/staff-contract.ts';
import type { Claim } from '#features/claims/contract.ts';
import { businesses, claims, subscriptions } from '#server/db/schema/index.ts';
import { usualPrices } from '#shared/prices.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found } from '#tests/support/found.ts';
import { HandOverDesk } from '#tests/support/hand-over-desk.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;
let over: HandOverDesk;
let staff: Person;

beforeEach(async () => {
  await setUpCatalogue(site.desk.stripe, usualPrices);
  staff = await site.desk.person({ username: 'stella', role: 'staff' });
});

const change = async (email: string) => {
  const body = { email, reason: 'Both wrote to us.' };
  await answerOf(await staff.browser.write('PUT', `/api/staff/businesses/${over.business.id}/owner`, { body }));
};
const ownClaims = async () => answerOf<Claim[]>(await over.olga.browser.get('/api/user/claims'));
const seenByStaff = async () =>
  answerOf<StaffSubscription[]>(await staff.browser.get('/api/staff/billing/subscriptions?state=running'));

/** Their former plan is gone at Stripe, and the time that it has paid for holds. */
async function backWithoutPlan(): Promise<void> {
  over = await HandOverDesk.paid(site.desk, 'premium');
  await over.handOver();
  const { id } = await over.planOf(over.olga);
  await site.desk.stripe.subscriptions.cancel(id);
  await site.desk.settle();
  await change('olga@bakery.example');
  await site.desk.settle();
}

it('reads so while the payment service does not know yet that the plan ends, and has the plan again once it does', async () => {
  over = await HandOverDesk.paid(site.desk);
  await change('max@example.com');
  await change('olga@bakery.example');
  const { takenOver, plans } = await over.billing(over.olga);
  expect(takenOver).toMatchObject([{ slug: 'bakery', isPaidByOwner: true }]);
  expect(plans).toMatchObject([{ handedOverBy: null }]);
  expect(await ownClaims()).toMatchObject([{ status: 'ending', handedOverBy: null, isBack: true }]);
  expect(await seenByStaff()).toMatchObject([{ isHandedOver: false }]);
  const { id } = await over.planOf(over.olga);
  expect(await problemOf(await over.olga.browser.post('/api/billing/keep', { body: { id } }))).toMatchObject({
    status: 409,
    message: expect.stringContaining('has just come back to you'),
  });
  await site.desk.settle();
  expect([await over.owner(), (await over.claimOf(over.olga)).status]).toEqual(['olga', 'ending']);
  expect((await over.billing(over.olga)).takenOver).toEqual([]);
  await answerOf(await over.olga.browser.post('/api/billing/keep', { body: { id } }));
  expect((await over.billing(over.olga)).plans).toMatchObject([{ endsAt: null, renewsAt: expect.any(String) }]);
  await site.desk.settle();
  expect(await over.lastTo(over.olga, 'Your plan for Bakery goes on')).toMatch(
    /has come back to you, and your plan for Bakery was to end with the time that is paid. As you asked, it goes on. The next payment, \$25 a month, is due on \w+ \d+, \d+\./,
  );
  const subjects = await over.subjectsTo(over.olga);
  expect(subjects.filter((subject) => subject.startsWith('Your plan for Bakery'))).toEqual([
    'Your plan for Bakery goes on',
  ]);
  expect(await ownClaims()).toMatchObject([{ status: 'approved', isBack: false }]);
});

it('keeps a plan of their own with which they go on already', async () => {
  over = await HandOverDesk.paid(site.desk);
  await change('max@example.com');
  await change('olga@bakery.example');
  const sessionId = await over.openPage(over.olga);
  const { custom_text } = await site.desk.stripe.checkout.sessions.retrieve(sessionId);
  expect(custom_text.submit?.message).toMatch(/^Nothing is due today for Bakery: you have paid until/);
  await over.giveCard(sessionId);
  await site.desk.settle();
  const { paidUntil } = found((await database.db.select().from(claims).orderBy(claims.id))[0], 'claim');
  // Both may have begun in one second.
  const { plans } = await over.billing(over.olga);
  expect(plans.map(({ endsAt, renewsAt }) => endsAt ?? renewsAt)).toEqual([0, 1].map(() => paidUntil?.toISOString()));
  expect(plans.filter(({ endsAt }) => endsAt !== null)).toHaveLength(1);
  const rows = await database.db.select().from(subscriptions).orderBy(subscriptions.createdAt);
  await over.pass(
    (found(rows.find(({ paidThrough }) => paidThrough)?.paidThrough, 'paid time').getTime() -
      site.desk.services.now().getTime()) /
      86_400_000 +
      1,
  );
  expect([await over.owner(), await site.desk.chargedCents(over.olga)]).toEqual(['olga', 5000]);
});

it('reads so where the former plan is gone, also in the mails about its end', async () => {
  await backWithoutPlan();
  expect((await over.billing(over.olga)).takenOver).toMatchObject([{ isPaidByOwner: true, plan: 'premium' }]);
  const left = await over.daysLeft();
  await over.pass(left - 5);
  expect(await over.lastTo(over.olga, 'is paid until')).toContain('You have paid for Bakery until');
  await over.pass(6);
  expect(await over.owner()).toBeNull();
  expect(await over.lastTo(over.olga, 'has no owner any more')).toContain(
    'The time that you had paid for Bakery is over',
  );
  const notice = (await over.mails()).find(({ subject }) => subject === 'Listing without owner again: Bakery');
  expect(notice?.text).toContain('Its owner had paid for it; nobody pays for the time after.');
  expect(await ownClaims()).toMatchObject([{ status: 'ended', handedOverBy: null }]);
});

it('of a claim that costs nothing is theirs as before, also by an undo', async () => {
  over = await HandOverDesk.unpaid(site.desk);
  const claim = { businessId: over.business.id, userId: over.olga.user.id, plan: 'standard', amountCents: 0 } as const;
  await database.db.insert(claims).values({ ...claim, status: 'approved', expiresAt: new Date() });
  await database.db.update(businesses).set({ ownerId: over.olga.user.id }).where(eq(businesses.id, over.business.id));
  await change('max@example.com');
  await change('olga@bakery.example');
  expect(await over.claimOf(over.olga)).toMatchObject({ status: 'approved', handedOverAt: null, successorId: null });
  await answerOf(await staff.browser.post('/api/staff/undo', { body: { subjectId: over.business.id } }));
  expect([await over.owner(), (await over.claimOf(over.olga)).status]).toEqual(['max', 'handed_over']);
});

it('is mailed when it is kept a day later, too, and never as canceled; who had canceled before reads that', async () => {
  over = await HandOverDesk.paid(site.desk);
  await change('max@example.com');
  await site.desk.settle();
  await change('olga@bakery.example');
  await site.desk.settle();
  const { id } = await over.planOf(over.olga);
  await syncSubscription(syncRun(site.desk.services), id);
  expect(await ownClaims()).toMatchObject([{ status: 'ending', isBack: true }]);
  await answerOf(await over.olga.browser.post('/api/billing/keep', { body: { id } }));
  await site.desk.settle();
  const ofPlan = async () =>
    (await over.subjectsTo(over.olga))
      .filter((subject) => subject.startsWith('Your plan for'))
      .map((one) => one.replace(/ on .*\d.*/, ''));
  expect(await ofPlan()).toEqual(['Your plan for Bakery goes on']);

  await answerOf(await over.olga.browser.post('/api/billing/cancel', { body: { id } }));
  await site.desk.settle();
  await change('max@example.com');
  await change('olga@bakery.example');
  await site.desk.settle();
  expect(await ownClaims()).toMatchObject([{ status: 'ending', isBack: false }]);
  await answerOf(await over.olga.browser.post('/api/billing/keep', { body: { id } }));
  expect(await over.lastTo(over.olga, 'Your plan for Bakery goes on')).toContain('The cancellation is taken back');
  expect(await ofPlan()).toEqual([
    'Your plan for Bakery goes on',
    'Your plan for Bakery ends',
    'Your plan for Bakery goes on',
  ]);
});
