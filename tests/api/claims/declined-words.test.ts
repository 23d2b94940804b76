/** A payment that did not go through is named with its sum and its plan, and beside an upgrade with what becomes of it. */
import { expect, it } from 'vitest';
import type { Billing } from '#features/premium/contract.ts';
import { owedFor, waitingClaims } from '#features/premium/owed-words.ts';
import { usualPrices } from '#shared/prices.ts';
import { found, only } from '#tests/support/found.ts';
import { HandOverDesk } from '#tests/support/hand-over-desk.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';

const site = paymentSite({ isEmptyEachTime: true });
const failed = /^Your payment did not go through$/;

it('of Claim Premium, which becomes Claim once it is paid beside Premium for all listings', async () => {
  const desk = await HandOverDesk.unpaid(site.desk);
  const { olga } = desk;
  await desk.pay(olga, 'premium', 'pm_card_chargeCustomerFail');
  expect(await desk.lastTo(olga, failed)).toContain(
    'The payment of $50 for your plan for Bakery (Claim Premium, $50 a month) did not go through.',
  );
  const { plans, claimPremium } = await desk.billing(olga);
  expect(plans.map(owedFor)).toEqual(['It is for Claim Premium: Bakery, $50 a month.']);
  expect(claimPremium).toEqual([]);
  const told =
    'Claim Premium: Bakery, $50 a month, still waits for its payment. With this upgrade it becomes Claim, $25 a month, once that is paid, and what you have paid beyond that is taken off your next bill.';
  expect(waitingClaims(plans, usualPrices)).toEqual([told]);
  expect(waitingClaims(plans, { ...usualPrices, claim: 0 })).toEqual([]);

  // The sentence is true.
  const claim = await desk.planOf(olga);
  await site.desk.payUpgrade(await site.desk.openUpgrade(olga));
  await site.desk.settle();
  expect((await desk.billing(olga)).plans).toContainEqual(expect.objectContaining({ id: claim.id, isOwed: true }));
  const { customer, latest_invoice } = await site.desk.stripe.subscriptions.retrieve(claim.id);
  const good = await site.desk.stripe.paymentMethods.attach('pm_card_visa', { customer: String(customer) });
  await site.desk.stripe.invoices.pay(String(latest_invoice), { payment_method: good.id });
  await site.desk.settle();
  const after = (await desk.billing(olga)).plans;
  expect(after.find(({ id }) => id === claim.id)).toMatchObject({ kind: 'claim_standard', cents: 2500, isOwed: false });
  const { cents } = await answerOf<{ cents: number }>(await olga.browser.get('/api/billing/credit'));
  expect(cents).toBe(2500);
  expect(waitingClaims(after, usualPrices)).toEqual([]);
});

it('of a renewal, as far as no credit has paid it', async () => {
  const owner = await site.desk.owner();
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
  await site.desk.settle();
  const customer = found((await site.desk.customersOf(owner))[0], 'customer').id;
  await site.desk.stripe.customers.createBalanceTransaction(customer, { amount: -600, currency: 'usd' });
  site.sandbox.control.failNextCharge();
  site.desk.pass(32);
  await site.desk.settle();
  const mail = (await queuedMail(site.database.pool)).find(({ subject }) => failed.test(subject));
  const text = found(mail, 'mail').text.replace(/\s+/g, ' ');
  expect(text).toContain('The payment of $23 for Premium for your listings ($29 a month) did not go through.');
  const { plans } = await answerOf<Billing>(await owner.browser.get('/api/billing'));
  expect(owedFor(only(plans, 'plan'))).toBe('It is for Premium for all your listings, $29 a month.');
  expect(owedFor({ ...only(plans, 'plan'), percentOff: 10 })).toMatch(/, less your discount of 10 percent\.$/);
});
