/** Premium for all listings is ending: a claim reads until when it is covered, and becomes Claim Premium afterwards. */
import { expect, it } from 'vitest';
import { aBusiness } from '#tests/factories/a-business.ts';
import { ClaimChangeDesk } from '#tests/support/claim-change-desk.ts';
import { found } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';

const site = paymentSite({ isEmptyEachTime: true });

/** The claim is paid first, and Premium for all listings five days later, so that it ends five days after a payment of the claim. */
async function withPremium(interval: 'monthly' | 'yearly') {
  const desk = await ClaimChangeDesk.paid(site.desk);
  await aBusiness(site.database.db, { ownerId: desk.olga.user.id, status: 'approved' });
  await site.desk.pass(5);
  const cents = interval === 'monthly' ? 2900 : 29_000;
  await site.desk.payUpgrade(await site.desk.openUpgrade(desk.olga, interval), { cents });
  await site.desk.settle();
  const plans = await site.desk.subscriptionsOf(desk.olga);
  const of = (isAll: boolean) =>
    found(
      plans.find(({ kind }) => (kind === 'owner_premium') === isAll),
      'plan',
    );
  const act = async (path: string, body: object) => {
    await desk.stayIn(desk.olga);
    return desk.olga.browser.post(`/api/billing/${path}`, { body });
  };
  const end = found(of(true).paidThrough, 'paid time');
  const dueAt = found(of(false).paidThrough, 'paid time');
  return {
    ...{ desk, end, dueAt },
    cancel: async () => answerOf(await act('cancel', { id: of(true).id })),
    keep: async () => answerOf(await act('keep', { id: of(true).id })),
    change: () => act('claim', { id: of(false).id, plan: 'premium', running: 'standard', amountCents: 5000 }),
  };
}

it('says until when the claim is covered, and from which day on it can change; kept, it is covered as before', async () => {
  const { desk, end, dueAt, cancel, keep, change } = await withPremium('monthly');
  const before = (await desk.shown()).noChange;
  expect(before).toMatch(/this one too: Claim Premium would add nothing\.$/);
  expect((await desk.shown()).laterChange).toBeNull();
  await cancel();
  const until = { coveredUntil: end.toISOString(), from: dueAt.toISOString() };
  expect(await desk.shown()).toMatchObject({ noChange: expect.stringContaining('until it ends'), laterChange: until });
  expect(await problemOf(await change())).toMatchObject({
    status: 409,
    message: expect.stringContaining('once the next payment of the claim comes after that day'),
  });
  await keep();
  expect(await desk.shown()).toMatchObject({ noChange: before, laterChange: null });
});

it('names the day of the last payment before the end of a year', async () => {
  const { desk, end, dueAt, cancel } = await withPremium('yearly');
  await cancel();
  const later = found((await desk.shown()).laterChange, 'the later change');
  expect(later.coveredUntil).toBe(end.toISOString());
  const from = new Date(later.from);
  expect(from < end && end.getTime() - from.getTime() < 31 * 86_400_000).toBe(true);
  expect(from > dueAt).toBe(true);
});

it('is planned once the next payment comes after the end, and Claim Premium begins with that payment', async () => {
  const { desk, cancel, change } = await withPremium('monthly');
  await cancel();
  await desk.turn();
  await site.desk.settle();
  expect(await desk.shown()).toMatchObject({ noChange: null, laterChange: null });
  expect(await answerOf(await change())).toMatchObject({
    plans: [{ next: { plan: 'premium' } }, { kind: 'owner_premium' }],
  });
  await site.desk.settle();
  await desk.turn();
  await site.desk.settle();
  expect(await desk.shown()).toMatchObject({ kind: 'claim_premium', cents: 5000, next: null });
  expect(await desk.premium()).not.toBeNull();
});

it('is off again, with a mail, where Premium for all listings is kept after all', async () => {
  const { desk, cancel, change, keep } = await withPremium('monthly');
  await cancel();
  await desk.turn();
  await site.desk.settle();
  await answerOf(await change());
  await site.desk.settle();
  await keep();
  await site.desk.settle();
  expect(await desk.shown()).toMatchObject({ kind: 'claim_standard', next: null, laterChange: null });
  expect(await desk.lastTo(desk.olga, /stays Claim/)).toContain(
    'You have Premium for all your listings now, so that Claim Premium would add nothing to Bakery. Its change is off.',
  );
});
