/** Staff read with the approval of a claim what came of its first payment, and the history of the listing has it. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { ApprovedClaim } from '#features/claims/staff-contract.ts';
import { auditLog, claims } from '#server/db/schema/index.ts';
import { bakeryClaims } from '#tests/support/bakery-claims.ts';
import { found } from '#tests/support/found.ts';
import { answerOf } from '#tests/support/staff-office.ts';

const bakery = bakeryClaims();
const { site, database } = bakery;
const { row, statusOf, ownerId, subjects, audited, holdOf, aClaim, decide } = bakery;

/** A claim in review whose card takes every later charge, or none. */
async function claimWith(card: 'pm_card_visa' | 'pm_card_chargeCustomerFail'): Promise<string> {
  const { sessionId } = await answerOf<{ sessionId: string }>(await site.desk.start(bakery.ada, bakery.business.id));
  await site.desk.pay(sessionId, card);
  await site.desk.settle();
  return found(await row(bakery.ada), 'claim').id;
}
const approve = async (id: string) => answerOf<ApprovedClaim>(await decide(id, 'approve'));
const charged = () => site.desk.chargedCents(bakery.ada);
const failedMails = async () =>
  (await subjects('ada@example.com')).filter((subject) => subject === 'Your payment did not go through');

it('says that the card was declined, and the history keeps it, once', async () => {
  const id = await claimWith('pm_card_chargeCustomerFail');
  expect(await approve(id)).toMatchObject({ status: 'approved', payment: 'declined' });
  expect([await ownerId(), await charged(), await holdOf(bakery.ada)]).toEqual([bakery.ada.user.id, 0, 'past_due']);
  // Before any event of the payment service has come.
  expect(await audited()).toEqual(['claim.submitted', 'claim.approved', 'claim.payment-declined']);
  const [noted] = await database.db.select().from(auditLog).where(eq(auditLog.action, 'claim.payment-declined'));
  expect(noted).toMatchObject({
    ...{ actorId: null, actorKind: 'site', subjectType: 'business', subjectId: bakery.business.id },
    data: { claim: id, toChargeCents: 2500 },
  });
  expect(await failedMails()).toHaveLength(1);
  await site.desk.settle();
  await site.desk.settle();
  expect(await audited()).toHaveLength(3);
  expect(await failedMails()).toHaveLength(1);
});

it('notes a payment that is made after all', async () => {
  const id = await claimWith('pm_card_chargeCustomerFail');
  await approve(id);
  const plan = found((await row(bakery.ada))?.subscriptionId, 'subscription');
  const { customer, latest_invoice } = await site.desk.stripe.subscriptions.retrieve(plan);
  const good = await site.desk.stripe.paymentMethods.attach('pm_card_visa', { customer: String(customer) });
  await site.desk.stripe.invoices.pay(String(latest_invoice), { payment_method: good.id });
  await site.desk.settle();
  await site.desk.settle();
  expect((await audited()).slice(2)).toEqual(['claim.payment-declined', 'claim.payment-made']);
  expect(await charged()).toBe(2500);
});

it('says that the first month is paid, and the job behind it charges nothing more', async () => {
  const id = await claimWith('pm_card_visa');
  expect(await approve(id)).toMatchObject({ status: 'approved', payment: 'paid' });
  expect(await charged()).toBe(2500);
  await site.desk.settle();
  site.sandbox.sandbox.idempotency.clear();
  await site.desk.settle();
  expect([await charged(), await holdOf(bakery.ada)]).toEqual([2500, 'active']);
  expect(await audited()).toEqual(['claim.submitted', 'claim.approved']);
});

it('claims nothing while the payment service is away, and the job charges later', async () => {
  const id = await claimWith('pm_card_visa');
  site.sandbox.control.faults({ failNext: 100 });
  expect(await approve(id)).toMatchObject({ status: 'approved', payment: 'unknown' });
  site.sandbox.control.faults({ failNext: 0 });
  expect([await charged(), await holdOf(bakery.ada), await ownerId()]).toEqual([0, 'trialing', bakery.ada.user.id]);
  await site.desk.settle();
  expect(await charged()).toBe(2500);
});

it('answers one of two clicks, and charges once', async () => {
  const id = await claimWith('pm_card_visa');
  const both = await Promise.all([decide(id, 'approve'), decide(id, 'approve')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const first = found(
    both.find(({ status }) => status === 200),
    'the answer',
  );
  expect(await answerOf(first)).toMatchObject({ payment: 'paid' });
  await site.desk.settle();
  expect(await charged()).toBe(2500);
});

it('says nothing of a payment where a claim costs nothing', async () => {
  const id = await aClaim(bakery.ada);
  await database.db.update(claims).set({ amountCents: 0, subscriptionId: null }).where(eq(claims.id, id));
  expect(await approve(id)).toMatchObject({ payment: 'none' });
  expect(await statusOf(bakery.ada)).toBe('approved');
});
