/** A disk that is nearly full: nothing is saved any more, everything else goes on, and operators are told. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchDisk } from '#server/disk.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { testSite } from '#tests/support/test-site.ts';

const disk = { freeBytes: 0, sizeBytes: 100e9 };
const database = testDatabase();
let unwatch: () => void;
beforeAll(() => {
  unwatch = watchDisk('/made-up', { everyMs: 5, read: () => Promise.resolve({ ...disk }) });
});
afterAll(() => unwatch());

const message = { name: 'Ada Oakley', email: 'ada@example.com', message: 'Is there bread on Sunday?' };

it('refuses to save, lets people sign in, and saves again once there is room', async () => {
  const visitor = new TestBrowser(testSite(testServices(database, { env: { METRICS_TOKEN: 'a-token-of-operators' } })));
  const ready = async (headers = {}) => (await visitor.get('/readyz', headers)).text();
  const send = () => visitor.post('/api/contact', { body: message });
  const asOperator = { Authorization: 'Bearer a-token-of-operators' };

  await expect.poll(() => ready(asOperator), { timeout: 20_000 }).toContain('nothing is saved');
  const refused = await send();
  expect(refused.headers.get('retry-after')).toBe('300');
  expect(await problemOf(refused)).toMatchObject({
    message: 'The site has no room left to save this. Nothing was changed; please try again later.',
  });
  expect((await visitor.get('/api/events')).status).toBe(200);
  const wrong = { email: 'ada@example.org', password: 'not this one at all' };
  expect((await visitor.post('/api/auth/login', { body: wrong })).status).toBe(401);
  expect(await ready()).toBe('ok');
  expect(await ready(asOperator)).toBe(
    'ok, but the disk that holds DATA_DIR has 0 MB left: nothing is saved until there is room',
  );

  disk.freeBytes = 50e9;
  await expect.poll(() => ready(asOperator), { timeout: 20_000 }).toBe('ok');
  expect((await send()).status).toBe(200);
});
