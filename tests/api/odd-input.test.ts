import { beforeAll, expect, it } from 'vitest';
import { createApi, servedEndpoints } from '#app/api/api.ts';
import { fillPath } from '#shared/endpoint.ts';
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
