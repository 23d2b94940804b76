/** The plan of a claim whose first payment is still to come: Premium for all listings makes it a plain one at once, and it can be changed. */
import { expect, it } from 'vitest';
import { auditLog } from '#server/db/schema/index.ts';
import { formatDate } from '#shared/dates.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { found, only } from '#tests/support/found.ts';
import { HandOverDesk } from '#tests/support/hand-over-desk.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;

/** Olga has paid for a plain claim, and Max goes on with this one. */
async function goneOn(plan: 'standard' | 'premium', former: 'standard' | 'premium' = 'standard') {
  const over = await HandOverDesk.paid(site.desk, former);
  await over.handOver();
  await over.pay(over.max, plan);
  return over;
}

async function upgrade(person: HandOverDesk['max']): Promise<void> {
  await site.desk.payUpgrade(await site.desk.openUpgrade(person));
  await site.desk.settle();
}

const dayOf = (at: Date | null) => formatDate(found(at, 'day'), site.desk.services.city.facts.timeZone);

it('becomes Claim as soon as Premium for all listings is bought; nothing was paid, so nothing is credited', async () => {
  const over = await goneOn('premium');
  const { max } = over;
  expect(await over.billing(max)).toMatchObject({ claimPremium: ['Bakery'], plans: [{ isUnpaid: true }] });
  await upgrade(max);
  expect(await site.desk.chargedCents(max)).toBe(2900);
  const plan = found(
    (await site.desk.subscriptionsOf(max)).find(({ kind }) => kind !== 'owner_premium'),
    'plan of the claim',
  );
  expect(plan).toMatchObject({ kind: 'claim_standard', priceCents: 2500, status: 'trialing', paidThrough: null });
  expect(await over.claimOf(max)).toMatchObject({ plan: 'standard', amountCents: 2500, status: 'approved' });
  const { plans, claimPremium } = await over.billing(max);
  expect(claimPremium).toEqual([]);
  expect(plans.find(({ id }) => id === plan.id)).toMatchObject({ name: 'Claim', cents: 2500 });
  const atStripe = await site.desk.stripe.subscriptions.retrieve(plan.id);
  expect(atStripe).toMatchObject({ status: 'trialing', description: 'Claim: Bakery' });
  expect((await site.desk.customersOf(max))[0]?.balance ?? 0).toBe(0);
  const day = dayOf((await over.claimOf(over.olga)).paidUntil);
  const text = await over.lastTo(max, 'Bakery costs less now');
  expect(text).toContain(`It costs $25 a month instead of $50; the first payment is due on ${day}.`);
  expect(text).not.toContain('taken off');

  await over.pass((await over.daysLeft()) + 1);
  expect(await site.desk.chargedCents(max)).toBe(2900 + 2500 + 2900);
  expect(await over.owner()).toBe('max');
  expect((await over.subjectsTo(max)).filter((subject) => subject === 'Bakery costs less now')).toHaveLength(1);
});

it('in review becomes Claim, too: staff approve the lower price', async () => {
  const ada = await site.desk.person({ username: 'ada', email: 'ada@example.com', emailVerifiedAt: new Date() });
  await aBusiness(database.db, { name: 'Café', ownerId: ada.user.id, status: 'approved' });
  const business = await aBusiness(database.db, { name: 'Bakery' });
  const over = new HandOverDesk(site.desk, business, { olga: ada, max: ada });
  await over.pay(ada, 'premium');
  expect((await over.claimOf(ada)).status).toBe('in_review');
  expect((await over.billing(ada)).claimPremium).toEqual(['Bakery']);
  await upgrade(ada);
  const claim = await over.claimOf(ada);
  expect(claim).toMatchObject({ plan: 'standard', amountCents: 2500, status: 'in_review' });
  expect(await over.lastTo(ada, 'Bakery costs less now')).toContain(
    'It costs $25 a month instead of $50; the first payment is due once your claim is approved.',
  );
  const stella = await site.desk.person({ username: 'stella', role: 'staff' });
  await answerOf(await stella.browser.post(`/api/staff/claims/${claim.id}/approve`, { body: { amountCents: 2500 } }));
  await site.desk.settle();
  expect(await site.desk.chargedCents(ada)).toBe(2900 + 2500);
  const rows = await database.db.select().from(auditLog);
  only(
    rows.filter(({ action }) => action === 'claim.simplified'),
    'line of the history',
  );
});

it('says before the first payment which plan it is and when Premium begins, and changes it both ways', async () => {
  const over = await goneOn('premium');
  const { max } = over;
  const until = found((await over.claimOf(over.olga)).paidUntil, 'day');
  const day = dayOf(until);
  const shown = async () => only((await over.billing(max)).plans, 'plan');
  const welcome = await over.lastTo(max, 'You go on with Bakery');
  expect(welcome).toContain(`Bakery stays yours, with Claim Premium. It is paid until ${day}`);
  expect(welcome).toContain(`Premium begins on ${day}, with the first payment.`);
  const at = { renewsAt: until.toISOString(), isUnpaid: true, noChange: null, next: null };
  expect(await shown()).toMatchObject({ ...at, name: 'Claim Premium', premiumFrom: until.toISOString() });

  const { id } = await shown();
  const change = (plan: string, amountCents: number) =>
    max.browser.post('/api/billing/claim', { body: { id, plan, amountCents } });
  expect(await problemOf(await change('standard', 2400))).toMatchObject({ status: 400 });
  const both = await Promise.all([change('standard', 2500), change('standard', 2500)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  await site.desk.settle();
  expect(await shown()).toMatchObject({ ...at, name: 'Claim', cents: 2500, premiumFrom: null });
  expect(await over.claimOf(max)).toMatchObject({ plan: 'standard', amountCents: 2500, status: 'approved' });
  const atStripe = await site.desk.stripe.subscriptions.retrieve(id);
  expect(atStripe).toMatchObject({ status: 'trialing', description: 'Claim: Bakery', schedule: null });
  expect(await over.lastTo(max, `^Claim begins for Bakery on ${day}$`)).toContain(
    `As you asked, Bakery goes on with Claim instead of Claim Premium: $25 a month. Nothing is charged now; the first payment is due on ${day}.`,
  );
  await answerOf(await change('premium', 5000));
  await site.desk.settle();
  expect(await shown()).toMatchObject({ ...at, name: 'Claim Premium', cents: 5000 });
  expect(await over.lastTo(max, `^Claim Premium begins for Bakery on ${day}$`)).toContain('Premium begins on that day');
  const changes = (await database.db.select().from(auditLog)).filter(({ action }) => action === 'claim.changed');
  expect(changes).toMatchObject([
    { actorId: max.user.id, data: { plan: ['premium', 'standard'], cents: [5000, 2500] } },
    { actorId: max.user.id, data: { plan: ['standard', 'premium'], cents: [2500, 5000] } },
  ]);
  expect((await over.subjectsTo(max)).filter((subject) => / begins for Bakery /.test(subject))).toHaveLength(2);

  expect(await site.desk.chargedCents(max)).toBe(0);
  await over.pass((await over.daysLeft()) + 1);
  expect(await site.desk.chargedCents(max)).toBe(5000);
  expect(await site.desk.premiumUntil(over.business.id)).not.toBeNull();
});

it('keeps the Premium that the former owner has paid for when Claim is chosen instead, and no longer', async () => {
  const over = await goneOn('premium', 'premium');
  const { max } = over;
  expect(await over.lastTo(max, 'You go on with Bakery')).toContain('The listing keeps its Premium.');
  const { id, premiumFrom } = only((await over.billing(max)).plans, 'plan');
  expect(premiumFrom).toBeNull();
  await answerOf(await max.browser.post('/api/billing/claim', { body: { id, plan: 'standard', amountCents: 2500 } }));
  await site.desk.settle();
  expect(await over.lastTo(max, '^Claim begins for Bakery')).toContain('Until then the listing keeps its Premium.');
  expect(await site.desk.premiumUntil(over.business.id)).not.toBeNull();
  await over.pass((await over.daysLeft()) + 1);
  expect(await site.desk.premiumUntil(over.business.id)).toBeNull();
  expect(await site.desk.chargedCents(max)).toBe(2500);
});

it('cannot become Claim Premium beside Premium for all listings, also before its first payment', async () => {
  const over = await goneOn('standard');
  const { max } = over;
  await upgrade(max);
  const plan = found(
    (await over.billing(max)).plans.find(({ kind }) => kind === 'claim_standard'),
    'plan of the claim',
  );
  const said = /Claim Premium would add nothing/;
  expect(plan.noChange).toMatch(said);
  const body = { id: plan.id, plan: 'premium', amountCents: 5000 };
  expect(await problemOf(await max.browser.post('/api/billing/claim', { body }))).toMatchObject({
    status: 409,
    message: expect.stringMatching(said),
  });
});
