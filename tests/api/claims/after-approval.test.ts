/** Money of an approved claim: the first charge fails, the plan ends, and the listing keeps or loses its owner. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { handleDueClaims } from '#features/claims/server/handle-due-claims.ts';
import { businesses, claims, subscriptions } from '#server/db/schema/index.ts';
import { dayMs } from '#shared/times.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found, only } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';

const site = paymentSite();
const { database } = site;
let ada: Person;
let business: Business;
beforeEach(async () => {
  // The mailbox approves by itself.
  ada = await site.desk.person({ username: 'ada', email: 'ada@bakery.example', emailVerifiedAt: new Date() });
  business = await aBusiness(database.db, { slug: 'bakery', name: 'Bakery', website: 'https://www.bakery.example' });
});

const listing = async () =>
  only(await database.db.select().from(businesses).where(eq(businesses.id, business.id)), 'listing');
const claimRow = async () => only(await database.db.select().from(claims), 'claim');
const subscription = async () =>
  site.desk.stripe.subscriptions.retrieve(found((await claimRow()).subscriptionId, 'subscription of the claim'));
const letters = async () => (await queuedMail(database.pool)).map(({ subject }) => subject);

async function approved(card = 'pm_card_visa'): Promise<void> {
  const body = { plan: 'premium', amount: 50 };
  const { sessionId } = await answerOf<{ sessionId: string }>(await site.desk.start(ada, business.id, body));
  await site.desk.pay(sessionId, card);
  await site.desk.settle();
  expect((await claimRow()).status).toBe('approved');
}

async function runHourlyJob(): Promise<void> {
  await handleDueClaims(site.desk.services);
  await site.desk.settle();
}

it('a paid premium claim makes the listing premium to the end of the month', async () => {
  await approved();
  const [row] = await database.db.select().from(subscriptions);
  expect(row).toMatchObject({ kind: 'claim_premium', businessId: business.id, status: 'active' });
  const expiresAt = (await listing()).premiumExpiresAt?.getTime() ?? 0;
  expect(expiresAt).toBe(row?.paidThrough?.getTime());
  expect(expiresAt - Date.now()).toBeGreaterThan(27 * dayMs);
});

it('a first charge that fails leaves the owner 7 days to give another card', async () => {
  await approved('pm_card_chargeCustomerFail');
  expect([(await listing()).ownerId, (await listing()).premiumExpiresAt]).toEqual([ada.user.id, null]);
  const claim = await site.desk.claimOf(ada);
  expect(Math.round((Date.parse(claim.payBy ?? '') - Date.now()) / dayMs)).toBe(7);
  const letter = (await queuedMail(database.pool)).find(({ subject }) => subject === 'Your payment did not go through');
  expect(letter?.text.replace(/\s+/g, ' ')).toMatch(/not go through by \w+ \d+, \d{4}, the listing has no owner again/);
  site.desk.aheadMs = 7 * dayMs - 600_000;
  await runHourlyJob();
  expect((await claimRow()).status).toBe('approved');
  site.desk.aheadMs = 7 * dayMs + 600_000;
  await runHourlyJob();
  expect([(await claimRow()).status, (await listing()).ownerId]).toEqual(['ended', null]);
  expect((await subscription()).status).toBe('canceled');
  expect(await site.desk.chargedCents(ada)).toBe(0);
  expect(await letters()).toContain('Your plan for Bakery has ended');
});

it('a card that works within these days keeps the listing', async () => {
  await approved('pm_card_chargeCustomerFail');
  const { customer, latest_invoice } = await subscription();
  const good = await site.desk.stripe.paymentMethods.attach('pm_card_visa', { customer: String(customer) });
  await site.desk.stripe.invoices.pay(String(latest_invoice), { payment_method: good.id });
  await site.desk.settle();
  site.desk.aheadMs = 8 * dayMs;
  await runHourlyJob();
  expect([(await claimRow()).status, (await listing()).ownerId]).toEqual(['approved', ada.user.id]);
  expect((await site.desk.claimOf(ada)).payBy).toBeNull();
  expect(await site.desk.chargedCents(ada)).toBe(5000);
});

it('a plan that is cut short leaves the listing to its owner for the time that is paid', async () => {
  await approved();
  await site.desk.stripe.subscriptions.cancel((await subscription()).id);
  await site.desk.settle();
  expect([(await claimRow()).status, (await listing()).ownerId]).toEqual(['ending', ada.user.id]);
  site.desk.aheadMs = 32 * dayMs;
  await runHourlyJob();
  expect([(await claimRow()).status, (await listing()).ownerId]).toEqual(['ended', null]);
});

it('a full refund ends it at once', async () => {
  await approved();
  const [customer] = await site.desk.customersOf(ada);
  const { data } = await site.desk.stripe.charges.list({ customer: found(customer, 'customer').id });
  await site.desk.stripe.refunds.create({ charge: only(data, 'charge').id });
  await site.desk.settle();
  expect([(await claimRow()).status, (await listing()).ownerId, (await listing()).premiumExpiresAt]).toEqual([
    'ended',
    null,
    null,
  ]);
  expect((await subscription()).status).toBe('canceled');
});

// This test is the last one because it moves the sandbox's clock.
it('a cancelled plan runs to its end, may be taken up again, and leaves a listing to be claimed anew', async () => {
  await approved();
  const { id } = await subscription();
  const cancel = async (cancel_at_period_end: boolean) => {
    await site.desk.stripe.subscriptions.update(id, { cancel_at_period_end });
    await site.desk.settle();
  };
  await cancel(true);
  expect(await site.desk.claimOf(ada)).toMatchObject({ status: 'ending' });
  await cancel(false);
  expect((await claimRow()).status).toBe('approved');
  await cancel(true);
  site.sandbox.control.advance({ seconds: 32 * 86_400 });
  site.desk.aheadMs = 32 * dayMs;
  await site.desk.settle();
  expect([(await claimRow()).status, (await listing()).ownerId, (await listing()).description]).toEqual([
    'ended',
    null,
    business.description,
  ]);
  expect(await site.desk.chargedCents(ada)).toBe(5000);
  const next = await site.desk.person({ email: 'next@example.com' });
  expect((await site.desk.start(next, business.id)).status).toBe(200);
});
