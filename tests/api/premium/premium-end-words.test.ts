/** The mail about the cancellation of Premium for all listings says what the listings have afterwards. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { businesses, listingOrders, subscriptions } from '#server/db/schema/index.ts';
import { formatDate } from '#shared/dates.ts';
import { dayMs } from '#shared/times.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { found, only } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';

const site = paymentSite();
const { database } = site;
const rest = 'Then your listings stay in the directory';

async function subscriber() {
  const owner = await site.desk.owner();
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
  await site.desk.deliverAll();
  const { id, paidThrough } = only(await site.desk.subscriptionsOf(owner), 'plan');
  return { ...owner, plan: id, end: found(paidThrough, 'paid time') };
}

async function wordsOfCancel({ browser, user, plan }: Awaited<ReturnType<typeof subscriber>>): Promise<string> {
  await answerOf(await browser.post('/api/billing/cancel', { body: { id: plan } }));
  const mails = (await queuedMail(database.pool)).filter(({ to }) => to === user.email);
  const last = found(mails.at(-1), 'mail');
  expect(last.subject).toMatch(/^Your plan ends on /);
  return last.text.replace(/\s+/g, ' ');
}

const dayOf = (at: Date) => formatDate(at.toISOString(), site.desk.services.city.facts.timeZone);

it('says that they go on without what Premium adds', async () => {
  expect(await wordsOfCancel(await subscriber())).toContain(
    `${rest} without what Premium adds, with everything you have written.`,
  );
});

it('names those that have Premium of their own: set up by staff, or with a claim', async () => {
  const owner = await subscriber();
  const until = new Date(owner.end.getTime() + 20 * dayMs);
  const ours = { ownerId: owner.user.id, status: 'approved' } as const;
  const prepaid = await aBusiness(database.db, { ...ours, name: 'Paper Kite' });
  await database.db.insert(listingOrders).values({
    ...{ plan: 'premium', amountCents: 9900, status: 'handled', businessId: prepaid.id, premiumUntil: until },
  });
  const claimed = await aBusiness(database.db, { ...ours, name: 'Fern Bakery' });
  await database.db.insert(subscriptions).values({
    ...{ id: `sub_${randomUUID()}`, kind: 'claim_premium', status: 'active', businessId: claimed.id },
    ...{ userId: owner.user.id, priceKey: 'claim_premium_month', priceCents: 5000, paidThrough: owner.end },
  });
  const text = await wordsOfCancel(owner);
  expect(text).toContain(
    `${rest} with everything you have written. These keep Premium of their own: Fern Bakery with its claim and Paper Kite until ${dayOf(until)}. Any other goes on without what Premium adds.`,
  );
  expect(text).not.toContain('in the directory without');
  expect(await database.db.$count(businesses)).toBeGreaterThan(2);
});

it('says until when Premium that no card pays for covers all of them', async () => {
  const owner = await subscriber();
  const staff = await site.desk.person({ role: 'staff' });
  const lastDay = new Date(owner.end.getTime() + 40 * dayMs).toISOString().slice(0, 10);
  const body = { id: randomUUID(), kind: 'complimentary', lastDay, reason: 'For the July fair' };
  await answerOf(await staff.browser.post(`/api/staff/billing/people/${owner.user.id}/plans`, { body }));
  const text = await wordsOfCancel(owner);
  expect(text).toMatch(/Then your listings keep the Premium that no card pays for, until [A-Z]\w+ \d+, \d+\./);
  expect(text).not.toContain(rest);
});
