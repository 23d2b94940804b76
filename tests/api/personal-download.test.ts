/** The personal download: a file with all stored data about a person. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import {
  listingOrders,
  moneyActs,
  newsletterSubscribers,
  sessions,
  subscriptions,
  users,
} from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const password = 'under the live oaks';
let ada: User;
let browser: TestBrowser;
beforeEach(async () => {
  const app = createApi(testServices(database));
  ada = await aUser(database.db, {
    username: 'ada',
    email: 'ada@example.com',
    passwordHash: await hashPassword(password),
  });
  browser = new TestBrowser(app).withSession(await aSession(database.db, ada.id));
});

it('holds all one’s data, and nothing that opens the account', async () => {
  await aBusiness(database.db, { ownerId: ada.id, name: 'Acorn Café' });
  const response = await browser.get('/api/account/data');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({
    account: { username: 'ada', email: 'ada@example.com' },
    sessions: [{ isCurrent: true }],
    emailChange: null,
    businesses: [{ name: 'Acorn Café', category: expect.any(String), logoUrl: null, photos: [] }],
    newsletter: null,
  });
  expect(text).not.toMatch(/argon2|hash|totp/i);
});

it('shows the whole address of a session, and a change of email that waits', async () => {
  await database.db.update(sessions).set({ clientAddress: '203.0.113.77' });
  const asked = { email: 'ada.new@example.com', password };
  expect((await browser.post('/api/account/email', { body: asked })).status).toBe(202);
  expect(await (await browser.get('/api/account/data')).json()).toMatchObject({
    sessions: [{ clientAddress: '203.0.113.77', network: '203.0.113.x' }],
    emailChange: { email: 'ada.new@example.com', oldConfirmed: null, newConfirmed: false },
  });
  const listed = await (await browser.get('/api/account/sessions')).text();
  expect(listed).not.toContain('203.0.113.77');
});

it('holds plans, payments and what was sent about a paid listing, by account or by confirmed mailbox', async () => {
  const { db } = database;
  const { id: userId } = ada;
  await db
    .insert(subscriptions)
    .values({ id: 'sub_1', userId, kind: 'owner_premium', status: 'active', priceCents: 2900 });
  await db.insert(moneyActs).values({ id: crypto.randomUUID(), kind: 'credit', userId, cents: 500, reason: 'Sorry' });
  const order = { plan: 'standard', amountCents: 4900, status: 'paid' } as const;
  const refunds = [{ id: 're_1', at: '2026-07-04T15:00:00.000Z', cents: 2000 }];
  await db.insert(listingOrders).values([
    { ...order, userId, businessName: 'Figs', details: { name: 'Figs', address: '1 Main Street' }, refunds },
    { ...order, email: 'ADA@example.com', businessName: 'Plums' },
    { ...order, businessName: 'Others' },
  ]);
  const paid = async () => {
    const data = (await (await browser.get('/api/account/data')).json()) as Record<string, { businessName: string }[]>;
    return { ...data, names: data.orders?.map(({ businessName }) => businessName).toSorted() };
  };
  await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, ada.id));
  expect(await paid()).toMatchObject({
    names: ['Figs'],
    orders: [
      {
        details: { address: '1 Main Street' },
        amountCents: 4900,
        refunds: [{ at: '2026-07-04T15:00:00.000Z', cents: 2000 }],
      },
    ],
    plans: [{ kind: 'owner_premium', priceCents: 2900, business: null }],
    moneyActs: [{ kind: 'credit', cents: 500, reason: 'Sorry' }],
  });
  await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, ada.id));
  expect(await paid()).toMatchObject({ names: ['Figs', 'Plums'] });
});

it('leaves a listing that was handed over to its new owner', async () => {
  const bea = await aUser(database.db);
  await aBusiness(database.db, { ownerId: bea.id, submittedById: ada.id, name: 'Handed Over' });
  await aBusiness(database.db, { ownerId: null, submittedById: ada.id, name: 'Sent In' });
  expect(await (await browser.get('/api/account/data')).json()).toMatchObject({ businesses: [{ name: 'Sent In' }] });
});

it('tells whether a mailbox has the newsletter to its confirmed owner alone', async () => {
  await database.db.insert(newsletterSubscribers).values({ email: 'Ada@example.com', status: 'subscribed' });
  const newsletter = async () =>
    ((await (await browser.get('/api/account/data')).json()) as { newsletter: string | null }).newsletter;
  for (const [emailVerifiedAt, told] of [
    [null, null],
    [new Date(), 'subscribed'],
  ] as const) {
    await database.db.update(users).set({ emailVerifiedAt }).where(eq(users.id, ada.id));
    expect(await newsletter()).toBe(told);
  }
});
