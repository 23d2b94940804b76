/** A charge that comes too late goes back by itself: who paid is mailed once what, why and when, and staff see it in the history. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { PersonDetail } from '#features/accounts/people-contract.ts';
import type { AuditRow } from '#features/audit/contract.ts';
import { setUpCatalogue } from '#features/billing/server/set-up-catalogue.ts';
import type { PersonMoney } from '#features/billing-desk/staff-contract.ts';
import { upgradeSessions } from '#server/db/schema/index.ts';
import { objectId } from '#server/stripe/object-id.ts';
import { formatDate } from '#shared/dates.ts';
import { usualPrices } from '#shared/prices.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found } from '#tests/support/found.ts';
import { HandOverDesk } from '#tests/support/hand-over-desk.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;
let over: HandOverDesk;
let stella: Person;
beforeEach(async () => {
  await database.pool.query('truncate audit_log');
  await setUpCatalogue(site.desk.stripe, usualPrices);
  stella = await site.desk.person({ role: 'staff', username: 'stella' });
});

const refunds = async () => (await site.desk.stripe.refunds.list()).data.map(({ amount }) => amount);
const history = async (id: string) =>
  (await answerOf<AuditRow[]>(await stella.browser.get(`/api/staff/audit?subject=${id}`))).map(
    ({ action, by, data }) => ({
      action,
      by,
      ...data,
    }),
  );
const mailsOf = async ({ user }: Person) =>
  (await queuedMail(database.pool))
    .filter(({ to, subject }) => to === user.email && subject.includes('goes back'))
    .map(({ subject, text }) => `${subject}\n${text}`.replace(/\s+/g, ' '));
/** The day on which Stripe charged the payment that went back. */
async function dayOfCharge(): Promise<string> {
  const [refund] = (await site.desk.stripe.refunds.list({ expand: ['data.charge'] })).data;
  const { created } = await site.desk.stripe.charges.retrieve(found(objectId(refund?.charge), 'charge'));
  return formatDate(new Date(created * 1000), site.desk.services.city.facts.timeZone);
}

describe('of a plan that was handed over', () => {
  beforeEach(async () => {
    over = await HandOverDesk.paid(site.desk);
    const left = await over.daysLeft();
    await answerOf(await over.offer());
    await answerOf(await over.accept());
    // Stripe is not told, as when it is away for long.
    await database.pool.query("delete from pgboss.job where name = 'stop-claim'");
    site.desk.pass(left);
    await site.desk.settle();
  });

  it('is mailed to who paid, once, with day, reason and time', async () => {
    for (let hour = 0; hour < 3; hour++) await over.dueJobs();
    expect(await refunds()).toEqual([2500]);
    const mails = await mailsOf(over.olga);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatch(/^Your payment of \$25 goes back to you/);
    expect(mails[0]).toContain(`On ${await dayOfCharge()} your card was charged $25 for your plan for Bakery.`);
    expect(mails[0]).toContain('nothing more is charged');
    expect(mails[0]).toContain('Banks take up to ten days to show it.');
    expect(mails[0]).toContain('The listing was handed over to a new owner');
    expect(mails[0]).not.toContain('claim it again');
    expect(await mailsOf(over.max)).toEqual([]);
  });

  it('stands in the history of the listing, in the money of the person and on the dashboard', async () => {
    await over.dueJobs();
    const lines = (await history(over.business.id)).filter(({ action }) => action.includes('given-back'));
    const reason = expect.stringContaining('handed over to a new owner');
    const data = { by: 'site', cents: 2500, reason };
    expect(lines).toMatchObject([{ action: 'claim.late-payment-given-back', ...data }]);
    const { id } = await over.planOf(over.olga);
    const afterwards = 'nothing more is charged';
    expect(await history(id)).toMatchObject([{ action: 'billing.refunded', ...data, ofCents: 2500, afterwards }]);
    const money = await stella.browser.get(`/api/staff/billing/people/${over.olga.user.id}`);
    expect((await answerOf<PersonMoney>(money)).acts).toMatchObject([{ kind: 'refund', by: 'the site', reason }]);
    expect((await over.billing(over.olga)).notes).toMatchObject([{ kind: 'refund', cents: 2500, reason }]);
  });
});

describe('of a claim that has ended', () => {
  let cleo: Person;
  let sessionId: string;
  beforeEach(async () => {
    over = await HandOverDesk.paid(site.desk);
    await over.handOver();
    await over.pass((await over.daysLeft()) - 1);
    sessionId = await over.openPage(over.max);
    cleo = await site.desk.person({ username: 'cleo', email: 'cleo@example.com', emailVerifiedAt: new Date() });
    await answerOf(await over.offer('cleo@example.com', over.max));
    await answerOf(await over.accept(cleo));
    await over.giveCard(sessionId);
  });

  it.each(['the event', 'the job that ends the claim'])('is told once where %s comes first', async (first) => {
    if (first !== 'the event') await workOffJobs(site.desk.services);
    await site.desk.settle();
    await over.dueJobs();
    expect(await refunds()).toEqual([2500]);
    const mails = await mailsOf(over.max);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain(`On ${await dayOfCharge()} your card was charged $25 for your claim on Bakery.`);
    expect(mails[0]).toContain('The claim had ended before your payment came.');
    expect(mails[0]).toContain('Claim it again');
    const lines = (await history(over.business.id)).filter(({ action }) => action === 'claim.given-back');
    expect(lines).toMatchObject([{ by: 'site', cents: 2500, reason: 'The claim had ended before your payment came.' }]);
    expect(await site.desk.claimOf(over.max)).toMatchObject({ status: 'withdrawn', isGivenBack: true });
    expect(await over.owner()).toBe(cleo.user.id);
  });

  it('ends at Stripe, and is not told, where the bank has the payment already', async () => {
    const { data } = await site.desk.stripe.paymentIntents.list({ limit: 1 });
    const payment_intent = found(data[0], 'payment').id;
    await site.desk.stripe.refunds.create({ payment_intent });
    await site.desk.settle();
    expect(await refunds()).toEqual([2500]);
    const { subscriptionId } = await over.claimOf(over.max);
    const plan = await site.desk.stripe.subscriptions.retrieve(found(subscriptionId, 'plan'));
    expect([plan.status, await mailsOf(over.max)]).toEqual(['canceled', []]);
  });
});

it('of somebody whom staff ban in that moment is told without the way to claim again, and staff see the open page before', async () => {
  over = await HandOverDesk.paid(site.desk);
  await over.handOver();
  await over.pass((await over.daysLeft()) - 1);
  const sessionId = await over.openPage(over.max);
  const path = `/api/staff/people/${over.max.user.id}`;
  const person = await answerOf<PersonDetail>(await stella.browser.get(path));
  expect(person.atPayment).toEqual({ claims: ['Bakery'], premium: 0, listings: 0 });
  await over.giveCard(sessionId);
  const body = { banned: true, reason: 'Spam' };
  const banned = await answerOf<PersonDetail>(await stella.browser.write('PUT', `${path}/ban`, { body }));
  expect(banned.atPayment.claims).toEqual([]);
  await site.desk.settle();
  expect([(await over.claimOf(over.max)).status, await refunds()]).toEqual(['withdrawn', [2500]]);
  const mails = await mailsOf(over.max);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('We had ended the claim before your payment came.');
  expect(mails[0]).not.toMatch(/claim it again/i);
  const { subscriptionId } = await over.claimOf(over.max);
  const plan = await site.desk.stripe.subscriptions.retrieve(found(subscriptionId, 'plan'));
  expect(plan.status).toBe('canceled');
});

it('of Premium that is paid twice at the same moment says so', async () => {
  const owner = await site.desk.owner();
  const first = await site.desk.openUpgrade(owner);
  await database.db.update(upgradeSessions).set({ status: 'expired' });
  const second = await site.desk.openUpgrade(owner, 'yearly');
  await site.desk.payUpgrade(first);
  await site.desk.payUpgrade(second, { cents: 29_000 });
  await site.desk.settle();
  const mails = await mailsOf(owner);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('for Premium for your listings');
  expect(mails[0]).toContain('it was paid twice at the same moment');
  expect(await site.desk.premiumUntil(owner.businessId)).not.toBeNull();
});
