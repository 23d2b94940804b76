/** Claimants whose mailbox proves the claim learn before they pay that the card is charged at once. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { emailConfirmed } from '#features/accounts/server/email-confirmed.ts';
import type { Claim } from '#features/claims/contract.ts';
import { businesses, users } from '#server/db/schema/index.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found } from '#tests/support/found.ts';
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
  expect(text).toContain(
    'we approve your claim at once, and charge the first month, less any credit that you have, right after',
  );
  expect(text).toMatch(/^\$25 is due today, for Bakery\./);
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
  // The page that promised a charge is closed, and another one says that staff check first.
  const second = await begin();
  expect(second).toMatchObject({ sessionId: expect.not.stringMatching(first.sessionId), dueTodayCents: null });
  const pages = site.desk.stripe.checkout.sessions;
  expect((await pages.retrieve(first.sessionId)).status).toBe('expired');
  expect((await pages.retrieve(second.sessionId)).custom_text.submit?.message).toContain('not charged until');
  expect(await begin()).toMatchObject({ sessionId: second.sessionId });
  await site.desk.pay(second.sessionId);
  await site.desk.settle();
  expect(await answerOf<object[]>(await ada.browser.get('/api/user/claims'))).toMatchObject([
    { status: 'in_review', isChargedAtOnce: false },
  ]);
  expect(await site.desk.chargedCents(ada)).toBe(0);
});

it('makes another payment page for who confirms the mailbox after the first one was made', async () => {
  const cafe = await aBusiness(site.database.db, { name: 'Cafe', website: 'https://cafe.test' });
  const eve = await site.desk.person({ email: 'eve@cafe.test' });
  const begin = async () =>
    answerOf<{ sessionId: string; dueTodayCents: number | null }>(await site.desk.start(eve, cafe.id));
  const first = await begin();
  expect(first.dueTodayCents).toBeNull();
  expect((await begin()).sessionId).toBe(first.sessionId);
  await site.database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.email, 'eve@cafe.test'));
  const second = await begin();
  expect(second.dueTodayCents).toBe(2500);
  const pages = site.desk.stripe.checkout.sessions;
  expect((await pages.retrieve(first.sessionId)).status).toBe('expired');
  expect((await pages.retrieve(second.sessionId)).custom_text.submit?.message).toMatch(/^\$25 is due today/);
  await site.desk.pay(second.sessionId);
  await site.desk.settle();
  expect(await site.desk.chargedCents(eve)).toBe(2500);
});

it('ends a page that stands open in another window once the mailbox is confirmed, and makes one that names the sum', async () => {
  const diner = await aBusiness(site.database.db, { name: 'Diner', website: 'https://diner.test' });
  const dan = await site.desk.person({ email: 'dan@diner.test' });
  const tea = await aBusiness(site.database.db, { name: 'Tea', website: 'https://tea.test' });
  const begin = async (id: string) => answerOf<{ sessionId: string }>(await site.desk.start(dan, id));
  const [first, other] = [await begin(diner.id), await begin(tea.id)];
  await site.database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, dan.user.id));
  await enqueue(site.database.db, emailConfirmed, { userId: dan.user.id });
  await site.desk.settle();
  const pages = site.desk.stripe.checkout.sessions;
  expect((await pages.retrieve(first.sessionId)).status).toBe('expired');
  // The mailbox proves nothing there.
  expect((await pages.retrieve(other.sessionId)).status).toBe('open');
  const claims = await answerOf<Claim[]>(await dan.browser.get('/api/user/claims'));
  const { checkoutId, ...claim } = found(
    claims.find(({ business }) => business.id === diner.id),
    'claim',
  );
  expect(claim).toMatchObject({ status: 'pending', isChargedAtOnce: true, checkoutUrl: expect.any(String) });
  expect((await pages.retrieve(found(checkoutId, 'page'))).custom_text.submit?.message).toMatch(/^\$25 is due today/);
  expect(await begin(diner.id)).toMatchObject({ sessionId: checkoutId });
});
