/** A claim that cannot become the other one says why; and what happens while Stripe does not answer. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { StaffPrices } from '#features/billing-desk/prices-contract.ts';
import { listingManagers, subscriptions } from '#server/db/schema/index.ts';
import { type Prices, usualPrices } from '#shared/prices.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { ClaimChangeDesk } from '#tests/support/claim-change-desk.ts';
import { lineToStripe } from '#tests/support/line-to-stripe.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;
const paid = (plan: 'standard' | 'premium' = 'standard') => ClaimChangeDesk.paid(site.desk, plan);

/** Neither Stripe nor the site has anything planned. */
async function nothingIsPlanned(desk: ClaimChangeDesk): Promise<void> {
  await site.desk.settle();
  const { id, nextPriceKey } = await desk.planOf(desk.olga);
  const { schedule } = await site.desk.stripe.subscriptions.retrieve(id);
  expect({ schedule, nextPriceKey }).toEqual({ schedule: null, nextPriceKey: null });
  expect([await desk.changes(), await desk.told()]).toEqual([[], []]);
}

it.each<[what: string, state: Partial<typeof subscriptions.$inferInsert>, said: RegExp]>([
  ['in its free days', { status: 'trialing', paidThrough: null }, /once its first payment is made/],
  ['before its first payment', { paidThrough: null }, /once its first payment is made/],
  ['unpaid', { status: 'past_due', failedAt: new Date() }, /once what is due is paid/],
  ['given up on', { status: 'unpaid' }, /once what is due is paid/],
  ['ending', { endsAt: new Date('2099-12-26T18:00:00Z') }, /Press Keep my plan first/],
  ['disputed', { suspendedAt: new Date() }, /once your bank has decided/],
  ['between two periods', { paidThrough: new Date(0) }, /next period is under way/],
  ['over', { status: 'canceled' }, /ended already/],
])('refuses a claim that is %s, with the reason that the dashboard shows', async (_, state, said) => {
  const desk = await paid();
  const { id } = await desk.planOf(desk.olga);
  await database.db.update(subscriptions).set(state).where(eq(subscriptions.id, id));
  expect(await problemOf(await desk.change('premium'))).toMatchObject({
    status: 409,
    message: expect.stringMatching(said),
  });
  if (state.status !== 'canceled') expect((await desk.shown()).noChange).toMatch(said);
  expect((await site.desk.stripe.subscriptions.retrieve(id)).schedule).toBeNull();
});

it('is for who pays alone: no manager, no other owner, no staff, and no plan of another kind', async () => {
  const desk = await paid();
  const { olga, max, business } = desk;
  await database.db
    .insert(listingManagers)
    .values({ businessId: business.id, userId: max.user.id, invitedBy: olga.user.id });
  for (const other of [max, await site.desk.owner(), await site.desk.person({ role: 'staff' })]) {
    expect((await desk.change('premium', other)).status).toBe(404);
  }
  await nothingIsPlanned(desk);
  const owner = await site.desk.owner();
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
  await site.desk.settle();
  const [upgrade] = await site.desk.subscriptionsOf(owner);
  for (const id of [upgrade?.id, 'sample_bakery']) {
    const answer = await owner.browser.post('/api/billing/claim', { body: { id, plan: 'premium' } });
    expect(answer.status).toBe(404);
  }
  expect(
    (await new TestBrowser(site.desk.app).post('/api/billing/claim', { body: { id: 'x', plan: 'premium' } })).status,
  ).toBe(401);
  expect((await olga.browser.post('/api/billing/claim', { body: { id: 'x', plan: 'gold' } })).status).toBe(422);
});

it('goes by the price that the page has shown, and by no price of 0', async () => {
  const desk = await paid('premium');
  const teresa = await site.desk.person({ role: 'staff', rights: ['treasurer'] });
  const put = async (changes: Partial<Prices>) => {
    const { changedAt } = await answerOf<StaffPrices>(await teresa.browser.get('/api/staff/prices'));
    const body = { value: { ...usualPrices, ...changes }, changedAt };
    await answerOf(await teresa.browser.write('PUT', '/api/staff/prices', { body }));
  };
  await put({ claim: 3000 });
  expect(await problemOf(await desk.change('standard'))).toMatchObject({
    status: 400,
    message: 'Claim costs $30 a month now. Please reload the page and choose again.',
  });
  await put({ claim: 0 });
  expect(await problemOf(await desk.change('standard', desk.olga, 0))).toMatchObject({
    status: 409,
    message: 'A claim costs nothing here now. Please write to us, and we change yours.',
  });
  await nothingIsPlanned(desk);
  await put({ claim: 3000 });
  await answerOf(await desk.change('standard', desk.olga, 3000));
  // The plan keeps what it was promised.
  await put({ claim: 4000 });
  expect(await desk.shown()).toMatchObject({ next: { plan: 'standard', cents: 3000 } });
  await desk.turn();
  await site.desk.settle();
  expect(await desk.claimOf(desk.olga)).toMatchObject({ plan: 'standard', amountCents: 3000 });
  expect(await site.desk.chargedCents(desk.olga)).toBe(5000 + 3000);
});

it('changes nothing from a page on which another plan ran', async () => {
  const desk = await paid();
  await answerOf(await desk.change('premium'));
  await desk.turn();
  await site.desk.settle();
  await desk.stayIn(desk.olga);
  const { id } = await desk.planOf(desk.olga);
  for (const plan of ['standard', 'premium']) {
    const body = { id, plan, running: 'standard' };
    expect(await problemOf(await desk.olga.browser.post('/api/billing/claim', { body }))).toMatchObject({
      status: 409,
      message: 'It is Claim Premium by now. Please look at your plans again.',
    });
  }
  expect(await desk.shown()).toMatchObject({ name: 'Claim Premium', next: null });
});

it('is not offered to who has Premium for all listings, which would be paid twice', async () => {
  const desk = await paid();
  await aBusiness(database.db, { ownerId: desk.olga.user.id, status: 'approved' });
  await site.desk.payUpgrade(await site.desk.openUpgrade(desk.olga));
  await site.desk.settle();
  const said = 'You have Premium for all your listings, this one too: Claim Premium would add nothing.';
  const { id } = (await desk.shown()) ?? {};
  const ask = () => desk.olga.browser.post('/api/billing/claim', { body: { id, plan: 'premium', amountCents: 5000 } });
  expect(await problemOf(await ask())).toMatchObject({ status: 409, message: said });
  expect(await desk.shown()).toMatchObject({ noChange: said, isCovered: true });
  // Another reason stands before it: nothing would be cheaper for that.
  await database.db
    .update(subscriptions)
    .set({ suspendedAt: new Date() })
    .where(eq(subscriptions.id, id ?? ''));
  const disputed = await desk.shown();
  expect([disputed.noChange, disputed.isCovered]).toEqual([expect.stringContaining('disputed'), undefined]);
  await database.db
    .update(subscriptions)
    .set({ suspendedAt: null })
    .where(eq(subscriptions.id, id ?? ''));
  // It ends before the next period of the claim begins.
  const soon = new Date(Date.now() + 86_400_000);
  await database.db.update(subscriptions).set({ endsAt: soon }).where(eq(subscriptions.kind, 'owner_premium'));
  expect((await desk.shown()).noChange).toBeNull();
});

it('does nothing while Stripe cannot be reached, and is safe to repeat after a lost answer', async () => {
  const desk = await paid();
  const { id } = await desk.planOf(desk.olga);
  await desk.stayIn(desk.olga);
  const ask = (app: Parameters<typeof createApi>[0]) => {
    const browser = new TestBrowser(createApi(app)).withSession(desk.olga.browser.cookies.get('session') ?? '');
    return browser.post('/api/billing/claim', { body: { id, plan: 'premium', amountCents: 5000 } });
  };
  const down = await lineToStripe(site.desk.services, { isUnreachable: () => true });
  expect((await problemOf(await ask(down.services))).status).toBe(503);
  await down.close();
  await nothingIsPlanned(desk);

  // Stripe has planned it, and the answer does not arrive: the event brings it.
  const isPhases = (url = '') => /subscription_schedules\/sub_sched_\w+$/.test(url);
  const lossy = await lineToStripe(site.desk.services, {
    isLost: ({ method, url }) => method === 'POST' && isPhases(url),
  });
  expect((await problemOf(await ask(lossy.services))).status).toBe(503);
  await lossy.close();
  await site.desk.settle();
  expect(await desk.shown()).toMatchObject({ next: { plan: 'premium' } });
  await answerOf(await desk.change('premium'));
  await site.desk.settle();
  expect(await desk.changes()).toMatchObject([{ action: 'claim.change-planned', actorId: desk.olga.user.id }]);
  expect(await desk.told()).toEqual(['Bakery becomes Claim Premium']);
});
