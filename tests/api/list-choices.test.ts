/** Parameters of a list: opening times, distance, properties, pictures, order. */
import { beforeAll, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { ListedBusiness, SearchContext } from '#features/businesses/contract.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase({ fresh: 'each-file' });
/** A Saturday, 10:30 in the morning in Texas. */
const now = new Date('2026-11-21T16:30:00Z');
let visitor: TestBrowser;

beforeAll(async () => {
  const services = testServices(database);
  const { latitude, longitude } = services.city.facts.center;
  const north = (miles: number) => ({ latitude: latitude + miles / 69.1, longitude });
  const { id: categoryId } = await aCategory(database.db);
  const allWeek = (times: [string, string][]) =>
    Object.fromEntries(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].map((day) => [day, times]));
  const add = (name: string, given: object, daysAgo: number) =>
    aBusiness(database.db, { name, categoryId, createdAt: new Date(now.getTime() - daysAgo * 86_400_000), ...given });
  await add('Always', { hours: allWeek([['00:00', '24:00']]), properties: ['delivery'], ...north(3) }, 1);
  await add('Bar', { hours: allWeek([['17:00', '02:00']]), properties: ['patio', 'delivery'], ...north(0.5) }, 2);
  await add(
    'Closed for holidays',
    { hours: allWeek([['08:00', '18:00']]), closures: [{ from: '2026-11-21', to: '2026-11-22', note: '' }] },
    3,
  );
  await add('Days', { hours: { sat: [['08:00', '14:00']] }, imageUrl: '/media/u/a.10x10.webp', ...north(1.5) }, 4);
  await add('Nobody knows', {}, 5);
  visitor = new TestBrowser(createApi({ ...services, now: () => now }));
});

async function names(query: string): Promise<string[]> {
  const response = await visitor.get(`/api/businesses?${query}`);
  expect(response.status).toBe(200);
  const list = (await response.json()) as ListedBusiness[];
  expect(response.headers.get('X-Total-Count')).toBe(String(list.length));
  return list.map(({ name }) => name);
}

it.each([
  ['open=now', ['Always', 'Days']],
  ['open=today', ['Always', 'Bar', 'Days']],
  ['open=tonight', ['Always', 'Bar']],
  ['open=late', ['Always', 'Bar']],
  ['open=24h', ['Always']],
  ['open=sunday', ['Always', 'Bar']],
  ['open=monday', ['Always', 'Bar', 'Closed for holidays']],
  ['open=saturday-13:59', ['Always', 'Days']],
  ['open=saturday-14:00', ['Always']],
  ['open=sunday-01:00', ['Always', 'Bar']],
  ['open=someday', ['Always', 'Bar', 'Closed for holidays', 'Days', 'Nobody knows']],
  ['properties=delivery', ['Always', 'Bar']],
  ['properties=delivery,patio', ['Bar']],
  ['photos=yes', ['Days']],
  ['near=center&within=1', ['Bar']],
  ['near=center&within=2&sort=distance', ['Bar', 'Days']],
  ['sort=distance', ['Bar', 'Days', 'Always', 'Closed for holidays', 'Nobody knows']],
  ['sort=newest', ['Always', 'Bar', 'Closed for holidays', 'Days', 'Nobody knows']],
  ['near=here&within=many&sort=best&photos=maybe', ['Always', 'Bar', 'Closed for holidays', 'Days', 'Nobody knows']],
])('%s gives %j', async (query, expected) => {
  expect(await names(query)).toEqual(expected);
});

it('keeps the choices in the link to the next page, and says how far each is', async () => {
  const first = await visitor.get('/api/businesses?near=center&sort=distance&properties=delivery&limit=1');
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
  const second = (await (await visitor.get(next)).json()) as ListedBusiness[];
  expect(second.map(({ name }) => name)).toEqual(['Always']);
  expect(second[0]?.distanceMiles).toBeCloseTo(3, 1);
});

it('counts what each choice would leave', async () => {
  const { counts } = (await (await visitor.get('/api/search/context')).json()) as SearchContext;
  expect(counts).toMatchObject({ openNow: 2, openToday: 3, photos: 1, properties: { delivery: 2, patio: 1 } });
  expect(counts.within).toMatchObject({ 1: 1, 2: 2, 5: 3 });
});

it('is not stored beyond the minute in which somebody opens or closes', async () => {
  const expires = async (query: string) =>
    Number((await visitor.get(`/api/businesses?${query}`)).headers.get('x-content-expires'));
  expect(await expires('open=now')).toBe(Date.parse('2026-11-21T16:31:00Z'));
  expect(await expires('')).toBe(Date.parse('2026-11-21T20:00:00Z'));
});
