/** Claimants whose mailbox proves the claim learn before they pay that the card is charged at once. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { businesses } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';

const site = paymentSite();
const proven = (email: string) => site.desk.person({ email, emailVerifiedAt: new Date() });

it('says on the payment page, and on the page after it, that the card is charged at once', async () => {
  const bakery = await aBusiness(site.database.db, { name: 'Bakery', website: 'https://bakery.test' });
  const note = async (person: Person) => {
    const begun = await site.desk.start(person, bakery.id);
    const { sessionId, dueTodayCents } = await answerOf<{ sessionId: string; dueTodayCents: number | null }>(begun);
    const session = await site.desk.stripe.checkout.sessions.retrieve(sessionId);
    return { sessionId, dueTodayCents, text: session.custom_text?.submit?.message };
  };
  for (const person of [await site.desk.person({ email: 'ben@bakery.test' }), await proven('ben@elsewhere.test')]) {
    expect(await note(person)).toMatchObject({
      dueTodayCents: null,
      text: expect.stringContaining('not charged until'),
    });
  }
  const ada = await proven('ada@bakery.test');
  const { sessionId, dueTodayCents, text } = await note(ada);
  expect(dueTodayCents).toBe(2500);
  const waiting = await answerOf<object[]>(await ada.browser.get('/api/user/claims'));
  expect(waiting).toMatchObject([{ status: 'pending', isChargedAtOnce: true }]);
  expect(text).toContain('we approve your claim at once, and charge the first month, $25, right after');
  await site.desk.pay(sessionId);
  await site.desk.settle();
  const own = await answerOf<object[]>(await ada.browser.get('/api/user/claims'));
  expect(own).toMatchObject([{ status: 'approved', checkoutId: sessionId }]);
});

it('says it anew each time, and charges nothing when the proof has gone by the time the card is given', async () => {
  const shop = await aBusiness(site.database.db, { name: 'Shop', website: 'https://shop.test' });
  const ada = await proven('ada@shop.test');
  const begin = async () =>
    answerOf<{ sessionId: string; dueTodayCents: number | null }>(await site.desk.start(ada, shop.id));
  const first = await begin();
  expect(first).toMatchObject({ dueTodayCents: 2500 });
  // Somebody else has changed the website meanwhile, so the mailbox proves nothing any more.
  await site.database.db.update(businesses).set({ websiteBy: 'owner' }).where(eq(businesses.id, shop.id));
  expect(await begin()).toMatchObject({ sessionId: first.sessionId, dueTodayCents: null });
  await site.desk.pay(first.sessionId);
  await site.desk.settle();
  expect(await answerOf<object[]>(await ada.browser.get('/api/user/claims'))).toMatchObject([
    { status: 'in_review', isChargedAtOnce: false },
  ]);
  expect(await site.desk.chargedCents(ada)).toBe(0);
});
