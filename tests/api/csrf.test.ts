import { beforeAll, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase({ fresh: 'each-file' });
let app: ReturnType<typeof createApi>;
beforeAll(() => {
  app = createApi(testServices(database));
});

const tokenOf = async (response: Response) => ((await response.json()) as { csrfToken: string }).csrfToken;

it('hands out a token and sets it as a readable cookie beside a hidden browser id', async () => {
  const response = await new TestBrowser(app).get('/api/csrf-token');
  const token = await tokenOf(response);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const [browser, csrf] = response.headers.getSetCookie();
  expect(browser).toMatch(/^browser=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(csrf).toBe(`csrf-token=${token}; Path=/; SameSite=Lax`);
});

it('marks the cookies for https only where the site is on https', async () => {
  const secure = createApi(testServices(database, { env: { SITE_URL: 'https://oakbend.example' } }));
  const response = await new TestBrowser(secure).get('/api/csrf-token');
  const [browser, csrf] = response.headers.getSetCookie();
  expect(browser).toMatch(/^__Host-browser=[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(csrf).toMatch(/; Secure; SameSite=Lax$/);
});

it('gives one browser the same token again, and each browser its own', async () => {
  const browser = new TestBrowser(app);
  const first = await tokenOf(await browser.get('/api/csrf-token'));
  expect(await tokenOf(await browser.get('/api/csrf-token'))).toBe(first);
  expect(await tokenOf(await new TestBrowser(app).get('/api/csrf-token'))).not.toBe(first);
});

it('binds the token to the session once there is one', async () => {
  const browser = new TestBrowser(app);
  const anonymous = await tokenOf(await browser.get('/api/csrf-token'));
  browser.cookies.set('session', 'one');
  const signedIn = await tokenOf(await browser.get('/api/csrf-token'));
  expect(signedIn).not.toBe(anonymous);
  browser.cookies.set('session', 'two');
  expect(await tokenOf(await browser.get('/api/csrf-token'))).not.toBe(signedIn);
});

it('gives every process the same secret, also when several ask first at once', async () => {
  await database.pool.query('delete from site_secrets');
  const apps = Array.from({ length: 4 }, () =>
    createApi({ ...testServices(database), db: Object.create(database.db) as typeof database.db }),
  );
  const tokens = await Promise.all(
    apps.map(async (each) => tokenOf(await new TestBrowser(each).get('/api/csrf-token', { cookie: 'browser=abc' }))),
  );
  expect(new Set(tokens).size).toBe(1);
});

it('answers an unknown call with 404, whatever its method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
    expect(await problemOf(await new TestBrowser(app).request(method, '/api/nothing-here'))).toMatchObject({
      status: 404,
      code: 'not_found',
    });
  }
});
