/** A claim becomes Claim Premium, or Claim again, with its next period; nothing is charged or lost before. */
import { expect, it } from 'vitest';
import type { StaffSubscription } from '#features/billing-desk/staff-contract.ts';
import type { Bill } from '#features/premium/bills-contract.ts';
import { ClaimChangeDesk, claimCents } from '#tests/support/claim-change-desk.ts';
import { found } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';

const site = paymentSite({ isEmptyEachTime: true });
const paid = (plan: 'standard' | 'premium') => ClaimChangeDesk.paid(site.desk, plan);

it('becomes Claim Premium with the next period, charged once and noted once, from two clicks and all events', async () => {
  const desk = await paid('standard');
  const { olga } = desk;
  const answers = await Promise.all([desk.change('premium'), desk.change('premium')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await desk.change('premium')).status).toBe(200);
  expect(await desk.shown()).toMatchObject({
    ...{ kind: 'claim_standard', name: 'Claim', cents: 2500, noChange: null },
    next: { plan: 'premium', name: 'Claim Premium', cents: 5000 },
  });
  await site.desk.settle();
  expect(await site.desk.chargedCents(olga)).toBe(2500);
  expect(await desk.premium()).toBeNull();
  expect(await desk.changes()).toMatchObject([
    {
      ...{ action: 'claim.change-planned', actorId: olga.user.id },
      data: {
        plan: ['standard', 'premium'],
        cents: [2500, 5000],
        from: (await desk.planOf(olga)).paidThrough?.toISOString(),
      },
    },
  ]);
  expect(await desk.lastTo(olga, /^Bakery becomes Claim Premium on /)).toContain(
    'changes from Claim, $25 a month, to Claim Premium, $50 a month. Nothing is charged before',
  );

  await desk.turn();
  await site.desk.settle();
  expect(await site.desk.chargedCents(olga)).toBe(2500 + 5000);
  const row = await desk.planOf(olga);
  expect(row).toMatchObject({
    kind: 'claim_premium',
    priceKey: 'claim_premium_month',
    priceCents: 5000,
    nextPriceKey: null,
  });
  expect(await desk.premium()).toEqual(row.paidThrough);
  expect(await desk.claimOf(olga)).toMatchObject({
    plan: 'premium',
    nextPlan: null,
    amountCents: 5000,
    status: 'approved',
  });
  expect(await desk.shown()).toMatchObject({ name: 'Claim Premium', cents: 5000, next: null });
  expect(await desk.told()).toEqual(['Bakery becomes Claim Premium', 'Bakery is Claim Premium now']);
  expect((await desk.changes()).map(({ action, actorId }) => [action, actorId])).toEqual([
    ['claim.change-planned', olga.user.id],
    ['claim.changed', null],
  ]);
  const { description, metadata } = await site.desk.stripe.subscriptions.retrieve(row.id);
  expect({ description, kind: metadata.kind }).toEqual({ description: 'Claim Premium: Bakery', kind: 'claim_premium' });
  const { bills } = await answerOf<{ bills: Bill[] }>(await olga.browser.get('/api/billing/bills'));
  expect(bills[0]).toMatchObject({ paidCents: 5000, lines: [{ text: '1 × Claim Premium (at $50.00 / month)' }] });

  await desk.turn();
  await site.desk.settle();
  expect(await site.desk.chargedCents(olga)).toBe(2500 + 5000 + 5000);
});

it('becomes Claim with the next period: Premium ends with the paid time, also before the event has come', async () => {
  const desk = await paid('premium');
  const { olga } = desk;
  const { paidThrough } = await desk.planOf(olga);
  await answerOf(await desk.change('standard'));
  await site.desk.settle();
  expect(await desk.premium()).toEqual(paidThrough);
  expect(await desk.lastTo(olga, /^Bakery becomes Claim on /)).toContain('Until then the listing keeps its Premium.');
  await desk.turn();
  await site.desk.tick();
  expect(await desk.premium()).toBeNull();
  await site.desk.settle();
  const atStripe = await site.desk.stripe.subscriptions.retrieve((await desk.planOf(olga)).id);
  expect(atStripe.description).toBe('Claim: Bakery');
  expect(await desk.premium()).toBeNull();
  expect(await site.desk.chargedCents(olga)).toBe(5000 + 2500);
  expect(await desk.owner()).toBe('olga');
  expect(await desk.claimOf(olga)).toMatchObject({ plan: 'standard', amountCents: 2500, status: 'approved' });
  expect(await desk.told()).toEqual(['Bakery becomes Claim', 'Bakery is Claim now']);
});

it.each(['standard', 'premium'] as const)(
  'a planned change of %s is taken back, in words and at Stripe',
  async (running) => {
    const desk = await paid(running);
    const { olga } = desk;
    const other = running === 'standard' ? 'premium' : 'standard';
    await answerOf(await desk.change(other));
    // The page that runs the plan sends no price: it has kept its own.
    await answerOf(await desk.change(running, olga, undefined));
    await answerOf(await desk.change(running, olga, undefined));
    expect(await desk.shown()).toMatchObject({ next: null, cents: claimCents[running] });
    await site.desk.settle();
    const [planned, dropped] = await desk.changes();
    expect([planned?.action, dropped]).toMatchObject([
      'claim.change-planned',
      { action: 'claim.change-dropped', actorId: olga.user.id, data: { plan: running } },
    ]);
    expect(await desk.told()).toHaveLength(2);
    expect(await desk.lastTo(olga, /stays Claim/)).toContain('The change of Bakery is taken back. It stays Claim');
    await desk.turn();
    await site.desk.settle();
    expect(await site.desk.chargedCents(olga)).toBe(2 * claimCents[running]);
    expect((await desk.premium()) !== null).toBe(running === 'premium');
  },
);

it('grants no Premium before the first payment as Claim Premium went through', async () => {
  const desk = await paid('standard');
  const { olga } = desk;
  await answerOf(await desk.change('premium'));
  await site.desk.settle();
  site.sandbox.control.failNextCharge();
  await desk.turn();
  await site.desk.settle();
  expect(await desk.planOf(olga)).toMatchObject({
    kind: 'claim_standard',
    priceKey: 'claim_premium_month',
    priceCents: 5000,
  });
  expect(await desk.premium()).toBeNull();
  expect(await desk.owner()).toBe('olga');
  expect(await desk.shown()).toMatchObject({
    ...{ name: 'Claim Premium', cents: 5000, isOwed: true, next: null },
    noChange: 'It can be changed once what is due is paid: please look under Manage billing.',
  });
  expect(await desk.told()).toEqual(['Bakery becomes Claim Premium']);
  // The payment service tries again after three days.
  site.desk.pass(3.1);
  await site.desk.settle();
  const row = await desk.planOf(olga);
  expect(row).toMatchObject({ kind: 'claim_premium', failedAt: null });
  expect(await desk.premium()).toEqual(row.paidThrough);
  expect(await desk.told()).toEqual(['Bakery becomes Claim Premium', 'Bakery is Claim Premium now']);
  expect((await desk.changes()).map(({ action }) => action)).toEqual(['claim.change-planned', 'claim.changed']);
});

it('ends the same from events that come backwards, and twice', async () => {
  const desk = await paid('standard');
  await answerOf(await desk.change('premium'));
  const deliver = async () => {
    const events = site.desk.newEvents().toReversed();
    for (const _ of [1, 2]) await site.desk.deliver(events);
    await site.desk.settle();
  };
  await deliver();
  await desk.turn();
  await deliver();
  const row = await desk.planOf(desk.olga);
  expect(row.kind).toBe('claim_premium');
  expect(await desk.premium()).toEqual(row.paidThrough);
  expect(await desk.told()).toEqual(['Bakery becomes Claim Premium', 'Bakery is Claim Premium now']);
  expect((await desk.changes()).map(({ action }) => action)).toEqual(['claim.change-planned', 'claim.changed']);
});

it('keeps Premium while a renewal of Claim Premium fails, as before', async () => {
  const desk = await paid('premium');
  site.sandbox.control.failNextCharge();
  await desk.turn();
  await site.desk.settle();
  expect(await desk.planOf(desk.olga)).toMatchObject({ kind: 'claim_premium', status: 'past_due' });
  expect(await desk.premium()).not.toBeNull();
});

it('counts a discount in what it says and in what is charged, and staff see what it becomes', async () => {
  const desk = await paid('standard');
  const staff = await site.desk.person({ role: 'staff' });
  const { id } = await desk.planOf(desk.olga);
  const discount = { id: crypto.randomUUID(), percentOff: 20, months: null, reason: 'Thank you' };
  await answerOf(await staff.browser.post(`/api/staff/billing/subscriptions/${id}/discount`, { body: discount }));
  await answerOf(await desk.change('premium'));
  await site.desk.settle();
  expect(await desk.shown()).toMatchObject({ percentOff: 20, next: { cents: 5000 } });
  const list = () =>
    staff.browser.get('/api/staff/billing/subscriptions').then((answer) => answerOf<StaffSubscription[]>(answer));
  expect(await list()).toMatchObject([
    { id, kind: 'claim_standard', cents: 2500, next: { kind: 'claim_premium', cents: 5000, interval: 'month' } },
  ]);
  await desk.turn();
  await site.desk.settle();
  expect(await site.desk.chargedCents(desk.olga)).toBe(2500 + 4000);
  await desk.stayIn(staff);
  expect(found((await list())[0], 'plan')).toMatchObject({ kind: 'claim_premium', cents: 5000, next: null });
});
