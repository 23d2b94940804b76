/** Besides plans, a deletion of the account takes managers and open orders along: the page names them, and managers are told. */
import { eq, isNotNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type businesses, listingManagers, listingOrders, staffActs, users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { leavingSite } from '#tests/support/leaving-site.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';

const { site, database, read, remove, aSubscriber, passwordHash } = leavingSite();

it('names a listing that is paid for and not set up yet', async () => {
  const person = await site.desk.person({});
  const order = { plan: 'standard', amountCents: 4900, userId: person.user.id } as const;
  await database.db.insert(listingOrders).values([
    { ...order, status: 'paid', businessName: 'Figs', createdAt: new Date() },
    { ...order, status: 'handled', businessName: 'Jam', createdAt: new Date() },
  ]);
  expect(await read(person)).toMatchObject({ openOrders: ['Figs'] });
});

it('names what the confirmed mailbox has paid for signed out, and nothing of other accounts or addresses', async () => {
  const { db } = database;
  const person = await site.desk.person({ email: 'ana@example.com', emailVerifiedAt: new Date() });
  const other = await aUser(db, { emailVerifiedAt: new Date() });
  const order = { plan: 'standard', amountCents: 4900, status: 'paid', createdAt: new Date() } as const;
  const isSent = { details: { about: 'Figs' }, detailsSentAt: new Date() };
  await db.insert(listingOrders).values([
    { ...order, ...isSent, businessName: 'Figs', email: 'Ana@Example.com' },
    { ...order, ...isSent, businessName: 'Jam', email: 'ana@example.com', userId: other.id },
    { ...order, ...isSent, businessName: 'Tea', email: 'bea@example.com' },
  ]);
  const named = await read(person);
  expect(named.openOrders).toEqual(['Figs']);
  await db
    .update(users)
    .set({ emailVerifiedAt: null, passwordHash: passwordHash() })
    .where(eq(users.id, person.user.id));
  expect((await read(person)).openOrders).toEqual([]);
  await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, person.user.id));
  expect((await remove(person)).status).toBe(200);
  const left = await db.select().from(listingOrders).where(isNotNull(listingOrders.details)).orderBy(listingOrders.id);
  expect(left.map(({ businessName }) => businessName)).toEqual(['Jam', 'Tea']);
});

it('names the managers, who are told and lose the listing', async () => {
  const person = await site.desk.person({ passwordHash: passwordHash(), emailVerifiedAt: new Date() });
  const manager = await aUser(database.db, {
    username: 'manny',
    email: 'manny@example.com',
    emailVerifiedAt: new Date(),
  });
  const { id } = await aBusiness(database.db, { name: 'Circle Bakery', ownerId: person.user.id });
  await database.db.insert(listingManagers).values({ businessId: id, userId: manager.id, invitedBy: person.user.id });
  expect(await read(person)).toMatchObject({ managed: [{ business: 'Circle Bakery', managers: ['manny'] }] });
  await forgetQueuedMail(database.pool);
  expect((await remove(person)).status).toBe(200);
  const [mail] = (await queuedMail(database.pool)).filter(({ to }) => to === 'manny@example.com');
  expect(mail).toMatchObject({
    subject: 'The managers of Circle Bakery have changed',
    text: expect.stringMatching(/You no longer manage[\s\S]+Its owner has closed the account/),
  });
  expect(await database.db.$count(listingManagers)).toBe(0);
});

it('names the listings that wait for staff, and forgets what a merge has kept of the person', async () => {
  const { db } = database;
  const person = await site.desk.person({ passwordHash: passwordHash(), emailVerifiedAt: new Date() });
  const of = { submittedById: person.user.id, ownerId: person.user.id };
  await aBusiness(db, { ...of, name: 'Olives', status: 'pending' });
  await aBusiness(db, { ...of, name: 'Jam', ownerId: null, status: 'pending' });
  await aBusiness(db, { ...of, name: 'Figs', status: 'rejected' });
  expect((await read(person)).waitingListings).toEqual(['Jam', 'Olives']);
  const staff = await aUser(db, { role: 'staff' });
  const merge = { kind: 'merge', actorId: staff.id, subjectId: staff.id };
  await db.insert(staffActs).values([
    { ...merge, before: { goes: { owner_id: person.user.id } } },
    { ...merge, before: { rows: { reports: [{ email: person.user.email }] } } },
    { ...merge, before: { goes: { owner_id: staff.id } } },
  ]);
  expect((await remove(person)).status).toBe(200);
  expect((await db.select().from(staffActs)).map(({ before }) => before)).toEqual([{ goes: { owner_id: staff.id } }]);
});

describe('who has listings in the directory', () => {
  const again = 'If you come back one day, you get one back by a claim, as anybody does: that costs $25 a month';
  const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
  const letterAfter = async (given: Partial<typeof businesses.$inferInsert>, body: Record<string, unknown> = {}) => {
    const person = await site.desk.person({ passwordHash: passwordHash(), emailVerifiedAt: new Date() });
    const own = await aBusiness(database.db, { name: 'Circle Bakery', ownerId: person.user.id, ...given });
    const { listings } = await read(person);
    await forgetQueuedMail(database.pool);
    expect((await remove(person, body)).status).toBe(200);
    const mails = (await queuedMail(database.pool)).filter(({ to }) => to === person.user.email);
    return { id: own.id, listings, text: onOneLine(only(mails, 'mail').text) };
  };

  it('reads on the page and in the farewell that the way back is a paid claim', async () => {
    const { id, listings, text } = await letterAfter({});
    expect(listings).toEqual([{ id, name: 'Circle Bakery' }]);
    expect(text).toContain(again);
  });

  it('reads it before the day of a planned deletion, with the way around it', async () => {
    const person = await aSubscriber();
    await forgetQueuedMail(database.pool);
    expect((await remove(person, { plans: 'end' })).status).toBe(200);
    const text = onOneLine(only(await queuedMail(database.pool), 'mail').text);
    expect(text).toContain(again);
    expect(text).toContain('hand a listing over while it is yours');
  });

  it.each([
    ['what nobody sees', { status: 'hidden' } as const],
    ['what waits', { status: 'pending' } as const],
  ])('says nothing of it about %s', async (_, given) => {
    const { listings, text } = await letterAfter(given);
    expect(listings).toEqual([]);
    expect(text).not.toContain('by a claim');
  });

  it('says nothing of it where a claim costs nothing', async () => {
    const { prices } = site.desk.services.city.facts;
    const { claim } = prices;
    prices.claim = 0;
    try {
      expect((await letterAfter({})).text).not.toContain('by a claim');
    } finally {
      prices.claim = claim;
    }
  });
});
