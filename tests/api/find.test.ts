/** Staff find everything from one box, and only what their rights open. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Found, foundKinds } from '#features/find/contract.ts';
import {
  claims,
  contactMessages,
  conversationPosts,
  conversations,
  corrections,
  eventSuggestions,
  listingOrders,
  moneyActs,
  newsletterSubscribers,
  recommendations,
  reports,
  subscriptions,
  users,
} from '#server/db/schema/index.ts';
import type { StaffRight } from '#shared/staff-rights.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { anArticle } from '#tests/factories/an-article.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
let businessId: string;

/** One of each kind has 'Quillfeather' in it. */
beforeEach(async () => {
  office = await aStaffOffice(database);
  const { db } = database;
  const email = 'quillfeather@example.org';
  const { id: userId } = await aUser(db, { username: 'quillfeather', email });
  ({ id: businessId } = await aBusiness(db, { name: 'Quillfeather 100%', phone: '(210) 555-0142', status: 'hidden' }));
  await db.insert(claims).values({
    ...{ businessId, userId, plan: 'standard', amountCents: 2500, status: 'in_review' },
    ...{ expiresAt: new Date(), submittedAt: new Date() },
  });
  await db.insert(contactMessages).values([
    { name: 'Ada', email: 'ada@example.org', message: 'Where is Quillfeather?', answeredAt: new Date() },
    { name: 'Bo', email: 'bo@example.org', message: 'Good morning' },
  ]);
  const order = { plan: 'premium' as const, amountCents: 5000, email, businessName: 'Quillfeather', status: 'paid' };
  await db.insert(listingOrders).values(order as typeof listingOrders.$inferInsert);
  await db
    .insert(reports)
    .values({ businessId, reason: 'closed', text: 'Quillfeather: windows are empty', email: 'vera@example.org' });
  const right = { field: 'phone', right: 'Ask for Quillfeather', source: 'The door' } as const;
  await db.insert(corrections).values({ businessId, ...right });
  const times = { startsAt: new Date(), location: 'Library', description: 'Songs', category: 'community' } as const;
  const sender = { senderName: 'Vera', senderEmail: 'vera@example.org', status: 'waiting' } as const;
  await db.insert(eventSuggestions).values({ ...times, ...sender, title: 'Quillfeather sings' });
  await db
    .insert(recommendations)
    .values({ businessId, name: 'Vera', email: 'vera@example.org', text: 'Quillfeather is kind.', status: 'shown' });
  await db
    .insert(moneyActs)
    .values({ id: randomUUID(), kind: 'refund', userId, cents: 1_500, reason: 'Quillfeather was closed' });
  await db.insert(subscriptions).values({ id: 'sub_1', kind: 'owner_premium', status: 'active', userId });
  await anEvent(db, { title: 'An evening with Quillfeather', startsAt: new Date() });
  await anArticle(db, { title: 'Quillfeather opens' });
  await db.insert(newsletterSubscribers).values({ email });
});

const aLetter = expect.stringMatching(/^\/staff\/messages\/[\da-f-]{36}$/);
const find = (text: string) => office.staff.get(`/api/staff/find?${new URLSearchParams({ text })}`);
const found = async (text: string) => answerOf<Found[]>(await find(text));
const kindsOf = (rows: Found[]) => [...new Set(rows.map(({ kind }) => kind))];
const give = (...rights: StaffRight[]) =>
  database.db.update(users).set({ rights }).where(eq(users.id, office.staffUser.id));

describe('one box', () => {
  it('finds one of every kind, in their order, with the page of each', async () => {
    await give('administrator');
    const rows = await found('QUILLFEATHER');
    expect(rows.map(({ kind }) => kind)).toEqual(Object.keys(foundKinds));
    expect(rows).toMatchObject([
      { title: 'Quillfeather 100%', detail: expect.stringMatching(/^hidden/), path: `/staff/businesses/${businessId}` },
      { title: 'quillfeather', detail: 'quillfeather@example.org', path: expect.stringMatching(/^\/staff\/people\//) },
      {
        title: 'Quillfeather 100%',
        detail: 'quillfeather · in review',
        path: expect.stringMatching(/^\/staff\?open=/),
      },
      { title: 'Ada', path: aLetter },
      {
        title: 'Quillfeather 100%',
        detail: 'closed · vera@example.org · Quillfeather: windows are empty',
        path: aLetter,
      },
      { title: 'Quillfeather 100%', detail: 'waiting · Ask for Quillfeather', path: aLetter },
      {
        title: 'Quillfeather sings',
        detail: 'waiting · Vera · vera@example.org',
        path: expect.stringMatching(/^\/staff\?open=/),
      },
      {
        detail: 'shown · Vera · vera@example.org · Quillfeather is kind.',
        path: `/staff/businesses/${businessId}#recommendations`,
      },
      { title: 'Quillfeather', detail: 'quillfeather@example.org · open', path: '/staff/orders' },
      { title: 'quillfeather', path: '/staff/billing' },
      {
        ...{ title: 'quillfeather', detail: 'given back to the card · $15.00 · Quillfeather was closed' },
        path: expect.stringMatching(/^\/staff\/billing\/[\da-f-]{36}$/),
      },
      { title: 'An evening with Quillfeather', path: expect.stringMatching(/^\/staff\/events\//) },
      { title: 'Quillfeather opens', path: expect.stringMatching(/^\/staff\/articles\//) },
      { title: 'quillfeather@example.org', path: '/staff/newsletter/subscribers?search=quillfeather%40example.org' },
    ]);
  });

  it.each([
    ['editor', ['suggestion', 'event', 'article', 'reader']],
    ['moderator', ['listing', 'claim', 'message', 'report', 'correction', 'suggestion', 'recommendation', 'order']],
    ['treasurer', ['order', 'plan', 'payment']],
  ] as const)('shows an %s only what that right opens', async (right, kinds) => {
    await give(right);
    expect(kindsOf(await found('quillfeather'))).toEqual(kinds);
  });

  it.each([
    ['editor', /^\/staff\/events\?state=suggestions&search=Quillfeather%20sings$/, 1],
    ['moderator', /^\/staff\?open=/, 0],
  ] as const)(
    'leads an %s to a suggested event, and to one that is decided if that right shows it',
    async (right, path, decided) => {
      await give(right);
      const suggestions = async () => (await found('quillfeather')).filter(({ kind }) => kind === 'suggestion');
      expect(await suggestions()).toMatchObject([{ path: expect.stringMatching(path) }]);
      await database.db.update(eventSuggestions).set({ status: 'rejected' });
      expect(await suggestions()).toHaveLength(decided);
      const listed = await answerOf<unknown[]>(await office.staff.get('/api/staff/event-suggestions?search=LIBRARY'));
      expect(listed).toMatchObject([{ title: 'Quillfeather sings' }]);
      expect(await answerOf(await office.staff.get('/api/staff/event-suggestions?search=museum'))).toEqual([]);
    },
  );

  it('finds telephone numbers however they are written, and takes signs as they are', async () => {
    for (const typed of ['210.555.0142', '+1 210 555 0142', '555-0142', '5550142', '0142']) {
      expect((await found(typed)).map(({ kind }) => kind)).toEqual(['listing']);
    }
    expect((await found('100%')).map(({ kind }) => kind)).toEqual(['listing', 'claim']);
    expect(await found('_%_%')).toEqual([]);
    expect(await found("'; drop table users; --")).toEqual([]);
  });

  it('finds plans without a card by their reference, and payments by their amount and number', async () => {
    const { db } = database;
    const { id: userId } = await aUser(db, { username: 'marigold' });
    const [past, future] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)];
    const cash = { kind: 'cash', userId, cents: 29_000, reason: 'A year' } as const;
    await db.insert(moneyActs).values([
      { ...cash, id: randomUUID(), reference: '1204', endsAt: future },
      { ...cash, id: randomUUID(), reference: 'Check 1305', endsAt: past },
      { id: randomUUID(), kind: 'complimentary', userId, reason: 'For 1204', endsAt: future, endedAt: past },
      { id: randomUUID(), kind: 'refund', userId, cents: 29_000, reason: 'No plan', reference: '1204' },
    ]);
    const [order] = await db.select().from(listingOrders);
    for (const text of ['1204', 'Check 1204', 'check no. 1204', '#1204']) {
      const [refund] = (await found(text)).filter(({ kind }) => kind === 'payment');
      expect(refund?.detail, text).toBe('given back to the card · $290.00 · No plan');
      expect(await found(text), text).toContainEqual(
        expect.objectContaining({
          ...{ kind: 'plan', title: 'marigold', path: '/staff/billing' },
          detail: expect.stringMatching(/ · in cash or by check · 1204 · active$/),
        }),
      );
    }
    // The note of another plan names it.
    expect((await found('for 1204')).map(({ detail }) => detail)).toEqual([expect.stringMatching(/complimentary/)]);
    for (const text of ['1305', 'Check 1305']) {
      expect(await found(text), text).toMatchObject([{ title: 'marigold', path: '/staff/billing?state=over' }]);
    }
    expect((await found('marigold')).filter(({ kind }) => kind === 'plan')).toHaveLength(3);
    for (const text of ['290', '$290', '$290.00'])
      expect(kindsOf(await found(text)), text).toEqual(['plan', 'payment']);
    expect(await found('$2,900')).toEqual([]);
    const short = (order?.id ?? '').slice(-8).toUpperCase();
    for (const text of [
      '$50',
      order?.id ?? '',
      (order?.id ?? '').slice(0, 13).toUpperCase(),
      short,
      `Order ${short}`,
    ]) {
      expect(kindsOf(await found(text)), text).toEqual(['order']);
    }
  });

  it('finds what was said about letters, claims and listings, and what a sender wrote besides a message', async () => {
    const { db } = database;
    const [claim] = await db.select().from(claims);
    const [report] = await db.select().from(reports);
    const say = async (id: string, kind: 'claim' | 'report' | 'listing' | 'message', text: string) => {
      await db.insert(conversations).values({ id, kind });
      await db.insert(conversationPosts).values({ conversationId: id, kind: 'note', text });
    };
    await say(claim?.id ?? '', 'claim', 'The tax number is TX-4471.');
    await say(report?.id ?? '', 'report', 'I walked by at 9.');
    await say(businessId, 'listing', 'Their sign says Goldmine.');
    await db.update(claims).set({ evidencePhone: '210-555-0188' });
    for (const [text, kind] of Object.entries({
      ...{
        'tx-4471': 'claim',
        '555-0188': 'claim',
        'WALKED BY': 'report',
        goldmine: 'listing',
        'windows are empty': 'report',
      },
      ...{ 'the door': 'correction', library: 'suggestion', 'is kind': 'recommendation', 'was closed': 'payment' },
    })) {
      expect(kindsOf(await found(text)), text).toEqual([kind]);
    }
    // Everybody writes of it in letters: those do not hide the claim.
    const letters = await db
      .insert(contactMessages)
      .values(
        Array.from({ length: 101 }, (_, n) => ({ name: `Cy ${n}`, email: 'cy@example.org', message: 'Good day' })),
      )
      .returning();
    for (const { id } of letters) await say(id, 'message', 'About TX-4471.');
    expect(kindsOf(await found('tx-4471'))).toEqual(['claim', 'message']);
    const ofVera = ['report', 'suggestion', 'recommendation'];
    expect(kindsOf(await found('vera@example.org'))).toEqual(ofVera);
    await db.update(recommendations).set({ status: 'unconfirmed' });
    await db.update(eventSuggestions).set({ status: 'unconfirmed' });
    expect(kindsOf(await found('vera@example.org'))).toEqual(['report']);
  });

  it('finds amounts of cards: of a plan, of what was given back, and of a part of an order', async () => {
    const { db } = database;
    await db.update(subscriptions).set({ priceCents: 2_500 });
    await db.update(listingOrders).set({ refunds: [{ id: 're_1', at: new Date().toISOString(), cents: 1_000 }] });
    for (const text of ['$25', '25', '25.00']) expect(kindsOf(await found(text)), text).toEqual(['plan']);
    expect(kindsOf(await found('$15'))).toEqual(['payment']);
    expect(kindsOf(await found('$10'))).toEqual(['order']);
  });

  it('shows five of a kind, those with the text in their names first', async () => {
    await aBusiness(database.db, { name: 'Blue Door', address: '1 Quillfeather Lane' });
    expect((await found('quillfeather')).filter(({ kind }) => kind === 'listing').map(({ title }) => title)).toEqual([
      'Quillfeather 100%',
      'Blue Door',
    ]);
    for (let n = 0; n < 6; n++) await aBusiness(database.db, { name: `Twin ${n}` });
    expect((await found('twin')).map(({ title }) => title)).toEqual(['Twin 5', 'Twin 4', 'Twin 3', 'Twin 2', 'Twin 1']);
  });

  it('asks for two letters, and is for staff', async () => {
    expect(await problemOf(await find(' q '))).toMatchObject({
      status: 400,
      message: 'Please type at least two letters',
    });
    expect((await office.owner.get('/api/staff/find?text=quill')).status).toBe(403);
  });
});
