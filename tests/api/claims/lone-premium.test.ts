/** An owner gives the only listing away, or cancels its claim, and has Premium for all listings: it would be paid for nothing, and they read so. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { graceDays } from '#features/billing/plan-end.ts';
import { setUpCatalogue } from '#features/billing/server/set-up-catalogue.ts';
import type { ListingPeople } from '#features/managers/contract.ts';
import type { Billing } from '#features/premium/contract.ts';
import { subscriptions } from '#server/db/schema/index.ts';
import { formatDate } from '#shared/dates.ts';
import { usualPrices } from '#shared/prices.ts';
import { dayMs } from '#shared/times.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { found } from '#tests/support/found.ts';
import { HandOverDesk } from '#tests/support/hand-over-desk.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';

const site = paymentSite({ isEmptyEachTime: true });
let over: HandOverDesk;
let day: string;
let until: string;
let planId: string;

beforeEach(async () => {
  await setUpCatalogue(site.desk.stripe, usualPrices);
  over = await HandOverDesk.paid(site.desk);
  await site.desk.payUpgrade(await site.desk.openUpgrade(over.olga, 'yearly'), { cents: 29_000 });
  await site.desk.settle();
  const plans = await site.desk.subscriptionsOf(over.olga);
  const premium = found(
    plans.find(({ kind }) => kind === 'owner_premium'),
    'Premium',
  );
  const end = found(premium.paidThrough, 'paid time');
  [planId, until] = [premium.id, end.toISOString()];
  day = formatDate(until, site.desk.services.city.facts.timeZone);
});

const lone = async () => {
  const people = await over.olga.browser.get(`/api/user/businesses/${over.business.id}/people`);
  return (await answerOf<ListingPeople>(people)).handOver.lonePremium;
};

it('is said before the offer and in the mails about offer and hand-over, with the way out', async () => {
  expect(await lone()).toEqual({ price: '$290 a year', until, ends: false });
  await answerOf(await over.offer());
  const cancel = `Cancel it on your dashboard: then it ends on ${day} and is not paid again. What you have paid for until then is not given back.`;
  expect(await over.lastTo(over.olga, 'You are handing over')).toContain(
    `It is your only listing. Once they accept, your Premium, $290 a year, goes on without one, and you pay for nothing. ${cancel}`,
  );
  await answerOf(await over.accept());
  const text = await over.lastTo(over.olga, 'has a new owner');
  expect(text).toContain(
    `You have no listing now that your Premium, $290 a year, covers: it goes on, and you pay for nothing. ${cancel}`,
  );
  expect(text).not.toContain('goes on for the others');
  expect(await over.lastTo(over.max, 'has a new owner')).not.toContain('$290');
});

it('names the day until which Premium holds without its owed payment', async () => {
  const { db } = site.database;
  const paidThrough = new Date(Date.now() - dayMs);
  const owed = { status: 'past_due', failedAt: paidThrough, paidThrough } as const;
  await db.update(subscriptions).set(owed).where(eq(subscriptions.id, planId));
  const heldUntil = new Date(paidThrough.getTime() + graceDays * dayMs).toISOString();
  expect(await lone()).toMatchObject({ until: heldUntil, ends: false });
});

it('is said in the mail of staff who give the listing to somebody else', async () => {
  const staff = await site.desk.person({ role: 'staff' });
  const body = { email: 'max@example.com', reason: 'Both wrote to us.' };
  await answerOf(await staff.browser.write('PUT', `/api/staff/businesses/${over.business.id}/owner`, { body }));
  expect(await over.lastTo(over.olga, 'has a new owner')).toContain('You have no listing now that your Premium');
});

it('is not said where another listing is left, and names no way to cancel where Premium ends already', async () => {
  const other = await aBusiness(site.database.db, { ownerId: over.olga.user.id, status: 'approved' });
  expect(await lone()).toBeNull();
  await answerOf(await over.offer());
  expect(await over.lastTo(over.olga, 'You are handing over')).not.toContain('Premium');
  await site.database.pool.query(`update businesses set status = 'rejected' where id = $1`, [other.id]);
  await answerOf(await over.olga.browser.post('/api/billing/cancel', { body: { id: planId } }));
  expect(await lone()).toEqual({ price: '$290 a year', until, ends: true });
  await answerOf(await over.offer('bo@example.com'));
  expect(await over.lastTo(over.olga, 'You are handing over')).not.toContain('Cancel it on your dashboard');
});

const claimOf = async () => {
  const { plans } = await answerOf<Billing>(await over.olga.browser.get('/api/billing'));
  return found(
    plans.find(({ businessId }) => businessId === over.business.id),
    'the claim',
  );
};

it('is said before the claim of the only listing is canceled, and in the mail about it', async () => {
  const claim = await claimOf();
  expect(claim.lonePremium).toEqual({ price: '$290 a year', until, ends: false });
  await answerOf(await over.olga.browser.post('/api/billing/cancel', { body: { id: claim.id } }));
  await site.desk.settle();
  expect(await over.lastTo(over.olga, 'Your plan for')).toContain(
    `Then you have no listing left, and your Premium, $290 a year, goes on without one, and you pay for nothing. Cancel it on your dashboard: then it ends on ${day}`,
  );
  expect((await claimOf()).lonePremium).toBeUndefined();
});

it('is not said of a claim where another listing is left, or where Premium ends already', async () => {
  const other = await aBusiness(site.database.db, { ownerId: over.olga.user.id, status: 'approved' });
  expect((await claimOf()).lonePremium).toBeUndefined();
  await site.database.pool.query(`update businesses set status = 'rejected' where id = $1`, [other.id]);
  await answerOf(await over.olga.browser.post('/api/billing/cancel', { body: { id: planId } }));
  const claim = await claimOf();
  expect(claim.lonePremium).toBeUndefined();
  await answerOf(await over.olga.browser.post('/api/billing/cancel', { body: { id: claim.id } }));
  await site.desk.settle();
  expect(await over.lastTo(over.olga, 'Your plan for')).not.toContain('no listing left');
});
