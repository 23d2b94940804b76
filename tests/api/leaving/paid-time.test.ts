/** Leaving with plans that run: paid time is used up or given back, never lost. */
import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import { beforeDeletion } from '#app/wiring/before-deletion.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import type { Leaving } from '#features/leaving/contract.ts';
import { deleteDue } from '#features/leaving/server/delete-due-accounts.ts';
import { accountDeletions, businesses, claims, users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { dayMs } from '#tests/support/premium-desk.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const site = paymentSite();
const { database } = site;
const password = 'under the live oaks';
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(password);
});

const gone = async ({ user }: Person) => (await database.db.$count(users, eq(users.id, user.id))) === 0;
const plan = async ({ user }: Person) =>
  (await database.db.select().from(accountDeletions).where(eq(accountDeletions.userId, user.id)))[0];
const read = async (person: Person) => answerOf<Leaving>(await (await signedIn(person)).get('/api/account/leaving'));
const farewells = async ({ user }: Person) =>
  (await queuedMail(database.pool)).filter(({ to, subject }) => to === user.email && subject.includes('is deleted'));

/** Signs in again: by the site's clock an earlier session may have expired. */
async function signedIn({ user, browser }: Person) {
  const expiresAt = new Date(site.desk.services.now().getTime() + dayMs);
  return browser.withSession(await aSession(database.db, user.id, { expiresAt }));
}

async function remove(person: Person, body: Record<string, unknown> = {}): Promise<Response> {
  return (await signedIn(person)).post('/api/account/delete', { body: { password, ...body } });
}

async function aSubscriber(interval: 'monthly' | 'yearly' = 'monthly') {
  const owner = await site.desk.owner();
  await database.db.update(users).set({ passwordHash }).where(eq(users.id, owner.user.id));
  const cents = interval === 'yearly' ? 29_000 : 2900;
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner, interval), { cents });
  await site.desk.deliverAll();
  return owner;
}

/** With a claim that their mailbox approves, at $25. */
async function aClaimant() {
  const person = await site.desk.person({ emailVerifiedAt: new Date(), passwordHash });
  const host = person.user.email.split('@')[0];
  await database.db
    .update(users)
    .set({ email: `me@${host}.example` })
    .where(eq(users.id, person.user.id));
  person.user.email = `me@${host}.example`;
  const business = await aBusiness(database.db, { name: `Bakery of ${host}`, website: `https://${host}.example` });
  await site.desk.paidClaim(person, business.id);
  await site.desk.deliverAll();
  return { ...person, business };
}

async function subscriptionsAt(person: Person): Promise<Stripe.Subscription[]> {
  const { data } = await site.desk.stripe.subscriptions.list({ status: 'all', limit: 100 });
  const rows = await database.pool.query('select stripe_customer_id as id from billing_customers where user_id = $1', [
    person.user.id,
  ]);
  return data.filter(({ customer }) => rows.rows.some(({ id }) => id === customer));
}

async function refundedCents(customer: string): Promise<number> {
  const { data } = await site.desk.stripe.charges.list({ customer, limit: 100 });
  return data.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0);
}

async function customerOf(person: Person): Promise<string> {
  const [customer] = await site.desk.customersOf(person);
  if (customer === undefined) throw new Error('Stripe does not know this person');
  return customer.id;
}

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
    const person = await site.desk.person({ passwordHash });
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
      { name: 'Claimed listing', business: person.business.name, cents: 2500, interval: 'month', refundCents: 2500 },
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

describe('now, with the unused part given back', () => {
  it('refunds each plan once, ends it, and tells what was given back', async () => {
    const person = await aClaimant();
    await site.desk.payUpgrade(await site.desk.openUpgrade(person), { cents: 2900 });
    await site.desk.deliverAll();
    const customer = await customerOf(person);
    expect(await answerOf(await remove(person, { plans: 'refund' }))).toMatchObject({ deletesAt: null });
    expect(await gone(person)).toBe(true);
    const [mail, ...more] = await farewells(person);
    expect(more).toEqual([]);
    expect(mail?.text).toContain(`Claimed listing: ${person.business.name}: ended, $25 given back`);
    expect(mail?.text).toContain('Premium for all your listings: ended, $29 given back');
    expect(mail?.text).toContain('In all, $54 goes back');
    const jobs = await database.pool.query("select data from pgboss.job where name = 'forget-customer'");
    await workOffJobs(site.desk.services);
    expect(await refundedCents(customer)).toBe(5400);
    // Run again, as after a crash.
    const { forgetCustomerJob } = await import('#features/billing/server/forget-customer.ts');
    const run = { ...site.desk.services, jobId: '', queuedAt: new Date(), retryCount: 1 };
    for (const { data } of jobs.rows) await forgetCustomerJob.run(data, run);
    await site.desk.deliverAll();
    expect(await refundedCents(customer)).toBe(5400);
    const { data } = await site.desk.stripe.subscriptions.list({ customer, status: 'all' });
    expect(data.map(({ status }) => status)).toEqual(['canceled', 'canceled']);
    const [listing] = await database.db.select().from(businesses).where(eq(businesses.id, person.business.id));
    expect(listing).toMatchObject({ ownerId: null, status: 'approved' });
  });

  it('gives back in proportion to the time', async () => {
    const owner = await aSubscriber();
    const customer = await customerOf(owner);
    const paid = await read(owner);
    const days = Math.round((new Date(paid.paidUntil ?? '').getTime() - site.desk.services.now().getTime()) / dayMs);
    site.desk.pass(10);
    await site.desk.deliverAll();
    const { refundCents } = await read(owner);
    expect(refundCents).toBe(Math.floor((2900 * (days - 10)) / days));
    await answerOf(await remove(owner, { plans: 'refund' }));
    await workOffJobs(site.desk.services);
    expect(await refundedCents(customer)).toBe(refundCents);
  });

  it('does nothing when Stripe is away, and says so', async () => {
    const owner = await aSubscriber();
    site.sandbox.control.faults({ failNext: 1000 });
    const refused = await problemOf(await remove(owner, { plans: 'refund' }));
    site.sandbox.control.faults({ failNext: 0 });
    expect(refused).toMatchObject({ status: 503, message: expect.stringMatching(/Nothing was deleted/) });
    expect(await gone(owner)).toBe(false);
    expect(await refundedCents(await customerOf(owner))).toBe(0);
    expect((await subscriptionsAt(owner)).map(({ status }) => status)).toEqual(['active']);
  });

  it('gives nothing back twice, and nothing that is disputed', async () => {
    const [refunded, partly, disputed] = [await aSubscriber(), await aSubscriber(), await aSubscriber()];
    const chargeOf = async (person: Person) =>
      (await site.desk.stripe.charges.list({ customer: await customerOf(person) })).data[0]?.id ?? '';
    await site.desk.stripe.refunds.create({ charge: await chargeOf(refunded) });
    await site.desk.stripe.refunds.create({ charge: await chargeOf(partly), amount: 900 });
    site.sandbox.control.dispute({ charge: await chargeOf(disputed) });
    const customers = [await customerOf(refunded), await customerOf(partly), await customerOf(disputed)];
    await site.desk.deliverAll();
    expect((await read(partly)).plans).toMatchObject([{ refundCents: 2000 }]);
    expect((await read(disputed)).plans).toMatchObject([{ refundCents: 0, state: 'disputed' }]);
    for (const person of [refunded, partly, disputed]) {
      // A fully refunded plan has ended, so there is nothing to choose.
      const body = person === refunded ? {} : { plans: 'refund' };
      await answerOf(await remove(person, body));
    }
    await workOffJobs(site.desk.services);
    expect(await Promise.all(customers.map(refundedCents))).toEqual([2900, 2900, 0]);
  });

  it('gives back what was paid a moment ago and is on nobody’s record yet', async () => {
    const owner = await site.desk.owner();
    await database.db.update(users).set({ passwordHash }).where(eq(users.id, owner.user.id));
    await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
    const customer = await customerOf(owner);
    await answerOf(await remove(owner));
    await workOffJobs(site.desk.services);
    await site.desk.deliverAll();
    expect(await refundedCents(customer)).toBe(2900);
  });

  it('happens once for two clicks at once', async () => {
    const owner = await aSubscriber();
    const customer = await customerOf(owner);
    const browser = await signedIn(owner);
    const body = { password, plans: 'refund' };
    const answers = await Promise.all([1, 2].map(() => browser.post('/api/account/delete', { body })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await farewells(owner)).toHaveLength(1);
    await workOffJobs(site.desk.services);
    expect(await refundedCents(customer)).toBe(2900);
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

  it('can be taken back: the plans go on, but for those that were ending before', async () => {
    const owner = await aSubscriber();
    expect((await (await signedIn(owner)).post('/api/account/keep', { body: {} })).status).toBe(409);
    await answerOf(await remove(owner, { plans: 'end' }));
    await workOffJobs(site.desk.services);
    await answerOf(await (await signedIn(owner)).post('/api/account/keep', { body: {} }));
    await workOffJobs(site.desk.services);
    expect(await subscriptionsAt(owner)).toMatchObject([{ cancel_at_period_end: false }]);
    expect(await read(owner)).toMatchObject({ deletesAt: null, plans: [{ state: 'running' }] });
    site.desk.pass(32);
    await site.desk.deliverAll();
    await deleteDue(site.desk.services, beforeDeletion);
    expect(await gone(owner)).toBe(false);

    const [subscription] = await subscriptionsAt(owner);
    await site.desk.stripe.subscriptions.update(found(subscription, 'subscription').id, { cancel_at_period_end: true });
    await site.desk.deliverAll();
    await answerOf(await remove(owner, { plans: 'end' }));
    await answerOf(await (await signedIn(owner)).post('/api/account/keep', { body: {} }));
    await workOffJobs(site.desk.services);
    expect(await subscriptionsAt(owner)).toMatchObject([{ cancel_at_period_end: true }]);
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
    // As after a restart with an older state: the date is wrong, what Stripe says is right.
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
    const person = await site.desk.person({ passwordHash });
    expect((await remove(person, { plans: 'end' })).status).toBe(409);
    expect(await gone(person)).toBe(false);
    expect((await remove(person, { plans: 'tomorrow' })).status).toBe(422);
  });
});
