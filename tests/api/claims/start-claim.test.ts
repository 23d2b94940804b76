/** POST /api/checkout/session: its refusals, the objects that it makes at Stripe, and a second click, which makes nothing. */
import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { claims, users } from '#server/db/schema/index.ts';
import { postalAddress } from '#server/mail/lay-out-letter.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';

const site = paymentSite();
const { database } = site;
let ada: Person;
let business: Business;
beforeEach(async () => {
  ada = await site.desk.person({ username: 'ada', email: 'ada@example.com' });
  business = await aBusiness(database.db, { slug: 'bakery', name: 'Bakery', website: 'https://www.bakery.example' });
});

interface Opened {
  sessionId: string;
  url: string;
}
const open = async (given: Record<string, unknown> = {}, person = ada) =>
  answerOf<Opened>(await site.desk.start(person, business.id, given));
const rows = () => database.db.select().from(claims).orderBy(asc(claims.id));

describe('refuses, and makes nothing,', () => {
  it.each([
    ['an unknown plan', { plan: 'gold', amount: 25 }, 400, 'plan'],
    ["another plan's amount", { plan: 'standard', amount: 50 }, 400, 'amount'],
    ['a smaller amount', { plan: 'premium', amount: 1 }, 400, 'amount'],
    ['another action', { action: 'upgrade' }, 400, 'action'],
    ['an amount that is no number', { amount: '25' }, 422, 'amount'],
    ['no business', { businessId: undefined }, 422, 'businessId'],
  ])('%s', async (_, given, status, field) => {
    const problem = await problemOf(await site.desk.start(ada, business.id, given));
    expect([problem.status, Object.keys(problem.fields ?? {})]).toEqual([status, [field]]);
    expect(await rows()).toEqual([]);
  });

  it('a visitor, an unknown, an unseen and an owned business', async () => {
    const body = { plan: 'standard', amount: 25, businessId: business.id, action: 'claim' };
    const visitor = new TestBrowser(site.desk.app);
    expect((await visitor.post('/api/checkout/session', { body })).status).toBe(401);
    expect((await ada.browser.post('/api/checkout/session', { body, token: false })).status).toBe(403);
    for (const id of ['bakery', '019aa5d2-0000-7000-8000-000000000000']) {
      expect((await site.desk.start(ada, id)).status).toBe(404);
    }
    for (const status of ['pending', 'hidden', 'rejected'] as const) {
      expect((await site.desk.start(ada, (await aBusiness(database.db, { status })).id)).status).toBe(404);
    }
    const other = await site.desk.person();
    const owned = await aBusiness(database.db, { ownerId: other.user.id });
    expect((await problemOf(await site.desk.start(ada, owned.id))).message).toBe(
      'This business has been claimed already.',
    );
    expect((await problemOf(await site.desk.start(other, owned.id))).message).toBe('This business is yours already.');
    expect(await rows()).toEqual([]);
  });

  it('a second claim while the first is in review, and everybody once it is owned', async () => {
    await site.desk.paidClaim(ada, business.id);
    await site.desk.settle();
    expect((await problemOf(await site.desk.start(ada, business.id, { plan: 'premium', amount: 50 }))).status).toBe(
      409,
    );
    expect(await rows()).toHaveLength(1);
  });
});

it('makes a checkout that holds the card and charges nothing', async () => {
  const { sessionId, url } = await open({ plan: 'premium', amount: 50 });
  expect(url.startsWith(`${site.sandbox.url}/c/pay/`)).toBe(true);
  const [claim] = await rows();
  const session = await site.desk.stripe.checkout.sessions.retrieve(sessionId, { expand: ['line_items'] });
  expect(claim).toMatchObject({ status: 'pending', plan: 'premium', amountCents: 5000, sessionId });
  expect(session).toMatchObject({
    mode: 'subscription',
    client_reference_id: claim?.id,
    amount_total: 0,
    payment_method_collection: 'always',
    metadata: { kind: 'claim_premium', claim_id: claim?.id, business_id: business.id, user_id: ada.user.id },
    success_url: 'http://oakbend.example/claim-received?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://oakbend.example/claim-business?business=bakery',
    line_items: { data: [{ quantity: 1, price: { lookup_key: 'claim_premium_month', unit_amount: 5000 } }] },
  });
  expect(session.custom_text?.submit?.message).toMatch(
    /^For Bakery\. .*not charged until we have approved.* The free days on this page are only our time to check\./,
  );
  expect(session.expires_at).toBe(found(claim, 'claim').expiresAt.getTime() / 1000);
  await site.desk.pay(sessionId);
  const { subscription } = await site.desk.stripe.checkout.sessions.retrieve(sessionId, { expand: ['subscription'] });
  expect(subscription).toMatchObject({
    status: 'trialing',
    metadata: { kind: 'claim_premium', claim_id: claim?.id },
    automatic_tax: { enabled: false },
    invoice_settings: {
      custom_fields: [{ name: 'Business', value: business.name }],
      footer: expect.stringContaining(postalAddress(site.desk.services.city)),
    },
  });
  expect(await site.desk.chargedCents(ada)).toBe(0);
});

it('asks for the address and lets Stripe add the tax where the town has it so', async () => {
  const { env } = site.desk.services;
  if (env.stripe) env.stripe.collectsTax = true;
  const { sessionId } = await open();
  const session = await site.desk.stripe.checkout.sessions.retrieve(sessionId);
  expect(session).toMatchObject({ automatic_tax: { enabled: true }, billing_address_collection: 'auto' });
  await site.desk.pay(sessionId);
  await site.desk.settle();
  const { subscription } = await site.desk.stripe.checkout.sessions.retrieve(sessionId, { expand: ['subscription'] });
  expect(subscription).toMatchObject({ automatic_tax: { enabled: true } });
});

it('gives a second click, a second tab and the way back from the page the same checkout', async () => {
  const at = await Promise.all([open(), open(), open()]);
  const later = await open();
  expect(new Set([...at, later].map(({ sessionId }) => sessionId)).size).toBe(1);
  expect(later.url).toBe(at[0].url);
  expect(await rows()).toHaveLength(1);
  expect(await site.desk.customersOf(ada)).toHaveLength(1);
});

it('closes the checkout of the other plan', async () => {
  const first = await open();
  const second = await open({ plan: 'premium', amount: 50 });
  expect(second.sessionId).not.toBe(first.sessionId);
  expect((await site.desk.stripe.checkout.sessions.retrieve(first.sessionId)).status).toBe('expired');
  expect((await rows()).map(({ status, plan }) => [status, plan])).toEqual([
    ['expired', 'standard'],
    ['pending', 'premium'],
  ]);
});

it('takes in what was paid a moment ago instead of opening another', async () => {
  await site.desk.paidClaim(ada, business.id);
  const problem = await problemOf(await site.desk.start(ada, business.id, { plan: 'premium', amount: 50 }));
  expect([problem.status, problem.message]).toEqual([409, 'Your claim on this business is in review already.']);
  expect((await rows()).map(({ status }) => status)).toEqual(['in_review']);
});

it('makes a new checkout when the old one has run out', async () => {
  const first = await open();
  await site.desk.stripe.checkout.sessions.expire(first.sessionId);
  const second = await open();
  expect(second.sessionId).not.toBe(first.sessionId);
  expect((await rows()).map(({ status }) => status)).toEqual(['expired', 'pending']);
});

it('says so when Stripe is away, and goes on with the same claim when it is back', async () => {
  site.sandbox.control.faults({ failNext: 30 });
  const problem = await problemOf(await site.desk.start(ada, business.id));
  site.sandbox.control.faults({ failNext: 0 });
  expect([problem.status, problem.code]).toEqual([503, 'unavailable']);
  const [before] = await rows();
  await open();
  expect((await rows()).map(({ id }) => id)).toEqual([before?.id]);
});

it('makes a new customer when Stripe has forgotten the one it knew', async () => {
  const first = await open();
  const [known] = await site.desk.customersOf(ada);
  await site.desk.stripe.checkout.sessions.expire(first.sessionId);
  await site.desk.stripe.customers.del(found(known, 'customer').id);
  const session = await site.desk.stripe.checkout.sessions.retrieve((await open()).sessionId);
  expect(session.status).toBe('open');
  expect(session.customer).not.toBe(known?.id);
});

it('sends no claim to Stripe whose time left is too short for a page there', async () => {
  site.sandbox.control.faults({ failNext: 30 });
  expect((await site.desk.start(ada, business.id)).status).toBe(503);
  site.sandbox.control.faults({ failNext: 0 });
  const [before] = await rows();
  // Stripe takes pages of 30 minutes or more, counted when the call arrives there.
  const expiresAt = new Date(Date.now() + 30 * 60_000 + 3000);
  await database.db.update(claims).set({ expiresAt });
  const { sessionId } = await open();
  expect((await rows()).map(({ id, status }) => [id === before?.id, status])).toEqual([
    [true, 'expired'],
    [false, 'pending'],
  ]);
  const { data } = await site.desk.stripe.checkout.sessions.list({ limit: 100 });
  expect(data.filter(({ client_reference_id: claim }) => claim === before?.id)).toEqual([]);
  const [, claim] = await rows();
  expect(claim?.sessionId).toBe(sessionId);
});

it('opens no page for a listing that became theirs while the old page was settled', async () => {
  await open();
  const [claim] = await rows();
  await site.desk.pay(found(claim?.sessionId, 'session of the claim'));
  // The site has had no event yet. The mailbox at the website proves the claim as soon as the claim is settled.
  const proof = { email: 'ada@bakery.example', emailVerifiedAt: new Date() };
  await database.db.update(users).set(proof).where(eq(users.id, ada.user.id));
  const problem = await problemOf(await site.desk.start(ada, business.id));
  expect([problem.status, problem.message]).toEqual([409, 'This business is yours already.']);
  expect((await rows()).map(({ status }) => status)).toEqual(['approved']);
});

it('makes a new checkout when Stripe does not know the old one', async () => {
  const first = await open();
  await database.db.update(claims).set({ sessionId: 'cs_test_of_other_keys' });
  const second = await open();
  expect(second.sessionId).not.toBe(first.sessionId);
  expect((await rows()).map(({ status }) => status)).toEqual(['expired', 'pending']);
});
