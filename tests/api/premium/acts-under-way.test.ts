/** A credit or a discount that stops between two of its steps: it is done once all the same, and staff see it under way. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { creditPerson, discountPlan } from '#features/billing-desk/server/credit-and-discount.ts';
import type { PendingAct, PersonMoney } from '#features/billing-desk/staff-contract.ts';
import { auditLog, moneyActs, pendingMoneyActs, users } from '#server/db/schema/index.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found, only } from '#tests/support/found.ts';
import { lineToStripe } from '#tests/support/line-to-stripe.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const byNobody = <T>(services: T) => ({ ...services, user: null });

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;
let staff: Person;
let owner: Person;
let plan: string;
let customer: string;

beforeEach(async () => {
  staff = await site.desk.person({ role: 'staff' });
  owner = await site.desk.owner();
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
  await site.desk.deliverAll();
  const held = found((await site.desk.subscriptionsOf(owner))[0], 'plan');
  plan = held.id;
  customer = found(held.customerId, 'customer');
});

const reason = 'The site was slow';
const asked = (id: string) => ({ subscriptionId: plan, id, reason, actorId: staff.user.id });
const press = (what: 'credit' | 'discount', body: object) =>
  staff.browser.post(`/api/staff/billing/subscriptions/${plan}/${what}`, {
    body: { id: randomUUID(), reason, ...body },
  });
const money = async () => answerOf<PersonMoney>(await staff.browser.get(`/api/staff/billing/people/${owner.user.id}`));
const underWay = async (): Promise<PendingAct[]> => (await money()).pending;
const acts = () => database.db.select().from(moneyActs);
const lines = async () =>
  (await database.db.select().from(auditLog)).filter(({ action }) => /^billing\.(credited|discounted)$/.test(action));
const mails = async (subject: RegExp) =>
  (await queuedMail(database.pool)).filter((mail) => mail.to === owner.user.email && subject.test(mail.subject));
const credits = async () => {
  const { data } = await site.desk.stripe.customers.listBalanceTransactions(customer);
  return data.map(({ amount }) => amount);
};

/** Refuses our own rows, as a machine that stops does. */
async function whileRowsAreRefused(act: () => Promise<unknown>): Promise<void> {
  await database.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the machine stops'; end $$;
     create trigger stops before insert on money_acts for each row execute function refuse()`,
  );
  await expect(act()).rejects.toThrow();
  await database.pool.query('drop trigger stops on money_acts; drop function refuse()');
}

/** Runs the job, by now without the keys that Stripe keeps for a day. */
async function workOffLater(): Promise<void> {
  site.sandbox.sandbox.idempotency.clear();
  await workOffJobs(site.desk.services);
}

async function isCreditedOnce(id: string, cents: number): Promise<void> {
  await workOffLater();
  await workOffLater();
  expect(await underWay()).toEqual([]);
  expect(await credits()).toEqual([-cents]);
  expect(await acts()).toMatchObject([{ id, kind: 'credit', cents, reason, actorId: staff.user.id }]);
  expect(await lines()).toMatchObject([{ actorId: staff.user.id, data: { cents, reason } }]);
  expect(await mails(/to your credit/)).toHaveLength(1);
  // Sent once more, the form counts as sent.
  expect(await answerOf(await press('credit', { id, cents }))).toEqual({ cents, isUnderWay: false });
  expect(await credits()).toEqual([-cents]);
}

it('a credit whose answer of Stripe is lost is under way, and the job finds that it is done', async () => {
  const id = randomUUID();
  const line = await lineToStripe(site.desk.services, { isLost: ({ method }) => method === 'POST' });
  expect(await creditPerson(byNobody(line.services), { ...asked(id), cents: 1200 })).toEqual({
    cents: 1200,
    isUnderWay: true,
  });
  await line.close();
  expect(await underWay()).toMatchObject([
    { id, kind: 'credit', cents: 1200, isRefused: false, failure: expect.any(String), by: staff.user.username },
  ]);
  expect((await money()).subscriptions).toMatchObject([{ pending: 'under-way' }]);
  expect([await acts(), await mails(/to your credit/)]).toEqual([[], []]);
  // An act under way counts, too: the payment was 29 dollars.
  const more = { status: 422, fields: { cents: 'At most $17 of the last payment can be credited' } };
  expect(await problemOf(await press('credit', { cents: 1701 }))).toMatchObject(more);
  await isCreditedOnce(id, 1200);
});

it('a credit that stops before Stripe is asked is given by the job', async () => {
  const id = randomUUID();
  const line = await lineToStripe(site.desk.services, { isUnreachable: ({ method }) => method === 'POST' });
  expect(await creditPerson(byNobody(line.services), { ...asked(id), cents: 700 })).toMatchObject({ isUnderWay: true });
  await line.close();
  expect(await credits()).toEqual([]);
  await isCreditedOnce(id, 700);
});

it('a credit that stops between Stripe and our own rows is recorded by the job', async () => {
  const id = randomUUID();
  await whileRowsAreRefused(() => creditPerson(byNobody(site.desk.services), { ...asked(id), cents: 500 }));
  expect(await credits()).toEqual([-500]);
  expect(await underWay()).toMatchObject([{ id }]);
  await isCreditedOnce(id, 500);
});

it('a discount that stops between Stripe and our own rows is recorded once, and another one waits for it', async () => {
  const id = randomUUID();
  const wish = { ...asked(id), percentOff: 50, months: 2 };
  await whileRowsAreRefused(() => discountPlan(byNobody(site.desk.services), wish));
  expect(await underWay()).toMatchObject([{ id, kind: 'discount', percentOff: 50, months: 2 }]);
  const other = await press('discount', { percentOff: 20, months: null });
  expect(await problemOf(other)).toMatchObject({ status: 409, message: expect.stringContaining('is under way') });
  await workOffLater();
  await workOffLater();
  expect(await acts()).toMatchObject([{ id, kind: 'discount', percentOff: 50, months: 2 }]);
  expect(await lines()).toHaveLength(1);
  expect(await mails(/50% off/)).toHaveLength(1);
  expect(await site.desk.stripe.coupons.retrieve(`act-${id}`)).toMatchObject({ times_redeemed: 1 });
  expect((await press('discount', { percentOff: 20, months: null })).status).toBe(200);
});

it('holds nothing of the plan while Stripe is asked', async () => {
  const isFree: boolean[] = [];
  const before = async () => {
    const lock = 'select pg_try_advisory_xact_lock(hashtext($1)) as free';
    isFree.push((await database.pool.query(lock, [`money of ${plan}`])).rows[0].free);
  };
  const line = await lineToStripe(site.desk.services, { before });
  await creditPerson(byNobody(line.services), { ...asked(randomUUID()), cents: 100 });
  await discountPlan(byNobody(line.services), { ...asked(randomUUID()), percentOff: 10, months: null });
  await line.close();
  expect(isFree.length).toBeGreaterThan(5);
  expect(new Set(isFree)).toEqual(new Set([true]));
});

it('says in words what Stripe refuses, and nothing is left behind', async () => {
  // The site has not heard of it yet.
  await site.desk.stripe.subscriptions.cancel(plan);
  const refused = await problemOf(await press('discount', { percentOff: 50, months: null }));
  expect(refused).toMatchObject({
    status: 409,
    message: expect.stringMatching(/refused this, and nothing was done\. It/),
  });
  expect([await underWay(), await acts(), await lines()]).toEqual([[], [], []]);
});

it('is forgotten when Stripe refuses it after the account is deleted', async () => {
  const line = await lineToStripe(site.desk.services, { isUnreachable: ({ method }) => method === 'POST' });
  await creditPerson(byNobody(line.services), { ...asked(randomUUID()), cents: 100 });
  await line.close();
  await site.desk.stripe.customers.del(customer);
  await database.db.delete(users).where(eq(users.id, owner.user.id));
  await workOffLater();
  expect([await database.db.$count(pendingMoneyActs), await acts(), await lines()]).toEqual([0, [], []]);
});

it('shows what Stripe has refused while nobody looked, until staff put it away', async () => {
  const id = randomUUID();
  const line = await lineToStripe(site.desk.services, { isUnreachable: ({ method }) => method === 'POST' });
  await discountPlan(byNobody(line.services), { ...asked(id), percentOff: 50, months: null });
  await line.close();
  const putAway = (one: string) => staff.browser.post(`/api/staff/billing/acts/${one}/put-away`, { body: {} });
  expect((await putAway(id)).status).toBe(409);
  await site.desk.stripe.subscriptions.cancel(plan);
  await workOffLater();
  const row = only(await underWay(), 'act');
  expect((await money()).subscriptions).toMatchObject([{ pending: 'refused' }]);
  expect(row).toMatchObject({ id, isRefused: true, failure: expect.stringMatching(/\w/) });
  expect([await acts(), await lines(), await mails(/50% off/)]).toEqual([[], [], []]);
  expect((await putAway(id)).status).toBe(200);
  expect((await putAway(id)).status).toBe(404);
  expect(await database.db.$count(pendingMoneyActs)).toBe(0);
});
