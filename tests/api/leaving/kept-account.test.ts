/** A planned deletion is taken back: the mail names each plan with its state, and how to go on with it. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { beforeDeletion } from '#app/wiring/before-deletion.ts';
import { syncRun } from '#features/billing/server/stripe-syncs.ts';
import { syncSubscription } from '#features/billing/server/sync-subscription.ts';
import type { Claim } from '#features/claims/contract.ts';
import { deleteDue } from '#features/leaving/server/delete-due-accounts.ts';
import type { Billing } from '#features/premium/contract.ts';
import { claims, subscriptions, users } from '#server/db/schema/index.ts';
import { formatDate } from '#shared/dates.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found, only } from '#tests/support/found.ts';
import { leavingSite } from '#tests/support/leaving-site.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const { site, database, signedIn, remove, aSubscriber, aClaimant, subscriptionsAt, passwordHash } = leavingSite();
const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
const month = '[A-Z][a-z]+ \\d+, \\d{4}';

async function settle(): Promise<void> {
  await workOffJobs(site.desk.services);
  await site.desk.deliverAll();
}

async function leaveLater(person: Person): Promise<void> {
  await answerOf(await remove(person, { plans: 'end' }));
  await settle();
}

const mailsAbout = async ({ user }: Person) =>
  (await queuedMail(database.pool)).filter(({ to, subject }) => to === user.email && subject.endsWith(' stays'));

async function keep(person: Person): Promise<string> {
  await forgetQueuedMail(database.pool);
  await answerOf(await (await signedIn(person)).post('/api/account/keep', { body: {} }));
  const { text } = only(await mailsAbout(person), 'mail');
  expect(text).toContain('/dashboard#plans');
  return onOneLine(text);
}

const [end, over] = ['press Keep my plan on your dashboard', 'does not come back by itself'];

it('plans that the deletion had ended go on, and nothing has to be done', async () => {
  const person = await aClaimant();
  await site.desk.payUpgrade(await site.desk.openUpgrade(person, 'yearly'), { cents: 29_000 });
  await site.desk.deliverAll();
  await leaveLater(person);
  const text = await keep(person);
  expect(text).toMatch(new RegExp(`Claim: ${person.business.name}: goes on; it is paid until ${month}`));
  expect(text).toMatch(new RegExp(`Premium for all your listings: goes on; it is paid until ${month}`));
  expect(text).not.toContain(end);
  expect(text).not.toContain(over);
});

it('a plan that the person had canceled before ends, and can be kept', async () => {
  const owner = await aSubscriber();
  const { id } = found((await subscriptionsAt(owner))[0], 'subscription');
  await site.desk.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await site.desk.deliverAll();
  await leaveLater(owner);
  const text = await keep(owner);
  expect(text).toMatch(new RegExp(`Premium for all your listings: ends on ${month}`));
  expect(text).toContain(end);
});

it('a plan that was used up before is named as ended, with the way to a new one', async () => {
  const person = await aClaimant();
  await site.desk.payUpgrade(await site.desk.openUpgrade(person, 'yearly'), { cents: 29_000 });
  await site.desk.deliverAll();
  await leaveLater(person);
  site.desk.pass(32);
  await settle();
  const text = await keep(person);
  expect(text).toContain(`Claim: ${person.business.name}: has ended`);
  expect(text).toContain('Premium for all your listings: goes on');
  expect(text).toContain(over);
  expect(text).toContain('claim the listing again');
});

it('a plan that was begun after the deletion was planned goes on with the others', async () => {
  const person = await aClaimant();
  await leaveLater(person);
  await site.desk.payUpgrade(await site.desk.openUpgrade(person, 'yearly'), { cents: 29_000 });
  await site.desk.deliverAll();
  site.desk.pass(32);
  await site.desk.deliverAll();
  await deleteDue(site.desk.services, beforeDeletion);
  await settle();
  const ends = async () =>
    (await subscriptionsAt(person)).filter((one) => one.status === 'active' && one.cancel_at_period_end);
  expect(await ends()).toHaveLength(1);
  expect(await keep(person)).toContain('Premium for all your listings: goes on');
  await settle();
  expect(await ends()).toEqual([]);
});

it('a renewal that was declined is still to be paid', async () => {
  const owner = await aSubscriber();
  await leaveLater(owner);
  await database.db
    .update(subscriptions)
    .set({ failedAt: site.desk.services.now() })
    .where(eq(subscriptions.userId, owner.user.id));
  expect(await keep(owner)).toContain('goes on once its payment is made');
});

it('a claim that the deletion withdrew is named, and one that was withdrawn before is not', async () => {
  const owner = await aSubscriber();
  const [before, waits] = [
    await aBusiness(database.db, { name: 'Former Bakery' }),
    await aBusiness(database.db, { name: 'Held Bakery' }),
  ];
  for (const { id } of [before, waits]) await site.desk.paidClaim(owner, id);
  await site.desk.deliverAll();
  const [claim] = await database.db.select().from(claims).where(eq(claims.businessId, before.id));
  const { id } = found(claim, 'claim');
  await answerOf(await (await signedIn(owner)).post(`/api/claims/${id}/withdraw`, { body: {} }));
  site.desk.pass(1);
  await settle();
  await leaveLater(owner);
  const text = await keep(owner);
  expect(text).toContain('Claim: Held Bakery: was withdrawn, not charged');
  expect(text).not.toContain('Former Bakery');
  expect(text).toContain(over);
});

it('without plans it says that the account stays, and no more', async () => {
  const owner = await aSubscriber();
  await leaveLater(owner);
  await database.db.delete(subscriptions).where(eq(subscriptions.userId, owner.user.id));
  const text = await keep(owner);
  expect(text).toMatch(/It stays as it is\. Open your dashboard/);
});

it('nothing about a deletion goes to a mailbox that nobody has confirmed, and staff hear so where money is owed', async () => {
  const owner = await aSubscriber();
  await database.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, owner.user.id));
  await forgetQueuedMail(database.pool);
  await leaveLater(owner);
  await answerOf(await (await signedIn(owner)).post('/api/account/keep', { body: {} }));
  await answerOf(await remove(owner, { plans: 'refund' }));
  const mails = await queuedMail(database.pool);
  expect(mails.filter(({ to }) => to === owner.user.email)).toEqual([]);
});

it.each([
  ['approved', true],
  ['pending', false],
] as const)('the farewell of somebody whose listing is %s speaks of listings: %s', async (status, speaks) => {
  const person = await site.desk.person({ passwordHash: passwordHash(), emailVerifiedAt: new Date() });
  await aBusiness(database.db, { ownerId: person.user.id, status });
  await forgetQueuedMail(database.pool);
  await answerOf(await remove(person));
  const { text } = only(await queuedMail(database.pool), 'mail');
  expect(text).toContain('was deleted on');
  expect(text.includes('Your listings stay')).toBe(speaks);
});

it('no plan is shown as ending while the payment service does not know yet that it goes on, and no act runs against that', async () => {
  const person = await aClaimant();
  await site.desk.payUpgrade(await site.desk.openUpgrade(person, 'yearly'), { cents: 29_000 });
  await site.desk.deliverAll();
  await leaveLater(person);
  const browser = await signedIn(person);
  const state = async () => {
    const { plans, notices } = await answerOf<Billing>(await browser.get('/api/billing'));
    const own = await answerOf<Claim[]>(await browser.get('/api/user/claims'));
    return {
      ends: plans.filter(({ endsAt }) => endsAt !== null).length,
      notices,
      claims: own.map(({ status }) => status),
    };
  };
  expect(await state()).toMatchObject({ ends: 2, claims: ['ending'] });
  await keep(person);
  const goesOn = { ends: 0, notices: [], claims: ['approved'] };
  expect(await state()).toEqual(goesOn);
  const rows = await site.desk.subscriptionsOf(person);
  const premium = found(
    rows.find(({ kind }) => kind === 'owner_premium'),
    'Premium',
  );
  const wait = { status: 409, message: expect.stringMatching(/^You have just kept your account/) };
  expect(await problemOf(await browser.post('/api/billing/cancel', { body: { id: premium.id } }))).toMatchObject(wait);
  const other = { interval: 'monthly' };
  expect(await problemOf(await browser.post('/api/billing/interval', { body: other }))).toMatchObject(wait);
  // An event of another kind finds the plan as the payment service still has it.
  await syncSubscription(syncRun(site.desk.services), premium.id);
  expect(await state()).toEqual(goesOn);
  await settle();
  expect(await state()).toEqual(goesOn);
  await answerOf(await browser.post('/api/billing/cancel', { body: { id: premium.id } }));
  expect(await state()).toMatchObject({ ends: 1, notices: [{ kind: 'ending' }] });
});

it('a first payment that is still to come is named with its day', async () => {
  const person = await aClaimant();
  const former = await aBusiness(database.db, { name: 'Fern Bakery', ownerId: person.user.id, status: 'approved' });
  const dueAt = new Date(site.desk.services.now().getTime() + 20 * 86_400_000);
  const claim = { businessId: former.id, plan: 'standard', amountCents: 2500, expiresAt: dueAt } as const;
  const [before] = await database.db
    .insert(claims)
    .values({ ...claim, status: 'handed_over', paidUntil: dueAt, successorId: person.user.id })
    .returning();
  await database.db.insert(claims).values({
    ...claim,
    status: 'approved',
    userId: person.user.id,
    subscriptionId: 'sub_fern',
    succeedsId: before?.id,
  });
  await leaveLater(person);
  await database.db.insert(subscriptions).values({
    ...{ id: 'sub_fern', userId: person.user.id, kind: 'claim_standard', status: 'trialing', businessId: former.id },
    ...{ priceKey: 'claim_standard_month', priceCents: 2500 },
  });
  const day = formatDate(dueAt.toISOString(), site.desk.services.city.facts.timeZone);
  expect(await keep(person)).toContain(`Claim: Fern Bakery: goes on; its first payment is due on ${day}`);
});
