/** A planned deletion names the last day of each plan, and the day from which on each listing has no owner. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { endsBefore, withoutOwner } from '#features/leaving/plan-words.ts';
import type { Billing } from '#features/premium/contract.ts';
import { subscriptions, users } from '#server/db/schema/index.ts';
import { formatDate } from '#shared/dates.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { found, only } from '#tests/support/found.ts';
import { HandOverDesk } from '#tests/support/hand-over-desk.ts';
import { leavingSite } from '#tests/support/leaving-site.ts';
import { dayMs } from '#tests/support/premium-desk.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';

const { site, database, read, remove, signedIn, aClaimant, passwordHash } = leavingSite();
const inWords = (at: string) => formatDate(at, site.desk.services.city.facts.timeZone);

it('of a listing that was handed over: paid by its former owner, then gone on with, beside Premium of a year', async () => {
  const over = await HandOverDesk.paid(site.desk);
  const { max, business } = over;
  await database.db.update(users).set({ passwordHash: passwordHash() }).where(eq(users.id, max.user.id));
  await over.handOver();
  await aBusiness(database.db, { name: 'Aisle', ownerId: max.user.id });
  await site.desk.payUpgrade(await site.desk.openUpgrade(max, 'yearly'), { cents: 29_000 });
  await site.desk.settle();
  const until = found((await over.claimOf(over.olga)).paidUntil, 'day').toISOString();
  const planDeletion = async () => {
    const leaving = await read(max);
    await answerOf(await remove(max, { plans: 'end' }));
    await site.desk.settle();
    return { leaving, due: found(leaving.paidUntil, 'due'), mail: await over.lastTo(max, 'will be deleted on') };
  };
  const keep = async () => answerOf(await (await signedIn(max)).post('/api/account/keep', { body: {} }));

  const before = await planDeletion();
  expect(before.leaving).toMatchObject({ takenOver: [{ businessId: business.id, business: 'Bakery', until }] });
  const lost = `without an owner: Bakery from ${inWords(until)} on, the others from ${inWords(before.due)} on.`;
  expect(before.mail).toContain(`The time that is paid for Bakery ends on ${inWords(until)}: from then on`);
  expect(before.mail).toContain(lost);
  await keep();
  await site.desk.settle();

  await over.pay(max);
  const { leaving, due, mail } = await planDeletion();
  expect(leaving.takenOver).toEqual([]);
  expect(leaving.plans).toContainEqual(
    expect.objectContaining({ businessId: business.id, paidThrough: null, lastDay: until }),
  );
  expect(mail).toContain(`Claim: Bakery ends on ${inWords(until)}: from then on the listing has no owner`);
  expect(mail).toContain(`Claim: Bakery: ends ${inWords(until)}, not charged`);
  expect(mail).toContain(lost);
  expect(mail).not.toContain('Until then everything stays as it is.');
  const { timeZone } = site.desk.services.city.facts;
  // The account page, before and after the payment service has ended the plans.
  for (const at of [leaving, await read(max)]) {
    expect(endsBefore(at, due, timeZone)).toEqual([expect.stringContaining(`Claim: Bakery ends on ${inWords(until)}`)]);
    expect(withoutOwner(at, due, timeZone)).toContain(lost);
  }
});

it('of a plan whose payment is owed: the days that there are to pay', async () => {
  const person = await aClaimant();
  const { id } = only(await site.desk.subscriptionsOf(person), 'plan');
  const owed = async (row: Partial<typeof subscriptions.$inferInsert>) => {
    await database.db.update(subscriptions).set(row).where(eq(subscriptions.id, id));
    return only((await read(person)).plans, 'plan').lastDay;
  };
  const at = site.desk.services.now();
  const day = (days: number) => new Date(at.getTime() + days * dayMs);
  expect(await owed({ failedAt: at, paidThrough: null })).toBe(day(7).toISOString());
  expect(await owed({ failedAt: at, paidThrough: day(-1) })).toBe(day(13).toISOString());
  expect(await owed({ failedAt: null, paidThrough: day(20) })).toBe(day(20).toISOString());
});

it.each(['at once', 'once the payment service has ended it'])(
  'and the plan says with which button it can be changed again, %s',
  async (when) => {
    const person = await aClaimant();
    await site.desk.payUpgrade(await site.desk.openUpgrade(person), { cents: 2900 });
    await site.desk.settle();
    await answerOf(await remove(person, { plans: 'end' }));
    if (when !== 'at once') await site.desk.settle();
    const claim = async () =>
      found(
        (await answerOf<Billing>(await person.browser.get('/api/billing'))).plans.find(({ business }) => business),
        'claim',
      );
    const { id, noChange } = await claim();
    expect(noChange).toMatch(/Press Keep My Account first\.$/);
    const changes = [
      ['/api/billing/claim', { id, plan: 'premium' }],
      ['/api/billing/interval', { interval: 'yearly' }],
    ] as const;
    for (const [path, body] of changes) {
      const refused = await problemOf(await person.browser.post(path, { body }));
      expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('Press Keep My Account') });
    }
    await answerOf(await person.browser.post('/api/account/keep', { body: {} }));
    await site.desk.settle();
    expect((await claim()).noChange).not.toMatch(/Keep/);
  },
);

it('of listings that all stay until the account goes', async () => {
  const person = await aClaimant();
  const leaving = await read(person);
  const due = found(leaving.paidUntil, 'due');
  const { timeZone } = site.desk.services.city.facts;
  expect(withoutOwner(leaving, due, timeZone)).toBe(
    `Your listings stay in the directory, without an owner from ${inWords(due)} on.`,
  );
  expect(withoutOwner({ ...leaving, listings: [] }, due, timeZone)).toBe('');
});
