/** Claimants whose mailbox proves the claim learn before they pay that the card is charged at once. */
import { expect, it } from 'vitest';
import { aBusiness } from '#tests/factories/a-business.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';

const site = paymentSite();
const proven = (email: string) => site.desk.person({ email, emailVerifiedAt: new Date() });

it('says on the payment page, and on the page after it, that the card is charged at once', async () => {
  const bakery = await aBusiness(site.database.db, { name: 'Bakery', website: 'https://bakery.test' });
  const note = async (person: Person) => {
    const { sessionId } = await answerOf<{ sessionId: string }>(await site.desk.start(person, bakery.id));
    const session = await site.desk.stripe.checkout.sessions.retrieve(sessionId);
    return { sessionId, text: session.custom_text?.submit?.message };
  };
  expect((await note(await site.desk.person({ email: 'ben@bakery.test' }))).text).toContain('not charged until');
  expect((await note(await proven('ben@elsewhere.test'))).text).toContain('not charged until');
  const ada = await proven('ada@bakery.test');
  const { sessionId, text } = await note(ada);
  expect(text).toContain('we approve your claim at once, and charge the first month, $25, right after');
  await site.desk.pay(sessionId);
  await site.desk.settle();
  const own = await answerOf<object[]>(await ada.browser.get('/api/user/claims'));
  expect(own).toMatchObject([{ status: 'approved', checkoutId: sessionId }]);
});
