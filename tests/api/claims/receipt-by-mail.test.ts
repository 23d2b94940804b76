/** The receipt by mail: of the first payment of a claim, and of a payment that did not go through before; once each. */
import { beforeEach, expect, it } from 'vitest';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found, only } from '#tests/support/found.ts';
import { HandOverDesk } from '#tests/support/hand-over-desk.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';

const site = paymentSite({ isEmptyEachTime: true });
let ada: Person;
let business: Business;

beforeEach(async () => {
  // The mailbox approves by itself.
  ada = await site.desk.person({ username: 'ada', email: 'ada@bakery.example', emailVerifiedAt: new Date() });
  business = await aBusiness(site.database.db, { name: 'Bakery', website: 'https://www.bakery.example' });
});

async function claim(card?: string): Promise<void> {
  const { sessionId } = await answerOf<{ sessionId: string }>(await site.desk.start(ada, business.id));
  await site.desk.pay(sessionId, card);
  await site.desk.settle();
}

const mails = async (subject: RegExp, to = ada) =>
  (await queuedMail(site.database.pool))
    .filter((mail) => mail.to === to.user.email && subject.test(mail.subject))
    .map(({ text }) => text.replace(/\s+/g, ' '));
const planOf = async (person: Person) => only(await site.desk.subscriptionsOf(person), 'plan');
const receipt = /^Receipt: \$25 for your plan for Bakery$/;

it('comes once with the first payment of a claim that is approved at once, and the mail before promises it', async () => {
  await claim();
  const { paidThrough } = await planOf(ada);
  const zone = { timeZone: site.desk.services.city.facts.timeZone, dateStyle: 'long' } as const;
  const next = new Intl.DateTimeFormat('en-US', zone).format(found(paidThrough, 'paid time'));
  const text = only(await mails(receipt), 'receipt');
  expect(text).toMatch(/Thank you: your plan for Bakery is paid, \$25\. The number of the bill is \S+-\d+\./);
  expect(text).toContain(`The next payment is due on ${next}.`);
  expect(only(await mails(/^Bakery is yours$/), 'approval')).toContain(
    'Another mail is the receipt or, if the payment does not go through, says what to do.',
  );
  site.desk.pass(32);
  await site.desk.settle();
  expect(await site.desk.chargedCents(ada)).toBe(5000);
  expect(await mails(/^Receipt/)).toHaveLength(1);
});

it('comes once when a first payment that failed is paid after all', async () => {
  await claim('pm_card_chargeCustomerFail');
  expect([await mails(/did not go through/), await mails(/^Receipt/)]).toMatchObject([[expect.any(String)], []]);
  const { latestInvoiceId, customerId } = await planOf(ada);
  await site.desk.stripe.paymentMethods.attach('pm_card_visa', { customer: found(customerId, 'customer') });
  await site.desk.stripe.invoices.pay(found(latestInvoiceId, 'bill'), { payment_method: 'pm_card_visa' });
  await site.desk.settle();
  await site.desk.settle();
  expect(only(await mails(receipt), 'receipt')).toContain(
    'The payment for your plan for Bakery that did not go through before is made now: $25. You need not do anything more.',
  );
  expect(await site.desk.chargedCents(ada)).toBe(2500);
});

it('comes once when a renewal of Premium that failed is paid by the next attempt', async () => {
  const owner = await site.desk.owner();
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
  await site.desk.settle();
  site.sandbox.control.failNextCharge();
  site.desk.pass(31);
  await site.desk.settle();
  expect(await mails(/did not go through/, owner)).toHaveLength(1);
  expect(await mails(/^Receipt/, owner)).toEqual([]);
  site.desk.pass(4);
  await site.desk.settle();
  expect(only(await mails(/^Receipt: \$29 for Premium for your listings$/, owner), 'receipt')).toContain(
    'The payment for Premium for your listings that did not go through before is made now: $29.',
  );
});

it('comes with the first payment of a new owner who goes on, and not before it', async () => {
  const over = new HandOverDesk(site.desk, business, {
    olga: ada,
    max: await site.desk.person({ username: 'max', email: 'max@example.com', emailVerifiedAt: new Date() }),
  });
  await over.pay(ada);
  await over.handOver();
  await over.pay(over.max);
  expect(await mails(/^Receipt/, over.max)).toEqual([]);
  await over.pass((await over.daysLeft()) + 1);
  expect(await mails(receipt, over.max)).toHaveLength(1);
  expect(await mails(receipt)).toHaveLength(1);
});
