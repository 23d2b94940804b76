/** Premium for all listings beside a claim that has Premium of its own: nobody pays for it twice. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { Billing } from '#features/premium/contract.ts';
import { auditLog, claims, subscriptions } from '#server/db/schema/index.ts';
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
  business = await aBusiness(database.db, { name: 'Bakery', website: 'https://www.bakery.example' });
  await aBusiness(database.db, { name: 'Ada’s Café', ownerId: ada.user.id, status: 'approved' });
});

const claimRow = async () => only(await database.db.select().from(claims), 'claim');
const planOf = async () => found((await claimRow()).subscriptionId, 'subscription of the claim');
const rowOf = async (id: string) =>
  only(await database.db.select().from(subscriptions).where(eq(subscriptions.id, id)), 'subscription');
const billingOf = async () => answerOf<Billing>(await ada.browser.get('/api/billing'));

async function claimWithPremium(): Promise<string> {
  const body = { plan: 'premium', amount: 50 };
  const { sessionId } = await answerOf<{ sessionId: string }>(await site.desk.start(ada, business.id, body));
  await site.desk.pay(sessionId);
  await site.desk.settle();
  return planOf();
}

async function upgrade(): Promise<void> {
  await site.desk.payUpgrade(await site.desk.openUpgrade(ada));
  await site.desk.deliverAll();
}

it('makes Claim Premium a plain claim at once, and takes the rest of the month off the next bill', async () => {
  const plan = await claimWithPremium();
  expect((await billingOf()).claimPremium).toEqual(['Bakery']);
  await upgrade();
  expect(await rowOf(plan)).toMatchObject({
    kind: 'claim_standard',
    priceKey: 'claim_standard_month',
    priceCents: 2500,
  });
  expect(await claimRow()).toMatchObject({ plan: 'standard', amountCents: 2500, status: 'approved' });
  const atStripe = await site.desk.stripe.subscriptions.retrieve(plan);
  expect(atStripe.description).toBe('Claim: Bakery');
  const { claimPremium, hasUpgrade } = await billingOf();
  expect({ claimPremium, hasUpgrade }).toEqual({ claimPremium: [], hasUpgrade: true });
  const [customer] = await site.desk.customersOf(ada);
  expect(customer?.balance).toBe(-2500);
  const creditOf = async (who: Person) => answerOf(await who.browser.get('/api/billing/credit'));
  expect(await creditOf(ada)).toEqual({ cents: 2500, hasTax: false });
  expect(await creditOf(await site.desk.person())).toEqual({ cents: 0, hasTax: false });
  expect(await answerOf(await ada.browser.get('/api/billing/bills'))).toMatchObject({ creditCents: 2500 });
  expect(await site.desk.chargedCents(ada)).toBe(5000 + 2900);
  const mails = (await queuedMail(database.pool)).filter(({ subject }) => subject === 'Bakery costs less now');
  expect(only(mails, 'mail').text.replace(/\s+/g, ' ')).toContain(
    'It costs $25 a month instead of $50; the next payment is due on',
  );
  expect(await database.db.$count(auditLog, eq(auditLog.action, 'claim.simplified'))).toBe(1);
  expect(await site.desk.premiumUntil(business.id)).not.toBeNull();

  // A month later, the claim and Premium cost $54, and the credit is used up.
  site.desk.pass(32);
  await site.desk.deliverAll();
  expect(await site.desk.chargedCents(ada)).toBe(5000 + 2900 + 5400 - 2500);
  expect(await database.db.$count(auditLog, eq(auditLog.action, 'claim.simplified'))).toBe(1);
});

it('credits by what was really paid: staff had given a part back', async () => {
  await claimWithPremium();
  const [charge] = (await site.desk.stripe.charges.list({ limit: 1 })).data;
  await site.desk.stripe.refunds.create({ charge: found(charge, 'charge').id, amount: 3000 });
  await site.desk.deliverAll();
  await upgrade();
  expect((await site.desk.customersOf(ada))[0]?.balance).toBe(-1000);
});

it('is finished by the next sync after a stop right behind the change at Stripe, with the same amounts', async () => {
  const plan = await claimWithPremium();
  const { items } = await site.desk.stripe.subscriptions.retrieve(plan);
  const standard = (await site.desk.stripe.prices.list({ lookup_keys: ['claim_standard_month'] })).data[0];
  await site.desk.stripe.subscriptions.update(plan, {
    items: [{ id: found(items.data[0], 'item').id, price: found(standard, 'price').id }],
    proration_behavior: 'none',
    metadata: { kind: 'claim_standard', simplified_from: '5000', simplified_to: '2500', simplified_credit: '2417' },
  });
  await upgrade();
  expect(await rowOf(plan)).toMatchObject({ kind: 'claim_standard', priceCents: 2500 });
  expect((await site.desk.customersOf(ada))[0]?.balance).toBe(-2417);
  const mails = (await queuedMail(database.pool)).filter(({ subject }) => subject === 'Bakery costs less now');
  expect(only(mails, 'mail').text.replace(/\s+/g, ' ')).toContain(
    '$24.17 is taken off your next bill: the part for Premium of what you have paid, less anything given back, for the days that are left.',
  );
  await site.desk.deliverAll();
  expect(await database.db.$count(auditLog, eq(auditLog.action, 'claim.simplified'))).toBe(1);
});

it('names what goes on, when one of two plans is canceled', async () => {
  const plan = await claimWithPremium();
  await upgrade();
  // Both may have begun in the same second.
  const plansByPrice = async () => (await billingOf()).plans.toSorted((a, b) => (a.cents ?? 0) - (b.cents ?? 0));
  expect(await plansByPrice()).toMatchObject([
    { name: 'Claim', business: 'Bakery', cents: 2500, interval: 'monthly', endsAt: null },
    { name: 'Premium for all your listings', business: null, cents: 2900, endsAt: null },
  ]);
  await site.desk.stripe.subscriptions.update(plan, { cancel_at_period_end: true });
  await site.desk.deliverAll();
  const mails = (await queuedMail(database.pool)).filter(({ subject }) =>
    subject.startsWith('Your plan for Bakery ends on'),
  );
  const text = only(mails, 'mail').text.replace(/\s+/g, ' ');
  expect(text).toContain('This goes on: Premium for all your listings, $29 a month.');
  expect(text).toContain('somebody else may claim it');
  expect((await plansByPrice())[0]).toMatchObject({ renewsAt: null, endsAt: expect.any(String) });
});

it('leaves a claim that ends anyway as it is', async () => {
  const plan = await claimWithPremium();
  await site.desk.stripe.subscriptions.update(plan, { cancel_at_period_end: true });
  await site.desk.deliverAll();
  expect((await billingOf()).claimPremium).toEqual([]);
  await upgrade();
  expect(await rowOf(plan)).toMatchObject({ kind: 'claim_premium', priceCents: 5000 });
});
