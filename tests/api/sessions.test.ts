/** Sessions: their token, their lifetime and their end. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { sweepAccounts } from '#features/accounts/server/sweep-accounts.ts';
import { sessions, users } from '#server/db/schema/index.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let app: ReturnType<typeof createApi>;
let browser: TestBrowser;
beforeEach(() => {
  app = createApi(testServices(database));
  browser = new TestBrowser(app);
});

const ada = { username: 'Ada Oakley', email: 'Ada@Example.com', password: 'under the live oaks' };
const { password } = ada;
const register = () => browser.post('/api/auth/register', { body: ada });
const logIn = (as = browser) => as.post('/api/auth/login', { body: { email: ada.email, password } });
const statusOfMe = async (as = browser) => (await as.get('/api/auth/me')).status;
const knownAda = async () => aUser(database.db, { ...ada, passwordHash: await hashPassword(password) });

describe('a session', () => {
  it('gets a token of its own at log-in, whatever the browser came with', async () => {
    await knownAda();
    const planted = 'A'.repeat(43);
    browser.withSession(planted);
    await logIn();
    const first = browser.cookies.get('session') ?? '';
    expect(first).not.toBe(planted);
    await logIn();
    expect(browser.cookies.get('session')).not.toBe(first);
    for (const old of [planted, first]) expect(await statusOfMe(new TestBrowser(app).withSession(old))).toBe(401);
    expect(await statusOfMe()).toBe(200);
  });

  it('is over for its old cookie after log-out', async () => {
    await register();
    const old = browser.cookies.get('session') ?? '';
    const response = await browser.post('/api/auth/logout', { body: {} });
    expect([response.status, await response.json()]).toEqual([200, { message: 'Logged out successfully' }]);
    expect(['session', 'signed-in', 'csrf-token'].filter((name) => browser.cookies.has(name))).toEqual([]);
    expect(await statusOfMe(new TestBrowser(app).withSession(old))).toBe(401);
    expect((await browser.post('/api/auth/logout', { body: {} })).status).toBe(200);
    expect((await browser.post('/api/auth/logout')).status).toBe(200);
  });

  it('ends with a ban at once', async () => {
    const user = await aUser(database.db);
    browser.withSession(await aSession(database.db, user.id));
    expect(await statusOfMe()).toBe(200);
    await database.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, user.id));
    expect(await statusOfMe()).toBe(401);
  });

  /** A browser with a session of its own, on a clock that the test moves. */
  function onClock() {
    const clock = { now: Date.parse('2026-07-04T10:00:00Z') };
    app = createApi(testServices(database, { now: () => new Date(clock.now) }));
    browser = new TestBrowser(app);
    return clock;
  }
  const hourMs = 3_600_000;
  const dayMs = 24 * hourMs;

  it('lasts 30 days after its last use and 90 in all, and notes its use now and then', async () => {
    const clock = onClock();
    await register();
    const session = async () => (await database.db.select().from(sessions))[0];
    clock.now += 60_000;
    expect((await browser.get('/api/auth/me')).headers.getSetCookie()).toEqual([]);
    expect((await session())?.lastUsedAt.toISOString()).toBe('2026-07-04T10:00:00.000Z');
    clock.now += hourMs;
    await browser.get('/api/auth/me');
    expect((await session())?.lastUsedAt.toISOString()).toBe('2026-07-04T11:01:00.000Z');
    for (const _ of [1, 2, 3]) {
      clock.now += 29 * dayMs;
      const response = await browser.get('/api/auth/me');
      expect(response.status).toBe(200);
      expect(response.headers.getSetCookie()[0]).toBe(
        `session=${browser.cookies.get('session')}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
      );
    }
    clock.now += 4 * dayMs;
    expect(await statusOfMe()).toBe(401);
  });

  it('ends 30 days after its last use', async () => {
    const clock = onClock();
    await register();
    clock.now += 30 * dayMs + 1000;
    expect(await statusOfMe()).toBe(401);
  });

  it('of staff lasts 12 hours after its last use and 7 days in all', async () => {
    const clock = onClock();
    await aUser(database.db, { ...ada, role: 'staff', passwordHash: await hashPassword(password) });
    expect((await logIn()).status).toBe(200);
    clock.now += 12 * hourMs + 1000;
    expect(await statusOfMe()).toBe(401);
    await logIn();
    for (let hours = 0; hours < 7 * 24 - 11; hours += 11) {
      clock.now += 11 * hourMs;
      expect(await statusOfMe(), `after ${hours + 11} hours`).toBe(200);
    }
    clock.now += 11 * hourMs;
    expect(await statusOfMe()).toBe(401);
  });

  it('is deleted with its address and device once it has ended', async () => {
    const clock = onClock();
    await register();
    await sweepAccounts(database.db, new Date(clock.now + 29 * dayMs));
    expect(await database.db.$count(sessions)).toBe(1);
    await sweepAccounts(database.db, new Date(clock.now + 31 * dayMs));
    expect(await database.db.$count(sessions)).toBe(0);
  });

  it('has a CSRF token of its own: neither the one from before log-in nor another session’s will do', async () => {
    await knownAda();
    await browser.get('/api/csrf-token');
    const before = browser.cookies.get('csrf-token') ?? '';
    await logIn();
    const mine = browser.cookies.get('csrf-token') ?? '';
    const other = new TestBrowser(app);
    await logIn(other);
    for (const token of [before, other.cookies.get('csrf-token') ?? '', '', 'A'.repeat(43)]) {
      const response = await browser.post('/api/auth/logout', { headers: { 'X-CSRF-Token': token } });
      expect(await problemOf(response)).toMatchObject({ status: 403, code: 'csrf' });
    }
    expect((await browser.post('/api/auth/logout', { token: false })).status).toBe(403);
    expect(await statusOfMe()).toBe(200);
    expect((await browser.post('/api/auth/logout', { headers: { 'X-CSRF-Token': mine } })).status).toBe(200);
  });

  it.each(['', 'x', '%00', 'a; session=b', 'ü', 'A'.repeat(5000)])('is not opened by %j', async (token) => {
    expect(await statusOfMe(new TestBrowser(app).withSession(encodeURIComponent(token)))).toBe(401);
  });
});
