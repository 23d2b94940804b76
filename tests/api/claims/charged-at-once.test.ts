/** Claimants whose mailbox proves the claim learn before they pay that the card is charged at once. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Claim } from '#features/claims/contract.ts';
import { businesses, claims, users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
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
  expect(text).toMatch(/^\$25 is due today, for Bakery\. .* all of it goes back to your card\.$/);
  // The page's own total is the truth: no free days, and nothing that is charged later.
  expect(await site.desk.stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({ amount_total: 2500 });
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

describe('a payment at once that does not lead to an approval', () => {
  const back = async (person: Person) => {
    await site.desk.settle();
    const [row] = await site.database.db.select().from(claims).where(eq(claims.userId, person.user.id));
    const subscription = await site.desk.stripe.subscriptions.retrieve(row?.subscriptionId ?? '');
    const mails = (await queuedMail(site.database.pool)).filter(({ to }) => to === person.user.email);
    return {
      charged: await site.desk.chargedCents(person),
      kept: await site.desk.keptCents(person),
      plan: subscription.status,
      claim: (await answerOf<Claim[]>(await person.browser.get('/api/user/claims'))).at(0),
      subjects: mails.map(({ subject }) => subject),
    };
  };
  const begin = async (name: string) => {
    const listing = await aBusiness(site.database.db, { name, website: 'https://deli.test' });
    const ada = await proven('ada@deli.test');
    const begun = await answerOf<{ sessionId: string }>(await site.desk.start(ada, listing.id));
    await forgetQueuedMail(site.database.pool);
    return { listing, ada, ...begun };
  };
  const goesBack = { charged: 2500, kept: 0, plan: 'canceled', subjects: ['Your payment for Deli goes back to you'] };

  it('goes back when the proof went while the card was given; the next claim is looked at first', async () => {
    const { listing, ada, sessionId } = await begin('Deli');
    await site.database.db.update(businesses).set({ websiteBy: 'owner' }).where(eq(businesses.id, listing.id));
    await site.desk.pay(sessionId);
    expect(await back(ada)).toMatchObject({ ...goesBack, claim: { status: 'rejected', isGivenBack: true } });
    await site.database.db.update(businesses).set({ websiteBy: 'staff' }).where(eq(businesses.id, listing.id));
    const again = await answerOf<{ dueTodayCents: number | null }>(await site.desk.start(ada, listing.id));
    expect(again.dueTodayCents).toBeNull();
  });

  it('goes back when somebody else got the listing meanwhile', async () => {
    const { listing, ada, sessionId } = await begin('Deli');
    const bea = await site.desk.person({ email: 'bea@example.com' });
    await site.database.db.update(businesses).set({ ownerId: bea.user.id }).where(eq(businesses.id, listing.id));
    await site.desk.pay(sessionId);
    expect(await back(ada)).toMatchObject({ ...goesBack, claim: { status: 'superseded', isGivenBack: true } });
  });

  it('goes back when the claim was taken back in the same moment, once', async () => {
    const { ada, sessionId } = await begin('Deli');
    const claim = await site.desk.claimOf(ada);
    await site.desk.pay(sessionId);
    await site.database.db.update(claims).set({ status: 'withdrawn' }).where(eq(claims.id, claim.id));
    expect(await back(ada)).toMatchObject({ ...goesBack, claim: { status: 'withdrawn', isGivenBack: true } });
    expect(await back(ada)).toMatchObject(goesBack);
  });
});
