import { beforeAll, expect, it } from 'vitest';
import { createApi, servedEndpoints } from '#app/api/api.ts';
import { fillPath } from '#shared/endpoint.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase({ fresh: 'each-file' });
let visitor: TestBrowser;
beforeAll(() => {
  visitor = new TestBrowser(createApi(testServices(database)));
});

const odd = [
  '\0',
  'a\0b',
  '\ud800',
  '%',
  '%%30',
  "'; drop table businesses; --",
  '🌮'.repeat(60),
  '../../etc/passwd',
  '-0',
];

it('never fails for a path, search or cursor that nobody would type', async () => {
  for (const { endpoint } of servedEndpoints) {
    if (endpoint.method !== 'GET') continue;
    for (const text of odd) {
      const wellFormed = text.toWellFormed();
      const path = fillPath(endpoint.path, { slug: wellFormed, id: wellFormed });
      const query = new URLSearchParams(
        ['search', 'categoryId', 'cursor', 'limit', 'month', 'published', 'token', 'email'].map((name) => [name, text]),
      );
      for (const address of [path, `${path}?${query}`, `${path}?search=${encodeURIComponent(wellFormed)}`]) {
        const response = await visitor.get(address);
        expect(response.status, address).toBeLessThan(500);
      }
    }
  }
});

it('takes the first of a parameter that is given twice, as pages do', async () => {
  await aBusiness(database.db, { name: 'Fig Tree Books', status: 'approved' });
  await aBusiness(database.db, { name: 'Oak Bakery', status: 'approved' });
  const names = async (query: string) =>
    ((await (await visitor.get(`/api/businesses?${query}`)).json()) as { name: string }[]).map(({ name }) => name);
  expect(await names('search=oak+bakery&search=fig+tree')).toEqual(await names('search=oak+bakery'));
  expect(await names('search=fig+tree&search=oak+bakery')).toEqual(['Fig Tree Books']);
  expect(await names('limit=1&limit=2')).toHaveLength(1);
});
