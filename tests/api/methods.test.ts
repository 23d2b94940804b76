import { beforeAll, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase({ fresh: 'each-file' });
let app: ReturnType<typeof createApi>;
beforeAll(() => {
  app = createApi(testServices(database));
});

it.each([
  ['/api/businesses', 'GET, HEAD, POST'],
  ['/api/contact', 'POST'],
  ['/api/businesses/tacos', 'DELETE, GET, HEAD, PUT'],
])('%s names the methods it takes', async (path, allow) => {
  const refused = await app.request(path, { method: 'PATCH' });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, allow]);
  expect(await refused.json()).toMatchObject({ code: 'method_not_allowed' });
  const options = await app.request(path, { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow')]).toEqual([204, allow]);
  expect(options.headers.get('access-control-allow-origin')).toBeNull();
});

it('knows nothing of other paths, whatever the method', async () => {
  for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
    const response = await app.request('/api/nothing', { method });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/json');
  }
});
