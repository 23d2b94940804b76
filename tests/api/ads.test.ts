import { expect, it } from 'vitest';
import { createApi } from '#app/api.ts';
import type { Ad } from '#features/ads/contract.ts';
import { ads } from '#server/db/schema/index.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();

async function titlesAt(now: string): Promise<string[]> {
  const app = createApi(testServices(database, { now: () => new Date(now) }));
  const response = await new TestBrowser(app).get('/api/ads');
  expect(response.status).toBe(200);
  return ((await response.json()) as Ad[]).map((ad) => ad.title);
}

const ad = { text: 'Come by', label: 'Visit', url: '/contact' };

it('lists banners first, heavier ones before lighter ones', async () => {
  await database.db.insert(ads).values([
    { ...ad, slot: 'sidebar', title: 'side' },
    { ...ad, slot: 'banner', title: 'light', weight: 1 },
    { ...ad, slot: 'banner', title: 'heavy', weight: 5 },
  ]);
  expect(await titlesAt('2026-07-04T12:00:00Z')).toEqual(['heavy', 'light', 'side']);
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
