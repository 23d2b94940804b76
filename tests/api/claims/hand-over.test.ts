/** An owner hands a listing over while a paid claim runs for it: the plan is not renewed, the paid time goes along. */
import { beforeEach, describe, expect, it } from 'vitest';
import { setUpCatalogue } from '#features/billing/server/set-up-catalogue.ts';
import type { ListingPeople, OwnInvitation } from '#features/managers/contract.ts';
import { businesses, claims, subscriptions } from '#server/db/schema/index.ts';
import { formatDate } from '#shared/dates.ts';
import { usualPrices } from '#shared/prices.ts';
import { found } from '#tests/support/found.ts';
import { HandOverDesk } from '#tests/support/hand-over-desk.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;
let over: HandOverDesk;
beforeEach(() => setUpCatalogue(site.desk.stripe, usualPrices));

const day = (at: Date | null) => formatDate(found(at, 'a day'), site.desk.services.city.facts.timeZone);
const stripePlan = async (who = over.olga) => site.desk.stripe.subscriptions.retrieve((await over.planOf(who)).id);

describe('before it', () => {
  it('the owner, the invited person and both mails say what becomes of the paid time', async () => {
    over = await HandOverDesk.paid(site.desk, 'premium');
    const { paidThrough } = await over.planOf(over.olga);
    const paid = { until: paidThrough?.toISOString(), plan: 'premium' };
    const people = await over.olga.browser.get(`/api/user/businesses/${over.business.id}/people`);
    expect(await answerOf<ListingPeople>(people)).toMatchObject({ handOver: { paid, notYet: null } });
    await answerOf(await over.offer());
    const link = await over.max.browser.get(`/api/listing-invitations?token=${await over.token()}`);
    expect(await answerOf(link)).toMatchObject({ kind: 'owner', by: 'olga', paid });
    const own = await answerOf<OwnInvitation[]>(await over.max.browser.get('/api/user/listing-invitations'));
    expect(own).toMatchObject([{ paid }]);
    const offered = await over.lastTo(over.max, 'could be yours');
    expect(offered).toContain(`It is paid, with Premium, until ${day(paidThrough)}, and you pay nothing before`);
    expect(offered).toContain('a claim costs $25 a month, or $50 with Premium for this listing');
    const told = await over.lastTo(over.olga, 'You are handing over');
    expect(told).toContain(`Right now it is paid until ${day(paidThrough)}`);
    expect(told).toMatch(/After it a claim costs \$25 a month[^.]*\. Whether to go on is up to them\./);
  });

  it('taking it back and declining change nothing for the plan', async () => {
    over = await HandOverDesk.paid(site.desk);
    const path = `/api/user/businesses/${over.business.id}`;
    const { invitations } = await answerOf<ListingPeople>(await over.offer());
    await answerOf(await over.olga.browser.write('DELETE', `${path}/invitations/${invitations[0]?.id}`));
    await answerOf(await over.offer());
    const body = { token: await over.token() };
    await answerOf(await over.max.browser.post('/api/listing-invitations/decline', { body }));
    await site.desk.settle();
    expect([await over.owner(), (await over.claimOf(over.olga)).status]).toEqual(['olga', 'approved']);
    expect((await stripePlan()).cancel_at_period_end).toBe(false);
  });

  it.each([
    ['owed', { failedAt: new Date(), status: 'past_due' }, /did not go through/],
    ['disputed', { suspendedAt: new Date() }, /disputed/],
    ['starting', { paidThrough: null }, /being made/],
    ['starting', { paidThrough: new Date(Date.now() - 60_000) }, /being made/],
  ] as const)('it waits while a payment is %s, also between offer and acceptance', async (notYet, row, words) => {
    over = await HandOverDesk.paid(site.desk);
    await answerOf(await over.offer());
    await database.db.update(subscriptions).set(row);
    expect(await problemOf(await over.offer())).toMatchObject({ status: 409, message: expect.stringMatching(words) });
    const refused = await problemOf(await over.accept());
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('Please ask olga') });
    const people = await over.olga.browser.get(`/api/user/businesses/${over.business.id}/people`);
    expect(await answerOf<ListingPeople>(people)).toMatchObject({ handOver: { notYet } });
    expect(await over.owner()).toBe('olga');
  });
});

describe('at the acceptance', () => {
  it('the listing moves, the plan ends with its period, and both and staff are told', async () => {
    over = await HandOverDesk.paid(site.desk);
    const { paidThrough } = await over.planOf(over.olga);
    await over.handOver();
    expect([await over.owner(), (await over.claimOf(over.olga)).status]).toEqual(['max', 'handed_over']);
    expect(await stripePlan()).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(await over.lastTo(over.max, 'has a new owner')).toContain(`It is paid until ${day(paidThrough)}`);
    const told = await over.lastTo(over.olga, 'has a new owner');
    expect(told).toContain(
      'No plan of yours for it is renewed: you pay nothing more for it, and nothing is given back',
    );
    expect(await over.subjectsTo(over.olga)).not.toContainEqual(expect.stringContaining('Your plan ends'));
    const notice = (await over.mails()).find(({ subject }) => subject === 'Paid listing handed over: Bakery');
    expect(notice?.text).toMatch(/From: olga \(olga@bakery.example\)\s+To: max \(max@example.com\)/);
    expect(await over.actions()).toEqual(expect.arrayContaining(['business.handed-over', 'claim.passed_on']));
    expect(await site.desk.chargedCents(over.max)).toBe(0);
  });

  it('the former owner reads the truth, and can neither keep nor edit anything', async () => {
    over = await HandOverDesk.paid(site.desk, 'premium');
    await over.handOver();
    const { paidThrough, id } = await over.planOf(over.olga);
    const { plans, notices, claimPremium } = await over.billing(over.olga);
    const until = paidThrough?.toISOString();
    expect(plans).toMatchObject([{ business: 'Bakery', endsAt: until, renewsAt: null, handedOverBy: 'owner' }]);
    expect({ notices, claimPremium }).toEqual({ notices: [], claimPremium: [] });
    expect(await site.desk.claimOf(over.olga)).toMatchObject({ status: 'handed_over', endsAt: until });
    expect((await over.olga.browser.post('/api/billing/keep', { body: { id } })).status).toBe(409);
    const people = await over.olga.browser.get(`/api/user/businesses/${over.business.id}/people`);
    expect(people.status).toBe(404);
    expect((await over.olga.browser.get(`/api/user/businesses/${over.business.id}`)).status).toBe(404);
  });

  it('the new owner sees until when it is paid, with Premium until then', async () => {
    over = await HandOverDesk.paid(site.desk, 'premium');
    await over.handOver();
    const { paidThrough } = await over.planOf(over.olga);
    const { takenOver } = await over.billing(over.max);
    expect(takenOver).toMatchObject([{ slug: 'bakery', until: paidThrough?.toISOString(), plan: 'premium' }]);
    expect(await site.desk.premiumUntil(over.business.id)).toEqual(paidThrough);
  });

  it('two who press at once move it once', async () => {
    over = await HandOverDesk.paid(site.desk);
    await answerOf(await over.offer());
    const token = await over.token();
    const answers = await Promise.all(
      [1, 2].map(() => over.max.browser.post('/api/listing-invitations', { body: { token } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await over.actions()).filter((action) => action === 'claim.passed_on')).toHaveLength(1);
  });

  it('a plan that was canceled before goes along until the same day', async () => {
    over = await HandOverDesk.paid(site.desk);
    const { id, paidThrough } = await over.planOf(over.olga);
    await answerOf(await over.olga.browser.post('/api/billing/cancel', { body: { id } }));
    await site.desk.settle();
    await over.handOver();
    expect(await over.claimOf(over.olga)).toMatchObject({ status: 'handed_over', paidUntil: paidThrough });
    expect((await over.billing(over.max)).takenOver).toHaveLength(1);
  });

  it('a claim that costs nothing moves without a word about money', async () => {
    over = await HandOverDesk.unpaid(site.desk);
    const claim = {
      businessId: over.business.id,
      userId: over.olga.user.id,
      plan: 'standard',
      amountCents: 0,
    } as const;
    await database.db.insert(claims).values({ ...claim, status: 'approved', expiresAt: new Date() });
    await database.db.update(businesses).set({ ownerId: over.olga.user.id });
    await over.handOver();
    expect([await over.owner(), (await over.claimOf(over.olga)).status]).toEqual(['max', 'handed_over']);
    expect((await over.billing(over.max)).takenOver).toEqual([]);
    for (const { subject, text } of await over.mails()) expect(text, subject).not.toMatch(/paid until|a claim costs/);
    await over.pass(60);
    expect(await over.owner()).toBe('max');
  });
});

describe('Stripe', () => {
  it('that does not answer is told later, by the job', async () => {
    over = await HandOverDesk.paid(site.desk);
    await answerOf(await over.offer());
    await answerOf(await over.accept());
    // The job is lost, as with a restored backup.
    await database.pool.query("delete from pgboss.job where name = 'stop-claim'");
    await site.desk.settle();
    expect((await stripePlan()).cancel_at_period_end).toBe(false);
    expect((await over.billing(over.olga)).plans).toMatchObject([{ renewsAt: null, handedOverBy: 'owner' }]);
    site.desk.aheadMs += 2 * 3_600_000;
    await over.dueJobs();
    expect((await stripePlan()).cancel_at_period_end).toBe(true);
  });

  it('has its cancellation taken back on its own page: the plan is ended again', async () => {
    over = await HandOverDesk.paid(site.desk);
    await over.handOver();
    await site.desk.stripe.subscriptions.update((await over.planOf(over.olga)).id, { cancel_at_period_end: false });
    await site.desk.settle();
    site.desk.aheadMs += 2 * 3_600_000;
    await over.dueJobs();
    expect((await stripePlan()).cancel_at_period_end).toBe(true);
    expect(await over.subjectsTo(over.olga)).not.toContain('Your plan for Bakery goes on');
  });

  it('that charged for the time after, because it heard too late, gives that back', async () => {
    over = await HandOverDesk.paid(site.desk);
    const left = await over.daysLeft();
    await answerOf(await over.offer());
    await answerOf(await over.accept());
    await database.pool.query("delete from pgboss.job where name = 'stop-claim'");
    site.desk.pass(left);
    expect(await site.desk.chargedCents(over.olga)).toBe(5000);
    await site.desk.settle();
    await over.dueJobs();
    await over.dueJobs();
    const [customer] = await site.desk.customersOf(over.olga);
    const { data } = await site.desk.stripe.charges.list({ customer: found(customer, 'customer').id });
    expect(data.map(({ amount_refunded }) => amount_refunded)).toEqual([2500, 0]);
    expect((await stripePlan()).status).toBe('canceled');
    expect([await over.owner(), (await over.claimOf(over.olga)).status]).toEqual([null, 'ended']);
  });
});
