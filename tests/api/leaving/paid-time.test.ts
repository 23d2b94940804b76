/** Deleting an account whose plans still run: the call needs a choice, and one choice uses up the paid time first. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { beforeDeletion } from '#app/wiring/before-deletion.ts';
import { deleteDue } from '#features/leaving/server/delete-due-accounts.ts';
import { accountDeletions, claims } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { found, only } from '#tests/support/found.ts';
import { leavingSite } from '#tests/support/leaving-site.ts';
import { dayMs } from '#tests/support/premium-desk.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const {
  site,
  database,
  gone,
  plan,
  read,
  farewells,
  signedIn,
  remove,
  aSubscriber,
  aClaimant,
  subscriptionsAt,
  refundedCents,
  customerOf,
  passwordHash,
} = leavingSite();

describe('without a choice', () => {
  it('is refused while paid time is left, and says what to choose', async () => {
    const owner = await aSubscriber();
    const refused = await problemOf(await remove(owner));
    expect(refused).toMatchObject({ status: 409, code: 'conflict', fields: { plans: expect.any(String) } });
    expect(refused.message).toMatch(/'end'.*'refund'/);
    expect(await gone(owner)).toBe(false);
    expect((await subscriptionsAt(owner)).map(({ status }) => status)).toEqual(['active']);
  });

  it('is refused for a canceled plan whose time is not over, too', async () => {
    const owner = await aSubscriber();
    const [subscription] = await subscriptionsAt(owner);
    await site.desk.stripe.subscriptions.update(found(subscription, 'subscription').id, { cancel_at_period_end: true });
    await site.desk.deliverAll();
    expect((await read(owner)).plans).toMatchObject([{ state: 'ending', refundCents: 2900 }]);
    expect((await remove(owner)).status).toBe(409);
  });

  it('goes through once the paid time is over, and for a claim on hold, which is not charged', async () => {
    const person = await site.desk.person({ passwordHash: passwordHash(), emailVerifiedAt: new Date() });
    const business = await aBusiness(database.db, { name: 'Held Bakery' });
    await site.desk.paidClaim(person, business.id);
    await site.desk.deliverAll();
    const customer = await customerOf(person);
    expect(await read(person)).toMatchObject({ plans: [], openClaims: ['Held Bakery'], paidUntil: null });
    expect((await remove(person)).status).toBe(200);
    await workOffJobs(site.desk.services);
    await site.desk.deliverAll();
    const { data } = await site.desk.stripe.subscriptions.list({ customer, status: 'all' });
    expect(data.map(({ status }) => status)).toEqual(['canceled']);
    expect((await site.desk.stripe.charges.list({ customer })).data).toEqual([]);
    const [claim] = await database.db.select().from(claims).where(eq(claims.businessId, business.id));
    expect(claim).toMatchObject({ status: 'withdrawn', userId: null });
    expect(await farewells(person)).toHaveLength(1);
  });
});

describe('what the account page is told', () => {
  it('names each plan with its listing, price, date and the part that would come back', async () => {
    const person = await aClaimant();
    await site.desk.payUpgrade(await site.desk.openUpgrade(person, 'yearly'), { cents: 29_000 });
    await site.desk.deliverAll();
    const leaving = await read(person);
    expect(leaving.plans).toMatchObject([
      { name: 'Claim', business: person.business.name, cents: 2500, interval: 'month', refundCents: 2500 },
      { name: 'Premium for all your listings', business: null, cents: 29_000, interval: 'year', refundCents: 29_000 },
    ]);
    expect(leaving).toMatchObject({ refundCents: 31_500, deletesAt: null, paidUntil: leaving.plans[1]?.paidThrough });
  });

  it('shrinks with each day that passes', async () => {
    const owner = await aSubscriber('yearly');
    site.desk.pass(73);
    await site.desk.deliverAll();
    const { refundCents } = await read(owner);
    expect(Math.abs((refundCents ?? 0) - 29_000 * 0.8)).toBeLessThanOrEqual(29_000 / 365 + 1);
  });

  it('has no sums while Stripe is away', async () => {
    const owner = await aSubscriber();
    site.sandbox.control.faults({ failNext: 1000 });
    const leaving = await read(owner);
    site.sandbox.control.faults({ failNext: 0 });
    expect(leaving).toMatchObject({ refundCents: null, plans: [{ refundCents: null, cents: 2900 }] });
  });
});

describe('at the end of the paid time', () => {
  it('ends all plans with their time, keeps the account until then, and deletes it once', async () => {
    const owner = await aSubscriber();
    const { paidUntil } = await read(owner);
    const answer = await answerOf<{ deletesAt: string }>(await remove(owner, { plans: 'end' }));
    expect(answer.deletesAt).toBe(paidUntil);
    await workOffJobs(site.desk.services);
    await site.desk.deliverAll();
    expect(await subscriptionsAt(owner)).toMatchObject([{ status: 'active', cancel_at_period_end: true }]);
    expect(await read(owner)).toMatchObject({ deletesAt: paidUntil, plans: [{ state: 'ending' }] });
    const mails = (await queuedMail(database.pool)).map(({ subject }) => subject);
    expect(mails).toContainEqual(expect.stringMatching(/^Your account for .* will be deleted on /));

    await deleteDue(site.desk.services, beforeDeletion);
    expect(await gone(owner)).toBe(false);
    expect((await site.desk.premiumUntil(owner.businessId)) !== null).toBe(true);
    const customer = await customerOf(owner);
    site.desk.pass(32);
    await site.desk.deliverAll();
    await Promise.all([deleteDue(site.desk.services, beforeDeletion), deleteDue(site.desk.services, beforeDeletion)]);
    expect(await gone(owner)).toBe(true);
    expect(await farewells(owner)).toHaveLength(1);
    await workOffJobs(site.desk.services);
    expect(await refundedCents(customer)).toBe(0);
    expect((await site.desk.stripe.charges.list({ customer })).data).toHaveLength(1);
    await deleteDue(site.desk.services, beforeDeletion);
    expect(await farewells(owner)).toHaveLength(1);
  });

  it('is told once, when it is planned and when it is taken back, and stands on the dashboard', async () => {
    const owner = await aSubscriber();
    const subjects = async () =>
      (await queuedMail(database.pool)).flatMap(({ to, subject }) => (to === owner.user.email ? [subject] : []));
    const billing = async () =>
      answerOf<{ deletesAt: string | null }>(await (await signedIn(owner)).get('/api/billing'));
    await forgetQueuedMail(database.pool);
    await answerOf(await remove(owner, { plans: 'end' }));
    await workOffJobs(site.desk.services);
    await site.desk.deliverAll();
    expect(await subjects()).toEqual([expect.stringMatching(/ will be deleted on /)]);
    expect((await billing()).deletesAt).toBe((await read(owner)).deletesAt);
    await forgetQueuedMail(database.pool);
    await answerOf(await (await signedIn(owner)).post('/api/account/keep', { body: {} }));
    await workOffJobs(site.desk.services);
    await site.desk.deliverAll();
    expect(await subjects()).toEqual([expect.stringMatching(/^Your account for .* stays$/)]);
    expect((await billing()).deletesAt).toBeNull();

    // A cancellation after that is one of its own.
    await forgetQueuedMail(database.pool);
    const { id } = only(await site.desk.subscriptionsOf(owner), 'plan');
    for (const act of ['cancel', 'keep']) {
      await answerOf(await (await signedIn(owner)).post(`/api/billing/${act}`, { body: { id } }));
      await site.desk.deliverAll();
    }
    expect(await subjects()).toEqual([expect.stringMatching(/^Your plan ends on /), 'Your plan goes on']);
  });

  it('can be taken back: the plans go on, but for those that were ending before', async () => {
    const owner = await aSubscriber();
    expect((await (await signedIn(owner)).post('/api/account/keep', { body: {} })).status).toBe(409);
    await answerOf(await remove(owner, { plans: 'end' }));
    await workOffJobs(site.desk.services);
    const kept = await answerOf(await (await signedIn(owner)).post('/api/account/keep', { body: {} }));
    await workOffJobs(site.desk.services);
    expect(await subscriptionsAt(owner)).toMatchObject([{ cancel_at_period_end: false }]);
    expect(kept).toMatchObject({ goesOn: (await subscriptionsAt(owner)).map(({ id }) => id) });
    expect(await read(owner)).toMatchObject({ deletesAt: null, plans: [{ state: 'running' }] });
    site.desk.pass(32);
    await site.desk.deliverAll();
    await deleteDue(site.desk.services, beforeDeletion);
    expect(await gone(owner)).toBe(false);

    const [subscription] = await subscriptionsAt(owner);
    await site.desk.stripe.subscriptions.update(found(subscription, 'subscription').id, { cancel_at_period_end: true });
    await site.desk.deliverAll();
    await answerOf(await remove(owner, { plans: 'end' }));
    const ending = await answerOf(await (await signedIn(owner)).post('/api/account/keep', { body: {} }));
    await workOffJobs(site.desk.services);
    expect(await subscriptionsAt(owner)).toMatchObject([{ cancel_at_period_end: true }]);
    expect(ending).toEqual({ message: 'Your account stays.', goesOn: [] });
  });

  it('waits for the latest of several plans, and longer when more is paid', async () => {
    const person = await aClaimant();
    await site.desk.payUpgrade(await site.desk.openUpgrade(person, 'yearly'), { cents: 29_000 });
    await site.desk.deliverAll();
    await answerOf(await remove(person, { plans: 'end' }));
    await workOffJobs(site.desk.services);
    expect(await subscriptionsAt(person)).toMatchObject([
      { cancel_at_period_end: true },
      { cancel_at_period_end: true },
    ]);
    site.desk.pass(32);
    await site.desk.deliverAll();
    await deleteDue(site.desk.services, beforeDeletion);
    expect(await gone(person)).toBe(false);
    // The state after a restore of an older backup: the stored date is wrong, and Stripe's date is right.
    await database.db.update(accountDeletions).set({ dueAt: site.desk.services.now() });
    await deleteDue(site.desk.services, beforeDeletion);
    expect(await gone(person)).toBe(false);
    expect((await plan(person))?.dueAt.toISOString()).toBe((await read(person)).paidUntil);
  });

  it('with a change of plan that was to come: the change goes, the end stays', async () => {
    const owner = await aSubscriber();
    expect((await site.desk.changeInterval(owner, 'yearly')).status).toBe(200);
    await answerOf(await remove(owner, { plans: 'end' }));
    await workOffJobs(site.desk.services);
    expect(await subscriptionsAt(owner)).toMatchObject([{ cancel_at_period_end: true, schedule: null }]);
  });

  it('can still be turned into a deletion now', async () => {
    const owner = await aSubscriber();
    const customer = await customerOf(owner);
    await answerOf(await remove(owner, { plans: 'end' }));
    await workOffJobs(site.desk.services);
    await answerOf(await remove(owner, { plans: 'refund' }));
    await workOffJobs(site.desk.services);
    expect(await gone(owner)).toBe(true);
    expect(await refundedCents(customer)).toBe(2900);
  });

  it('is not for those who have paid for nothing', async () => {
    const person = await site.desk.person({ passwordHash: passwordHash(), emailVerifiedAt: new Date() });
    expect((await remove(person, { plans: 'end' })).status).toBe(409);
    expect(await gone(person)).toBe(false);
    expect((await remove(person, { plans: 'tomorrow' })).status).toBe(422);
  });
});

describe('a plan that was paid in cash', () => {
  const payCash = async (person: { user: { id: string } }) => {
    const staff = await site.desk.person({ role: 'staff' });
    const at = site.desk.services.now();
    const session = { createdAt: at, expiresAt: new Date(at.getTime() + dayMs) };
    staff.browser.withSession(await aSession(database.db, staff.user.id, session));
    const day = (days: number) =>
      new Date(site.desk.services.now().getTime() + days * dayMs).toISOString().slice(0, 10);
    const body = {
      id: randomUUID(),
      kind: 'cash',
      cents: 10_000,
      receivedOn: day(-2),
      lastDay: day(100),
      reason: 'At the fair',
    };
    await answerOf(await staff.browser.post(`/api/staff/billing/people/${person.user.id}/plans`, { body }));
    await forgetQueuedMail(database.pool);
  };

  it('is named with its day, and waited for', async () => {
    const person = await site.desk.person({ passwordHash: passwordHash(), emailVerifiedAt: new Date() });
    await payCash(person);
    const { cashPlans, paidUntil } = await read(person);
    expect(cashPlans).toMatchObject([{ endsAt: paidUntil, unusedCents: 10_000 }]);
    expect((await remove(person)).status).toBe(409);
    const later = await answerOf<{ deletesAt: string }>(await remove(person, { plans: 'end' }));
    expect(later.deletesAt).toBe(paidUntil);
    site.desk.aheadMs += 99 * dayMs;
    await deleteDue(site.desk.services, beforeDeletion);
    expect(await gone(person)).toBe(false);
    site.desk.aheadMs += 3 * dayMs;
    await deleteDue(site.desk.services, beforeDeletion);
    expect(await gone(person)).toBe(true);
  });

  it('is given back by hand when the account is deleted now: the person and staff are told how much', async () => {
    const person = await site.desk.person({ passwordHash: passwordHash(), emailVerifiedAt: new Date() });
    await payCash(person);
    site.desk.aheadMs += 50.5 * dayMs;
    const { cashPlans } = await read(person);
    const [plan] = cashPlans;
    expect(plan?.unusedCents).toBeGreaterThan(4500);
    expect(plan?.unusedCents).toBeLessThan(5500);
    expect((await remove(person, { plans: 'refund' })).status).toBe(200);
    const mails = await queuedMail(database.pool);
    expect(mails.find(({ to }) => to === person.user.email)?.text).toContain('We give that back as you paid it');
    const toStaff = mails.find(({ subject }) => subject.endsWith('to give back in cash or by check'));
    expect(toStaff?.text).toContain(`Receipt: ${found(plan?.receipt, 'the receipt')}\n`);
    expect(toStaff?.text).not.toContain(person.user.email);
  });
});
