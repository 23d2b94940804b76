/** A claimant has credit: the question to staff, the mail and the charge say the same sums. */
import { expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { StaffClaimCharge } from '#features/claims/staff-contract.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { bakeryClaims } from '#tests/support/bakery-claims.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found, only } from '#tests/support/found.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';

const bakery = bakeryClaims();
const { site, database, aClaim, decide } = bakery;

async function giveCredit(person: Person, cents: number): Promise<void> {
  const { id } = only(await site.desk.customersOf(person), 'customer');
  await site.desk.stripe.customers.createBalanceTransaction(id, { amount: -cents, currency: 'usd' });
}

const charge = async (id: string): Promise<StaffClaimCharge> =>
  answerOf(await bakery.stella.browser.get(`/api/staff/claims/${id}/charge`));

const approvalOf = async (name: string) => {
  const letters = await queuedMail(database.pool);
  const { text } = found(
    letters.find(({ subject }) => subject === `${name} is yours`),
    'mail',
  );
  return text.replaceAll(/\s+/g, ' ');
};

it('names the part that the credit pays, before and in the mail, and the card pays the rest', async () => {
  const id = await aClaim(bakery.ada);
  expect(await charge(id)).toEqual({ creditCents: 0, hasTax: false });
  await giveCredit(bakery.ada, 600);
  expect(await charge(id)).toEqual({ creditCents: 600, hasTax: false });
  await answerOf(await decide(id, 'approve', { amountCents: 2500, creditCents: 600 }));
  expect(await approvalOf('Bakery')).toMatch(
    /: \$25\. Your credit pays \$6 of it, and your card is charged \$19\. Another mail is the receipt or, if the payment/,
  );
  await site.desk.settle();
  expect(await site.desk.chargedCents(bakery.ada)).toBe(1900);
  const receipt = (await queuedMail(bakery.database.pool)).find(({ subject }) => subject.startsWith('Receipt: $25'));
  expect(receipt?.text.replace(/\s+/g, ' ')).toContain('Your credit paid $6 of it, and your card $19.');
});

it('says that the card is not charged where the credit pays for all of it', async () => {
  const id = await aClaim(bakery.ada);
  await giveCredit(bakery.ada, 3000);
  await answerOf(await decide(id, 'approve'));
  expect(await approvalOf('Bakery')).toContain('Your credit pays for all of it: your card is not charged.');
  await site.desk.settle();
  expect(await site.desk.chargedCents(bakery.ada)).toBe(0);
});

it('counts a credit once for two claims that are approved one right after the other', async () => {
  const inn = await aBusiness(database.db, { slug: 'inn', name: 'Inn' });
  const id = await aClaim(bakery.ada);
  await site.desk.paidClaim(bakery.ada, inn.id);
  await site.desk.settle();
  await giveCredit(bakery.ada, 600);
  await answerOf(await decide(id, 'approve'));
  // The job that charges has not run.
  const second = (await site.desk.claimOf(bakery.ada)).id;
  expect(await charge(second)).toEqual({ creditCents: 0, hasTax: false });
  await answerOf(await decide(second, 'approve', { amountCents: 2500, creditCents: 0 }));
  expect(await approvalOf('Inn')).toMatch(
    /: \$25, to be charged to the card that you gave\. Another mail is the receipt or, if/,
  );
  await site.desk.settle();
  expect(await site.desk.chargedCents(bakery.ada)).toBe(1900 + 2500);
});

it('refuses an approval that was asked for with another credit', async () => {
  const id = await aClaim(bakery.ada);
  await giveCredit(bakery.ada, 600);
  const stale = await problemOf(await decide(id, 'approve', { amountCents: 2500, creditCents: 0 }));
  expect(stale).toMatchObject({ status: 409, code: 'conflict', message: expect.stringContaining('$19') });
  expect(await bakery.ownerId()).toBeNull();
});

it('names no sum for the card where the payment service cannot be asked, and approves all the same', async () => {
  const id = await aClaim(bakery.ada);
  const { services } = site.desk;
  const stripe = { ...found(services.env.stripe, 'the keys'), apiBase: 'http://127.0.0.1:1' };
  const away = new TestBrowser(createApi({ ...services, env: { ...services.env, stripe } }));
  away.withSession(await aSession(database.db, bakery.stella.user.id));
  expect(await answerOf(await away.get(`/api/staff/claims/${id}/charge`))).toEqual({
    creditCents: null,
    hasTax: false,
  });
  await answerOf(await away.post(`/api/staff/claims/${id}/approve`, { body: { amountCents: 2500, creditCents: 0 } }));
  expect(await approvalOf('Bakery')).toMatch(
    /: \$25\. Any credit that you have pays first, and your card is charged the rest\./,
  );
});
