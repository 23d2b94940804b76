/** An approved claim's money: a first charge that fails, the end of a plan, and what then becomes of the listing. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { handleDueClaims } from '#features/claims/server/handle-due-claims.ts';
import { businesses, claims, subscriptions } from '#server/db/schema/index.ts';
import { dayMs } from '#shared/times.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { ClaimDesk, type Person, startSandboxWithPrices } from '#tests/support/claim-desk.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import type { RunningSandbox } from '../../../sandbox/stripe/start-sandbox.ts';

// Each asks the sandbox dozens of questions, and a machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const database = testDatabase();
let sandbox: RunningSandbox;
let desk: ClaimDesk;
let ada: Person;
let business: Business;
beforeAll(async () => {
  sandbox = await startSandboxWithPrices();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await database.pool.query('delete from pgboss.job');
  desk = new ClaimDesk(database, sandbox);
  // The mailbox approves by itself.
  ada = await desk.person({ username: 'ada', email: 'ada@bakery.example', emailVerifiedAt: new Date() });
  business = await aBusiness(database.db, { slug: 'bakery', name: 'Bakery', website: 'https://www.bakery.example' });
});

const listing = async () => (await database.db.select().from(businesses).where(eq(businesses.id, business.id)))[0];
const claimRow = async () => (await database.db.select().from(claims))[0];
const subscription = async () => desk.stripe.subscriptions.retrieve((await claimRow())?.subscriptionId ?? '');
const letters = async () => (await queuedMail(database.pool)).map(({ subject }) => subject);

async function approved(card = 'pm_card_visa'): Promise<void> {
  const body = { plan: 'premium', amount: 50 };
  const { sessionId } = await answerOf<{ sessionId: string }>(await desk.start(ada, business.id, body));
  await desk.pay(sessionId, card);
  await desk.settle();
  expect((await claimRow())?.status).toBe('approved');
}

async function runHourlyJob(): Promise<void> {
  await handleDueClaims(desk.services);
  await desk.settle();
}

it('a paid premium claim makes the listing premium to the end of the month', async () => {
  await approved();
  const [row] = await database.db.select().from(subscriptions);
  expect(row).toMatchObject({ kind: 'claim_premium', businessId: business.id, status: 'active' });
  const expiresAt = (await listing())?.premiumExpiresAt?.getTime() ?? 0;
  expect(expiresAt).toBe(row?.paidThrough?.getTime());
  expect(expiresAt - Date.now()).toBeGreaterThan(27 * dayMs);
});

it('a first charge that fails leaves the owner 7 days to give another card', async () => {
  await approved('pm_card_chargeCustomerFail');
  expect([(await listing())?.ownerId, (await listing())?.premiumExpiresAt]).toEqual([ada.user.id, null]);
  const claim = await desk.claimOf(ada);
  expect(Math.round((Date.parse(claim.payBy ?? '') - Date.now()) / dayMs)).toBe(7);
  const letter = (await queuedMail(database.pool)).find(({ subject }) => subject === 'Your payment did not go through');
  expect(letter?.text.replace(/\s+/g, ' ')).toContain('within 7 days, the listing has no owner again');
  desk.aheadMs = 7 * dayMs - 600_000;
  await runHourlyJob();
  expect((await claimRow())?.status).toBe('approved');
  desk.aheadMs = 7 * dayMs + 600_000;
  await runHourlyJob();
  expect([(await claimRow())?.status, (await listing())?.ownerId]).toEqual(['ended', null]);
  expect((await subscription()).status).toBe('canceled');
  expect(await desk.chargedCents(ada)).toBe(0);
  expect(await letters()).toContain('Your plan for Bakery has ended');
});

it('a card that works within these days keeps the listing', async () => {
  await approved('pm_card_chargeCustomerFail');
  const { customer, latest_invoice } = await subscription();
  const good = await desk.stripe.paymentMethods.attach('pm_card_visa', { customer: String(customer) });
  await desk.stripe.invoices.pay(String(latest_invoice), { payment_method: good.id });
  await desk.settle();
  desk.aheadMs = 8 * dayMs;
  await runHourlyJob();
  expect([(await claimRow())?.status, (await listing())?.ownerId]).toEqual(['approved', ada.user.id]);
  expect((await desk.claimOf(ada)).payBy).toBeNull();
  expect(await desk.chargedCents(ada)).toBe(5000);
});

it('a plan that is cut short leaves the listing to its owner for the time that is paid', async () => {
  await approved();
  await desk.stripe.subscriptions.cancel((await subscription()).id);
  await desk.settle();
  expect([(await claimRow())?.status, (await listing())?.ownerId]).toEqual(['ending', ada.user.id]);
  desk.aheadMs = 32 * dayMs;
  await runHourlyJob();
  expect([(await claimRow())?.status, (await listing())?.ownerId]).toEqual(['ended', null]);
});

it('a full refund ends it at once', async () => {
  await approved();
  const [customer] = await desk.customersOf(ada);
  const { data } = await desk.stripe.charges.list({ customer: customer?.id ?? '' });
  await desk.stripe.refunds.create({ charge: data[0]?.id ?? '' });
  await desk.settle();
  expect([(await claimRow())?.status, (await listing())?.ownerId, (await listing())?.premiumExpiresAt]).toEqual([
    'ended',
    null,
    null,
  ]);
  expect((await subscription()).status).toBe('canceled');
});

// The last one: it moves the sandbox's clock.
it('a cancelled plan runs to its end, may be taken up again, and leaves a listing to be claimed anew', async () => {
  await approved();
  const { id } = await subscription();
  const cancel = async (cancel_at_period_end: boolean) => {
    await desk.stripe.subscriptions.update(id, { cancel_at_period_end });
    await desk.settle();
  };
  await cancel(true);
  expect(await desk.claimOf(ada)).toMatchObject({ status: 'ending' });
  await cancel(false);
  expect((await claimRow())?.status).toBe('approved');
  await cancel(true);
  sandbox.control.advance({ seconds: 32 * 86_400 });
  desk.aheadMs = 32 * dayMs;
  await desk.settle();
  expect([(await claimRow())?.status, (await listing())?.ownerId, (await listing())?.description]).toEqual([
    'ended',
    null,
    business.description,
  ]);
  expect(await desk.chargedCents(ada)).toBe(5000);
  const next = await desk.person({ email: 'next@example.com' });
  expect((await desk.start(next, business.id)).status).toBe(200);
});
