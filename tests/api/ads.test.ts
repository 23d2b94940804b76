import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { Ad } from '#features/ads/contract.ts';
import { adCounts } from '#features/ads/server/count-ads.ts';
import type { AdForm, StaffAd, StaffAdDetail } from '#features/ads/staff-contract.ts';
import { adDays, ads, auditLog } from '#server/db/schema/index.ts';
import { answerOf, aStaffOffice } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function titlesAt(now: string): Promise<string[]> {
  const app = createApi(testServices(database, { now: () => new Date(now) }));
  const response = await new TestBrowser(app).get('/api/ads');
  expect(response.status).toBe(200);
  return ((await response.json()) as Ad[]).map((ad) => ad.title);
}

const ad = { text: 'Come by', label: 'Visit', url: '/contact' };
const form: AdForm = {
  ...ad,
  slot: 'banner',
  title: 'Fresh bread',
  imageUrl: null,
  imageAlt: '',
  weight: 2,
  startsOn: null,
  endsOn: null,
};

it('lists banners first, each in its turn, then the heavier before the lighter', async () => {
  await database.db.insert(ads).values([
    { ...ad, slot: 'sidebar', title: 'side' },
    { ...ad, slot: 'sidebar', title: 'heavy side', weight: 3 },
    { ...ad, slot: 'banner', title: 'light', weight: 1 },
    { ...ad, slot: 'banner', title: 'heavy', weight: 5 },
    { ...ad, slot: 'banner', title: 'paused', active: false },
  ]);
  const first = new Set<string>();
  for (let minute = 10; minute < 16; minute++) {
    const [banner = '', , ...sides] = await titlesAt(`2026-07-04T12:${minute}:00Z`);
    first.add(banner);
    expect(sides).toEqual(['heavy side', 'side']);
  }
  expect(first).toEqual(new Set(['heavy', 'light']));
});

it('shows an ad from its first day to its last, by the clock of the city', async () => {
  await database.db
    .insert(ads)
    .values({ ...ad, slot: 'banner', title: 'fourth', startsOn: '2026-07-04', endsOn: '2026-07-04' });
  expect(await titlesAt('2026-07-04T04:59:00Z')).toEqual([]);
  expect(await titlesAt('2026-07-04T05:00:00Z')).toEqual(['fourth']);
  expect(await titlesAt('2026-07-05T04:59:00Z')).toEqual(['fourth']);
  expect(await titlesAt('2026-07-05T05:00:00Z')).toEqual([]);
});

it('answers an empty list when there are none', async () => {
  expect(await titlesAt('2026-07-04T12:00:00Z')).toEqual([]);
});

it('is placed, changed, paused and removed by staff, each with an audit row', async () => {
  const { staff, visitor } = await aStaffOffice(database);
  const placed = await answerOf<StaffAdDetail>(await staff.post('/api/staff/ads', { body: form }));
  expect(placed).toMatchObject({ title: 'Fresh bread', state: 'running', views: 0, clicks: 0, version: 1 });
  expect(placed.days).toHaveLength(30);
  expect(await answerOf<Ad[]>(await visitor.get('/api/ads'))).toMatchObject([{ title: 'Fresh bread' }]);

  const path = `/api/staff/ads/${placed.id}`;
  const changed = { ad: { ...form, title: 'Warm bread' }, version: 1 };
  expect(await answerOf<StaffAdDetail>(await staff.write('PUT', path, { body: changed }))).toMatchObject({
    version: 2,
  });
  expect((await staff.write('PUT', path, { body: changed })).status).toBe(409);
  await answerOf(await staff.write('PUT', `${path}/active`, { body: { active: false } }));
  expect((await staff.write('PUT', `${path}/active`, { body: { active: false } })).status).toBe(409);
  expect(await answerOf<Ad[]>(await visitor.get('/api/ads'))).toEqual([]);
  expect(await answerOf<StaffAd[]>(await staff.get('/api/staff/ads'))).toMatchObject([{ state: 'paused' }]);
  await answerOf(await staff.write('DELETE', path));
  expect((await staff.get(path)).status).toBe(404);
  expect((await staff.write('DELETE', path)).status).toBe(404);
  const notes = await database.db.select().from(auditLog).where(eq(auditLog.subjectId, placed.id)).orderBy(auditLog.id);
  expect(notes.map(({ action }) => action)).toEqual(['ad.placed', 'ad.changed', 'ad.paused', 'ad.removed']);
  expect(notes[1]?.data).toEqual({ title: ['Fresh bread', 'Warm bread'] });
});

it('refuses what could not be shown, field by field', async () => {
  const { staff } = await aStaffOffice(database);
  const body = { ...form, title: ' ', url: 'javascript:alert(1)', startsOn: '2026-07-05', endsOn: '2026-07-04' };
  const response = await staff.post('/api/staff/ads', { body });
  expect(response.status).toBe(422);
  const { fields } = (await response.json()) as { fields: Record<string, string> };
  expect(Object.keys(fields).toSorted()).toEqual(['endsOn', 'title', 'url']);
});

it('counts a visitor once in a while, and neither robots nor staff nor other sites', async () => {
  const { app, staff } = await aStaffOffice(database);
  const [row] = await database.db
    .insert(ads)
    .values({ ...ad, slot: 'banner', title: 'counted' })
    .returning();
  const path = `/api/ads/${row?.id}/counts`;
  const send = async (browser: TestBrowser, what: string, headers: Record<string, string> = {}) =>
    (await browser.post(path, { body: { what }, token: false, headers: { 'User-Agent': firefox, ...headers } })).status;
  const [one, two] = [new TestBrowser(app, '192.0.2.10'), new TestBrowser(app, '192.0.2.11')];
  expect([await send(one, 'view'), await send(one, 'view'), await send(two, 'view')]).toEqual([202, 202, 202]);
  expect(await send(one, 'click')).toBe(202);
  expect(await send(new TestBrowser(app, '192.0.2.12'), 'view', { 'User-Agent': 'Googlebot/2.1' })).toBe(202);
  expect(await send(staff, 'view')).toBe(202);
  expect(await send(two, 'click', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
  expect(await send(two, 'laugh')).toBe(422);
  expect(one.cookies.size).toBe(0);
  const gone = '/api/ads/0198c0de-0000-7000-8000-000000000000/counts';
  expect(
    (await one.post(gone, { body: { what: 'view' }, token: false, headers: { 'User-Agent': firefox } })).status,
  ).toBe(202);

  // The process writes the counts later, so that no visitor waits for it.
  expect(await database.db.select().from(adDays)).toEqual([]);
  await adCounts.flush(database.db);
  expect(await database.db.select().from(adDays)).toMatchObject([{ adId: row?.id, views: 2, clicks: 1 }]);
  await send(new TestBrowser(app, '192.0.2.13'), 'view');
  await adCounts.flush(database.db);
  expect(await answerOf<StaffAd[]>(await staff.get('/api/staff/ads'))).toMatchObject([{ views: 3, clicks: 1 }]);
});
