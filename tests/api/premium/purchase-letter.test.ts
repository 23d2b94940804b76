/** The mail about a purchase of Premium is its receipt, too: the first payment, the bill, and the next payment. */
import { expect, it } from 'vitest';
import type { listBills } from '#features/premium/bills-contract.ts';
import { formatDate } from '#shared/dates.ts';
import type { Answer } from '#shared/endpoint.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found, only } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';

const site = paymentSite();

async function welcome({ user }: Person): Promise<string> {
  const mails = (await queuedMail(site.database.pool)).filter(
    ({ to, subject }) => to === user.email && subject === 'Welcome to Premium',
  );
  return only(mails, 'mail').text.replace(/\s+/g, ' ');
}

async function planOf(person: Person) {
  const { id, paidThrough } = only(await site.desk.subscriptionsOf(person), 'plan');
  const { data } = await site.desk.stripe.invoices.list({ subscription: id });
  const day = formatDate(found(paidThrough, 'paid time'), site.desk.services.city.facts.timeZone);
  return { day, number: found(data.at(-1)?.number, 'number of the bill') };
}

it.each([
  { interval: 'monthly', cents: 2900, sum: '$29' },
  { interval: 'yearly', cents: 29_000, sum: '$290' },
] as const)('names both payments of a $interval plan, and the bill', async ({ interval, cents, sum }) => {
  const owner = await site.desk.owner();
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner, interval), { cents });
  await site.desk.deliverAll();
  const text = await welcome(owner);
  const { day, number } = await planOf(owner);
  expect(text).toContain(`Your first payment, ${sum}, is made. You find the bill under Your bills.`);
  expect(text).toContain(`The number of the bill is ${number}.`);
  expect(text).toContain(`The next payment, ${sum}, is due on ${day}.`);
  expect(text).toContain('/dashboard/bills');
});

it('names no day that is over, where the purchase is settled late, and the first payment although the next one failed', async () => {
  const owner = await site.desk.owner();
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
  site.sandbox.control.failNextCharge();
  site.desk.pass(32);
  await site.desk.deliverAll();
  const text = await welcome(owner);
  expect(text).toContain('Your first payment, $29, is made.');
  expect(text).not.toContain('The next payment');
});

it.each([
  { credit: 500, card: 28_500, says: 'your credit paid $5 of it, and your card $285.', left: 0 },
  { credit: 30_000, card: 0, says: 'your credit paid $290 of it, and your card $0.', left: 1000 },
])(
  'lets a credit of $credit cents pay first, on the card, on the bill and in the mail',
  async ({ credit, card, says, left }) => {
    const owner = await site.desk.owner();
    const page = await site.desk.openUpgrade(owner, 'yearly');
    const { customer } = await site.desk.stripe.checkout.sessions.retrieve(page);
    await site.desk.stripe.customers.createBalanceTransaction(String(customer), { amount: -credit, currency: 'usd' });
    await site.desk.payUpgrade(page, { cents: 29_000 });
    await site.desk.deliverAll();
    expect(await site.desk.chargedCents(owner)).toBe(card);
    expect(await site.desk.premiumUntil(owner.businessId)).not.toBeNull();
    expect(await welcome(owner)).toContain(`Your first payment, $290, is made: ${says}`);
    expect(await answerOf(await owner.browser.get('/api/billing/credit'))).toMatchObject({ cents: left });
    const { bills } = await answerOf<Answer<typeof listBills>>(await owner.browser.get('/api/billing/bills'));
    expect(bills).toMatchObject([{ creditCents: Math.min(credit, 29_000), paidCents: card }]);
  },
);
