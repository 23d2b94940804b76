/** A planned change of a claim, when its listing is handed over, its plan canceled, or Premium for all listings bought. */
import { expect, it } from 'vitest';
import { aBusiness } from '#tests/factories/a-business.ts';
import { ClaimChangeDesk } from '#tests/support/claim-change-desk.ts';
import { found } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;

async function planned(from: 'standard' | 'premium'): Promise<ClaimChangeDesk> {
  const desk = await ClaimChangeDesk.paid(site.desk, from);
  await answerOf(await desk.change(from === 'standard' ? 'premium' : 'standard'));
  await site.desk.settle();
  return desk;
}

async function buyPremium(desk: ClaimChangeDesk): Promise<void> {
  await aBusiness(database.db, { ownerId: desk.olga.user.id, status: 'approved' });
  await site.desk.payUpgrade(await site.desk.openUpgrade(desk.olga));
  await site.desk.settle();
}

const claimOf = async (desk: ClaimChangeDesk) => {
  const rows = await site.desk.subscriptionsOf(desk.olga);
  return rows.find(({ kind }) => kind !== 'owner_premium');
};

it('is dropped by Premium for all listings, since Claim Premium would add nothing', async () => {
  const desk = await planned('standard');
  await buyPremium(desk);
  expect(await claimOf(desk)).toMatchObject({ kind: 'claim_standard', nextPriceKey: null, endsAt: null });
  expect(await desk.changes()).toMatchObject([
    { action: 'claim.change-planned' },
    { action: 'claim.change-dropped', actorId: null },
  ]);
  expect(await desk.lastTo(desk.olga, /stays Claim/)).toContain(
    'You have Premium for all your listings now, so that Claim Premium would add nothing to Bakery. Its change is off.',
  );
  // Its end and its going on say nothing of a change that was dropped before.
  const id = found(await claimOf(desk), 'claim').id;
  await answerOf(await desk.olga.browser.post('/api/billing/cancel', { body: { id } }));
  await site.desk.settle();
  await answerOf(await desk.olga.browser.post('/api/billing/keep', { body: { id } }));
  await site.desk.settle();
  expect(await desk.lastTo(desk.olga, /goes on/)).not.toContain('planned before');
  await desk.turn();
  await site.desk.settle();
  expect(await site.desk.chargedCents(desk.olga)).toBe(2500 + 2900 + 2500 + 2900);
});

it('to Claim comes at once with Premium for all listings, with the unused part as credit and one mail', async () => {
  const desk = await planned('premium');
  await buyPremium(desk);
  expect(await claimOf(desk)).toMatchObject({ kind: 'claim_standard', priceCents: 2500, nextPriceKey: null });
  expect(await desk.claimOf(desk.olga)).toMatchObject({ plan: 'standard', nextPlan: null, amountCents: 2500 });
  expect((await site.desk.customersOf(desk.olga))[0]?.balance).toBe(-2500);
  expect(await desk.told()).toEqual(['Bakery becomes Claim']);
  expect(await desk.subjectsTo(desk.olga)).toContain('Bakery costs less now');
  expect((await desk.changes()).map(({ action }) => action)).toEqual(['claim.change-planned']);
});

it('is possible again after Premium for all listings has made it a plain claim and ended, and so is that once more', async () => {
  const desk = await ClaimChangeDesk.paid(site.desk, 'premium');
  await buyPremium(desk);
  const cancelPremium = async () => {
    const upgrade = (await site.desk.subscriptionsOf(desk.olga)).find(
      ({ kind, status }) => kind === 'owner_premium' && status === 'active',
    );
    await site.desk.stripe.subscriptions.cancel(upgrade?.id ?? '', { prorate: false, invoice_now: false });
    await site.desk.settle();
  };
  await cancelPremium();
  const { id } = (await claimOf(desk)) ?? { id: '' };
  expect(await desk.premium()).toBeNull();
  await desk.stayIn(desk.olga);
  const ask = { body: { id, plan: 'premium', amountCents: 5000 } };
  await answerOf(await desk.olga.browser.post('/api/billing/claim', ask));
  await site.desk.settle();
  await desk.turn();
  await site.desk.settle();
  expect(await claimOf(desk)).toMatchObject({ kind: 'claim_premium', priceCents: 5000 });
  expect(await desk.premium()).not.toBeNull();
  const before = (await site.desk.customersOf(desk.olga))[0]?.balance ?? 0;
  await site.desk.payUpgrade(await site.desk.openUpgrade(desk.olga));
  await site.desk.settle();
  expect(await claimOf(desk)).toMatchObject({ kind: 'claim_standard', priceCents: 2500 });
  // Half of the new month was paid with the credit from before, and only what the card paid counts.
  expect(before - ((await site.desk.customersOf(desk.olga))[0]?.balance ?? 0)).toBeGreaterThan(1200);
});

it('is dropped where the plan is canceled, and does not come back when it is kept', async () => {
  const desk = await planned('standard');
  const { id } = await desk.planOf(desk.olga);
  await answerOf(await desk.olga.browser.post('/api/billing/cancel', { body: { id } }));
  await site.desk.settle();
  expect(await desk.shown()).toMatchObject({ next: null, renewsAt: null, endsAt: expect.any(String) });
  expect(await desk.lastTo(desk.olga, '^Your plan for Bakery ends on')).toContain(
    'The change that was planned, to Claim Premium, $50 a month, is dropped as well.',
  );
  await answerOf(await desk.olga.browser.post('/api/billing/keep', { body: { id } }));
  await site.desk.settle();
  const kept = await desk.lastTo(desk.olga, '^Your plan for Bakery goes on$');
  expect(kept).toContain('The change to Claim Premium that was planned before is off');
  expect(kept).not.toContain('as before');
  expect(await desk.shown()).toMatchObject({ next: null, endsAt: null, noChange: null });
  // The mail about the end says it all.
  expect(await desk.told()).toEqual(['Bakery becomes Claim Premium']);
  expect((await desk.changes()).at(-1)).toMatchObject({ action: 'claim.change-dropped', actorId: null });
  await desk.turn();
  await site.desk.settle();
  expect(await site.desk.chargedCents(desk.olga)).toBe(2500 + 2500);
});

it('is dropped where the listing is handed over: the new owner has what was paid, and nobody pays for more', async () => {
  const desk = await planned('standard');
  await desk.handOver();
  expect(await desk.planOf(desk.olga)).toMatchObject({ nextPriceKey: null, endsAt: expect.any(Date) });
  expect(await desk.claimOf(desk.olga)).toMatchObject({ status: 'handed_over', plan: 'standard', nextPlan: null });
  expect(await desk.lastTo(desk.max, /Bakery/)).not.toContain('Premium until');
  for (const person of [desk.olga, desk.max]) {
    const refused = await problemOf(await desk.change('premium', person));
    expect(refused.status).toBe(person === desk.olga ? 409 : 404);
  }
  await desk.turn();
  await site.desk.settle();
  await desk.dueJobs();
  expect(await site.desk.chargedCents(desk.olga)).toBe(2500);
  expect(await desk.premium()).toBeNull();
});

it('to Claim that is handed over first takes the paid Premium along until that day', async () => {
  const desk = await planned('premium');
  const { paidThrough } = await desk.planOf(desk.olga);
  await desk.handOver();
  expect(await desk.owner()).toBe('max');
  expect(await desk.premium()).toEqual(paidThrough);
  expect(await desk.claimOf(desk.olga)).toMatchObject({ plan: 'premium', nextPlan: null });
  await desk.turn();
  await site.desk.settle();
  await desk.dueJobs();
  expect(await site.desk.chargedCents(desk.olga)).toBe(5000);
  expect(await desk.premium()).toBeNull();
});

it('is named on the payment page of Premium by the month, where it costs less for the one listing that there is', async () => {
  const desk = await ClaimChangeDesk.paid(site.desk, 'standard');
  const said = async (interval: 'monthly' | 'yearly') => {
    const page = await site.desk.openUpgrade(desk.olga, interval);
    return (await site.desk.stripe.checkout.sessions.retrieve(page)).custom_text.submit?.message ?? '';
  };
  expect(await said('yearly')).toBe('');
  expect(await said('monthly')).toBe(
    'For one listing, Claim Premium has the same and costs $4 a month less: $50, instead of $54 for Claim and Premium by the month together. You find it on your dashboard, under Your plans.',
  );
  // The page that stands open is not used again: its sentence is not true any more.
  await aBusiness(database.db, { ownerId: desk.olga.user.id, status: 'approved' });
  expect(await said('monthly')).toBe('');
});
