import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { Statistics } from '#features/statistics/contract.ts';
import { listingCounts, searchCounts } from '#features/statistics/server/count-visits.ts';
import { sendStatisticsLetters } from '#features/statistics/server/monthly-letter.ts';
import { sweepCounts } from '#features/statistics/server/sweep-counts.ts';
import { adDays, ads, businessDays, businessSearchDays, statisticsLetters } from '#server/db/schema/index.ts';
import { addDays, addMonths, dayOf } from '#shared/dates.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { testSite } from '#tests/support/test-site.ts';

const database = testDatabase();
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const today = () => dayOf(new Date(), 'America/Chicago');

let office: StaffOffice;
let shop: Business;
beforeEach(async () => {
  office = await aStaffOffice(database);
  shop = await aBusiness(database.db, { name: 'Fig & Ladder', ownerId: office.ownerUser.id });
});

const send = async (browser: TestBrowser, path: string, what: string, headers: Record<string, string> = {}) =>
  (await browser.post(path, { body: { what }, token: false, headers: { 'User-Agent': firefox, ...headers } })).status;
const statisticsOf = (browser: TestBrowser, query = '') =>
  browser.get(`/api/user/businesses/${shop.id}/statistics${query}`);
const makePremium = () =>
  database.db.execute(sql`update businesses set premium_expires_at = now() + interval '1 month' where id = ${shop.id}`);

it('counts what visitors do, and neither the owner, staff nor robots', async () => {
  const path = `/api/businesses/${shop.id}/counts`;
  const visitor = new TestBrowser(office.app, '192.0.2.20');
  for (const what of ['view', 'view', 'phone', 'website', 'map', 'share'])
    expect(await send(visitor, path, what)).toBe(202);
  expect(await send(new TestBrowser(office.app, '192.0.2.21'), path, 'view')).toBe(202);
  expect(await send(office.owner, path, 'view')).toBe(202);
  expect(await send(office.staff, path, 'view')).toBe(202);
  expect(await send(new TestBrowser(office.app, '192.0.2.22'), path, 'view', { 'User-Agent': 'curl/8' })).toBe(202);
  expect(await send(visitor, path, 'smell')).toBe(422);
  expect(await send(visitor, path, 'view', { 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
  expect(visitor.cookies.size).toBe(0);
  await listingCounts.flush(database.db);
  const numbers = { views: 2, phone: 1, website: 1, map: 1, share: 1 };
  expect(await database.db.select().from(businessDays)).toEqual([{ businessId: shop.id, day: today(), ...numbers }]);

  const shown = await answerOf<Statistics>(await statisticsOf(office.owner));
  expect(shown).toMatchObject({ period: '30-days', total: numbers, terms: null, mail: false });
  expect(shown.parts).toHaveLength(30);
  expect(shown.parts.at(-1)).toEqual({ part: today(), ...numbers });
  expect(await answerOf<Statistics>(await statisticsOf(office.staff))).toMatchObject({ total: numbers, mail: null });
});

it('is for the owner and staff, and twelve months for Premium', async () => {
  const stranger = await aStranger();
  expect((await statisticsOf(office.visitor)).status).toBe(401);
  expect((await statisticsOf(stranger)).status).toBe(404);
  expect((await statisticsOf(office.owner, '?period=12-months')).status).toBe(403);
  expect((await statisticsOf(office.owner, '?period=forever')).status).toBe(400);
  await makePremium();
  const month = today().slice(0, 7);
  await database.db.insert(businessDays).values([
    { businessId: shop.id, day: `${month}-01`, views: 5 },
    { businessId: shop.id, day: `${addMonths(month, -11)}-15`, views: 7 },
    { businessId: shop.id, day: `${addMonths(month, -12)}-15`, views: 100 },
  ]);
  const year = await answerOf<Statistics>(await statisticsOf(office.owner, '?period=12-months'));
  expect(year.parts.map(({ part }) => part)).toEqual(Array.from({ length: 12 }, (_, n) => addMonths(month, n - 11)));
  expect([year.parts[0]?.views, year.parts[11]?.views, year.total.views]).toEqual([7, 5, 12]);
});

async function aStranger(): Promise<TestBrowser> {
  const user = await aUser(database.db);
  return new TestBrowser(office.app).withSession(await aSession(database.db, user.id));
}

it('compares with the time before for Premium alone', async () => {
  const day = (ago: number) => ({ businessId: shop.id, day: addDays(today(), -ago) });
  await database.db.insert(businessDays).values([
    { ...day(0), views: 5, phone: 1 },
    { ...day(29), views: 1 },
    { ...day(30), views: 7, map: 2 },
    { ...day(59), views: 1 },
    { ...day(60), views: 100 },
  ]);
  expect(await answerOf<Statistics>(await statisticsOf(office.owner))).toMatchObject({ before: null });
  await makePremium();
  const shown = await answerOf<Statistics>(await statisticsOf(office.owner));
  expect(shown.total).toEqual({ views: 6, phone: 1, website: 0, map: 0, share: 0 });
  expect(shown.before).toEqual({ views: 8, phone: 0, website: 0, map: 2, share: 0 });
  const year = await answerOf<Statistics>(await statisticsOf(office.owner, '?period=12-months'));
  expect(year.before).toMatchObject({ views: 0 });
});

it('tells the place among its kind, and the usual views only where they tell nothing of one', async () => {
  const { db } = database;
  const seen = async (views: number, more: object = {}) => {
    const { id } = await aBusiness(db, { categoryId: shop.categoryId, ...more });
    if (views > 0) await db.insert(businessDays).values({ businessId: id, day: today(), views });
  };
  const place = async () => (await answerOf<Statistics>(await statisticsOf(office.owner))).place;
  const premiumExpiresAt = new Date(Date.now() + 86_400_000);
  await seen(40, { premiumExpiresAt });
  await seen(30, { premiumExpiresAt });
  expect(await place()).toBeNull();
  await db.insert(businessDays).values({ businessId: shop.id, day: today(), views: 9 });
  await db.insert(businessDays).values({ businessId: shop.id, day: addDays(today(), -40), views: 500 });
  expect(await place()).toMatchObject({ rank: 3, of: 3, usual: null });
  await seen(20, { premiumExpiresAt });
  await seen(9);
  await seen(0);
  await seen(1000, { status: 'hidden' });
  await aBusiness(db).then(({ id }) => db.insert(businessDays).values({ businessId: id, day: today(), views: 99 }));
  expect(await place()).toMatchObject({ rank: 4, of: 6, usual: { premium: 30, others: 9 } });
});

it('tells a Premium owner which searches showed the listing, once three people made them', async () => {
  await makePremium();
  const path = '/api/businesses/search-counts?search=';
  const search = (host: number, text: string) =>
    send(new TestBrowser(office.app, `198.51.100.${host}`), path + encodeURIComponent(text), 'view');
  await Promise.all([1, 2, 3].map((host) => search(host, host === 2 ? 'LADDER ' : 'ladder')));
  await Promise.all([1, 2].map((host) => search(host, 'fig')));
  await Promise.all([1, 2, 3].map((host) => search(host, 'zeppelin repairs')));
  await Promise.all([1, 2, 3].map((host) => search(host, 'fig ada@example.com')));
  await searchCounts.flush(database.db);
  const { terms } = await answerOf<Statistics>(await statisticsOf(office.owner));
  expect(terms).toEqual([{ term: 'ladder', shown: 3 }]);
  expect((await database.db.select().from(businessSearchDays)).map(({ term }) => term).toSorted()).toEqual([
    'fig',
    'ladder',
  ]);
});

async function mails() {
  const sent = await queuedMail(database.pool);
  return sent.flatMap((mail) => (mail.unsubscribeUrl ? [{ ...mail, unsubscribeUrl: mail.unsubscribeUrl }] : []));
}

it('mails last month to whoever wants it, once, until the link is pressed', async () => {
  await database.pool.query('truncate pgboss.job');
  const wish = (browser: TestBrowser, wanted: boolean) =>
    browser.write('PUT', `/api/user/businesses/${shop.id}/statistics-mail`, { body: { wanted } });
  expect((await wish(office.staff, true)).status).toBe(404);
  await answerOf(await wish(office.owner, true));
  await answerOf(await wish(office.owner, true));
  expect(await answerOf<Statistics>(await statisticsOf(office.owner))).toMatchObject({ mail: true });
  const services = testServices(database);
  await sendStatisticsLetters(services);
  expect(await mails()).toEqual([]);

  const month = today().slice(0, 7);
  await database.db.insert(businessDays).values({ businessId: shop.id, day: `${month}-10`, views: 41, phone: 3 });
  const later = { ...services, now: () => new Date(`${addMonths(month, 1)}-03T15:00:00Z`) };
  await sendStatisticsLetters(later);
  await sendStatisticsLetters(later);
  const [mail, second] = await mails();
  expect(second).toBeUndefined();
  expect(mail).toMatchObject({ to: 'olga@example.com', subject: expect.stringContaining('Fig & Ladder') });
  expect(mail?.text).toContain('Views: 41');

  const { pathname, search } = new URL(mail?.unsubscribeUrl ?? '');
  const visitor = new TestBrowser(testSite(services));
  const press = (path: string) =>
    visitor.submit(path, { 'List-Unsubscribe': 'One-Click' }, { Origin: 'https://mail.example' });
  expect((await press(`${pathname}?token=statistics.${'A'.repeat(38)}`)).status).toBe(404);
  expect((await press(pathname + search)).status).toBe(200);
  expect(await answerOf<Statistics>(await statisticsOf(office.owner))).toMatchObject({ mail: false });
  await database.db.insert(businessDays).values({ businessId: shop.id, day: `${addMonths(month, 1)}-10`, views: 5 });
  const muchLater = { ...services, now: () => new Date(`${addMonths(month, 2)}-03T15:00:00Z`) };
  await sendStatisticsLetters(muchLater);
  expect(await mails()).toHaveLength(1);
});

it('mails the one listing that is asked for after all were stopped', async () => {
  const other = await aBusiness(database.db, { name: 'Oak Bakery', ownerId: office.ownerUser.id });
  const wish = (id: string) =>
    office.owner.write('PUT', `/api/user/businesses/${id}/statistics-mail`, { body: { wanted: true } });
  await answerOf(await wish(shop.id));
  await database.db.execute(sql`update users set mails_off = '{statistics}' where id = ${office.ownerUser.id}`);
  await answerOf(await wish(other.id));
  expect((await database.db.select().from(statisticsLetters)).map(({ businessId }) => businessId)).toEqual([other.id]);
  expect(await answerOf<Statistics>(await statisticsOf(office.owner))).toMatchObject({ mail: false });
});

it('asks for a confirmed mailbox first, and lets the owner change their mind', async () => {
  await database.db.execute(sql`update users set email_verified_at = null where id = ${office.ownerUser.id}`);
  const path = `/api/user/businesses/${shop.id}/statistics-mail`;
  expect((await office.owner.write('PUT', path, { body: { wanted: true } })).status).toBe(409);
  expect((await office.owner.write('PUT', path, { body: { wanted: false } })).status).toBe(200);
});

it('forgets days older than 25 months', async () => {
  const [ad] = await database.db
    .insert(ads)
    .values({ slot: 'banner', title: 'a', text: 'b', label: 'c', url: '/contact' })
    .returning();
  const first = `${addMonths(today().slice(0, 7), -25)}-01`;
  const old = addDays(first, -1);
  for (const day of [old, first]) {
    await database.db.insert(businessDays).values({ businessId: shop.id, day, views: 1 });
    await database.db.insert(businessSearchDays).values({ businessId: shop.id, day, term: 'fig', shown: 1 });
    await database.db.insert(adDays).values({ adId: ad?.id ?? '', day, views: 1 });
  }
  await sweepCounts(testServices(database));
  expect(await database.db.$count(businessDays, eq(businessDays.day, first))).toBe(1);
  for (const table of [businessDays, businessSearchDays, adDays]) expect(await database.db.$count(table)).toBe(1);
});
