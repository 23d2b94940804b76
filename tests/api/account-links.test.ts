/** Links in mails: they confirm a mailbox or set a new password. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { auditLog, sessions, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { mailedToken, mailTo, runResetMailJobs } from '#tests/support/mailed-link.ts';
import { forgetQueuedMail } from '#tests/support/queued-mail.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let services: Services;
let now: number;
let browser: TestBrowser;
let ada: User;
const password = 'under the live oaks';
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  now = Date.now();
  services = testServices(database, { now: () => new Date(now) });
  browser = new TestBrowser(createApi(services));
  ada = await aUser(database.db, { email: 'ada@example.com', passwordHash: await hashPassword(password) });
});

const stored = async () => (await database.db.select().from(users).where(eq(users.id, ada.id)))[0];
const actions = async () => (await database.db.select().from(auditLog)).map(({ action }) => action);

describe('confirming an email', () => {
  const verify = (token: string) => browser.post('/api/auth/verify-email', { body: { token } });
  const ask = async () =>
    new TestBrowser(createApi(services))
      .withSession(await aSession(database.db, ada.id))
      .post('/api/auth/verification-mail', { body: {} });

  it('works once, without being signed in', async () => {
    expect((await ask()).status).toBe(200);
    const token = await mailedToken(database.db, ada.email, 'verify-email');
    expect((await verify(token)).status).toBe(200);
    expect((await stored())?.emailVerifiedAt?.getTime()).toBe(now);
    expect(await actions()).toEqual(['account.email-verified']);
    expect(await problemOf(await verify(token))).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('knows no made-up token, none that is a week old, and none that a later mail replaced', async () => {
    await ask();
    const first = await mailedToken(database.db, ada.email, 'verify-email');
    await ask();
    for (const token of ['', 'x', first, 'A'.repeat(43)]) expect((await verify(token)).status).toBe(404);
    const second = await mailedToken(database.db, ada.email, 'verify-email');
    now += 8 * 86_400_000;
    expect((await verify(second)).status).toBe(404);
    expect((await stored())?.emailVerifiedAt).toBeNull();
  });

  it('is not offered again once it is done, nor more than three times an hour', async () => {
    for (let n = 0; n < 3; n++) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
    await database.db.update(users).set({ emailVerifiedAt: new Date() });
    await forgetQueuedMail(database.pool);
    expect(await (await ask()).json()).toEqual({ message: 'Your email is confirmed already.' });
    expect(await mailTo(database.db, ada.email)).toEqual([]);
  });
});

describe('a new password', () => {
  const ask = (email = ada.email) => browser.post('/api/auth/password-reset-mail', { body: { email } });
  const reset = (token: string, to = 'a quite new password') =>
    browser.post('/api/auth/password-reset', { body: { token, password: to } });
  const link = async () => {
    await ask();
    await runResetMailJobs(services);
    return mailedToken(database.db, ada.email, 'reset-password');
  };

  it('is set by a link that works once, and ends every session', async () => {
    const session = await aSession(database.db, ada.id);
    const token = await link();
    expect((await reset(token)).status).toBe(200);
    expect(await database.db.$count(sessions)).toBe(0);
    const old = new TestBrowser(createApi(services)).withSession(session);
    expect((await old.get('/api/auth/me')).status).toBe(401);
    expect(await problemOf(await reset(token, 'yet another password'))).toMatchObject({ status: 404 });
    const logIn = (typed: string) => browser.post('/api/auth/login', { body: { email: ada.email, password: typed } });
    expect((await logIn(password)).status).toBe(401);
    expect((await logIn('a quite new password')).status).toBe(200);
    expect((await mailTo(database.db, ada.email)).at(-1)?.subject).toContain('was changed');
    expect((await stored())?.emailVerifiedAt).not.toBeNull();
    expect(await actions()).toEqual(['account.password-reset', 'account.email-verified', 'account.logged-in']);
  });

  it('opens a log-in that wrong tries had shut', async () => {
    const logIn = (typed: string) => browser.post('/api/auth/login', { body: { email: ada.email, password: typed } });
    for (let n = 0; n < 10; n++) await logIn('wrong');
    expect((await logIn(password)).status).toBe(429);
    await reset(await link());
    expect((await logIn('a quite new password')).status).toBe(200);
  });

  it('goes to one of two who use the link at once', async () => {
    const token = await link();
    const all = await Promise.all([reset(token, 'the first password'), reset(token, 'the second password')]);
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  it('leaves the link open when the password is refused', async () => {
    const token = await link();
    for (const bad of ['short', 'password123', 'x'.repeat(257)]) {
      expect(await problemOf(await reset(token, bad))).toMatchObject({
        status: 422,
        fields: { password: expect.any(String) },
      });
    }
    expect((await reset(token)).status).toBe(200);
  });

  it('is too late after 60 minutes', async () => {
    const token = await link();
    now += 60 * 60_000 + 1000;
    expect((await reset(token)).status).toBe(404);
  });

  it('is not set by a link that confirms an email', async () => {
    browser.withSession(await aSession(database.db, ada.id));
    await browser.post('/api/auth/verification-mail', { body: {} });
    expect((await reset(await mailedToken(database.db, ada.email, 'verify-email'))).status).toBe(404);
  });

  it('is asked for alike with and without an account, and mailed to the stored address only', async () => {
    const known = await ask('ADA@example.com');
    const unknown = await ask('nobody@example.com');
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
    await runResetMailJobs(services);
    expect(await mailTo(database.db, 'ada@example.com')).toHaveLength(1);
    expect(await mailTo(database.db, 'nobody@example.com')).toEqual([]);
    await database.db.update(users).set({ bannedAt: new Date() });
    await forgetQueuedMail(database.pool);
    await ask();
    await runResetMailJobs(services);
    expect(await mailTo(database.db, ada.email)).toEqual([]);
  });

  it('is mailed three times an hour at most, and asking is never refused', async () => {
    for (const email of [ada.email, 'nobody@example.com']) {
      const answers = new Set<string>();
      for (let n = 0; n < 30; n++) {
        const response = await ask(n % 2 === 0 ? email : email.toUpperCase());
        answers.add(`${response.status} ${await response.text()}`);
      }
      expect([...answers]).toEqual([expect.stringMatching(/^200 .*a link is on its way/)]);
    }
    await runResetMailJobs(services);
    expect(await mailTo(database.db, ada.email)).toHaveLength(3);
  });

  it('is mailed to somebody whose last link no longer works, however often strangers asked', async () => {
    for (let n = 0; n < 5; n++) await ask();
    await runResetMailJobs(services);
    now += 61 * 60_000;
    await ask();
    await runResetMailJobs(services);
    expect(await mailTo(database.db, ada.email)).toHaveLength(4);
    expect((await reset(await mailedToken(database.db, ada.email, 'reset-password'))).status).toBe(200);
  });

  it('is set with the newest link alone', async () => {
    const older = await link();
    const newer = await link();
    expect((await reset(older)).status).toBe(404);
    expect((await reset(newer)).status).toBe(200);
  });

  it('is asked for and set in a network where a stranger has used up everything', async () => {
    for (let n = 0; n < 61; n++) await ask(`stranger-${n}@example.com`);
    let refused = 0;
    for (let n = 0; n < 61; n++) refused += (await reset('A'.repeat(43))).status === 429 ? 1 : 0;
    expect(refused).toBe(1);
    for (let n = 0; n < 50; n++) {
      await browser.post('/api/auth/login', { body: { email: `stranger-${n}@example.com`, password: 'wrong' } });
    }
    expect((await reset(await link())).status).toBe(200);
    const logIn = (as: TestBrowser, typed: string) =>
      as.post('/api/auth/login', { body: { email: ada.email, password: typed } });
    expect((await logIn(new TestBrowser(createApi(services)), 'a quite new password')).status).toBe(429);
    expect((await logIn(browser, 'a quite new password')).status).toBe(200);
  });

  it.each(['nobody', 'a@example.com\r\nBcc: b@example.com', 'a@example.com,b@example.com'])(
    'is not mailed to %j',
    async (email) => {
      expect(await problemOf(await ask(email))).toMatchObject({
        status: 422,
        fields: { email: 'Invalid email address' },
      });
    },
  );
});
