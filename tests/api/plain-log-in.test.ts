/** Sign-up and log-in by browsers without script. */
import { beforeEach, expect, it } from 'vitest';
import { users } from '#server/db/schema/index.ts';
import { mailedToken, runResetMailJobs } from '#tests/support/mailed-link.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { shownPage, testSite } from '#tests/support/test-site.ts';

const database = testDatabase();
let browser: TestBrowser;
beforeEach(() => {
  browser = new TestBrowser(testSite(testServices(database)));
});

const password = 'under the live oaks';
const ada = { username: 'Ada', email: 'ada@example.com', password, confirmPassword: password };

it('signs up and in, leads on, and keeps the session cookie', async () => {
  const signUp = await browser.submit('/signup?next=/add-business', ada);
  expect([signUp.status, signUp.headers.get('location')]).toEqual([303, '/add-business?sent=signup']);
  expect((await browser.get('/api/auth/me')).status).toBe(200);
  const first = browser.cookies.get('session');
  const logIn = await browser.submit('/login?next=//evil.example', { email: ada.email, password });
  expect([logIn.status, logIn.headers.get('location')]).toEqual([303, '/dashboard']);
  expect(browser.cookies.get('session')).not.toBe(first);
  expect(
    (await new TestBrowser(testSite(testServices(database))).withSession(first ?? '').get('/api/auth/me')).status,
  ).toBe(401);
});

it('shows the form again with what was typed, but for the passwords', async () => {
  const response = await browser.submit('/signup', { ...ada, username: 'a', confirmPassword: 'another' });
  expect(await shownPage(response)).toMatchObject({
    status: 422,
    form: {
      form: 'signup',
      fields: { username: 'Username must be at least 3 characters', confirmPassword: "Passwords don't match" },
      values: { username: 'a', email: ada.email },
    },
  });
  const wrong = await browser.submit('/login', { email: ada.email, password });
  const text = await wrong.clone().text();
  expect(await shownPage(wrong)).toMatchObject({ status: 401, form: { form: 'login', values: { email: ada.email } } });
  expect(text).not.toContain(password);
});

it('is refused when another site sends it', async () => {
  const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
  for (const path of ['/signup', '/login']) {
    const response = await browser.submit(path, ada, headers);
    expect((await shownPage(response)).status).toBe(403);
  }
  expect(await database.db.$count(users)).toBe(0);
  expect(browser.cookies.has('session')).toBe(false);
});

it('mails a link for a new password, and takes the new one', async () => {
  await browser.submit('/signup', ada);
  const refused = await browser.submit('/reset-password', { email: 'ada' });
  expect(await shownPage(refused)).toMatchObject({
    status: 422,
    form: { form: 'reset-request', fields: { email: 'Invalid email address' }, values: { email: 'ada' } },
  });
  const asked = await browser.submit('/reset-password', { email: ada.email });
  expect([asked.status, asked.headers.get('location')]).toEqual([303, '/reset-password?sent=reset-request']);
  await runResetMailJobs(testServices(database));
  const action = `/reset-password/new?token=${await mailedToken(database.db, ada.email, 'reset-password')}`;

  const chosen = { password: 'a quite new password', confirmPassword: 'a quite new password' };
  const unlike = await browser.submit(action, { ...chosen, confirmPassword: 'another' });
  expect(await shownPage(unlike)).toMatchObject({
    status: 422,
    form: { form: 'new-password', fields: { confirmPassword: "Passwords don't match" }, values: {} },
  });
  const changed = await browser.submit(action, chosen);
  expect([changed.status, changed.headers.get('location')]).toEqual([303, '/reset-password?sent=new-password']);
  expect((await browser.get('/api/auth/me')).status).toBe(401);
  const again = await browser.submit(action, chosen);
  expect(await shownPage(again)).toMatchObject({ status: 404, form: { form: 'new-password', done: false } });
  expect((await browser.submit('/login', { email: ada.email, password: chosen.password })).status).toBe(303);
});
