/** The account page: a signed-in person changes, downloads and deletes the account. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { auditLog, businesses, sessions, users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { mailTo } from '#tests/support/mailed-link.ts';
import { forgetQueuedMail } from '#tests/support/queued-mail.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const password = 'under the live oaks';
let app: ReturnType<typeof createApi>;
let ada: User;
let browser: TestBrowser;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  app = createApi(testServices(database));
  ada = await aUser(database.db, {
    username: 'ada',
    email: 'ada@example.com',
    passwordHash: await hashPassword(password),
    emailVerifiedAt: new Date(),
  });
  browser = new TestBrowser(app).withSession(await aSession(database.db, ada.id));
});

const stored = async () => (await database.db.select().from(users).where(eq(users.id, ada.id)))[0];
const audit = async () =>
  (await database.db.select().from(auditLog).orderBy(auditLog.id)).map(({ action, data }) => [action, data]);

describe('the username', () => {
  const change = (username: unknown) => browser.post('/api/account/username', { body: { username } });

  it('changes, also in nothing but its case', async () => {
    expect(await (await change('Ada')).json()).toMatchObject({ username: 'Ada' });
    expect((await stored())?.username).toBe('Ada');
    expect(await audit()).toEqual([['account.username-changed', { username: ['ada', 'Ada'] }]]);
  });

  it('is not somebody else’s, nor too short', async () => {
    await aUser(database.db, { username: 'Grace' });
    expect(await problemOf(await change('grace'))).toMatchObject({
      status: 409,
      fields: { username: expect.any(String) },
    });
    expect(await problemOf(await change('g'))).toMatchObject({ status: 422, fields: { username: expect.any(String) } });
  });
});

describe('the password', () => {
  const change = (currentPassword: string, newPassword: string) =>
    browser.post('/api/account/password', { body: { currentPassword, newPassword } });

  it('is not the one that is there', async () => {
    const refusal = 'This is your password already. Please choose another one.';
    expect(await problemOf(await change(password, password))).toMatchObject({
      status: 422,
      fields: { newPassword: refusal },
    });
    expect((await browser.get('/api/auth/me')).status).toBe(200);
  });

  it('changes, gives this browser a new session and ends all others, the old cookie included', async () => {
    const old = browser.cookies.get('session') ?? '';
    const other = await aSession(database.db, ada.id);
    expect((await change(password, 'a quite new password')).status).toBe(200);
    expect((await browser.get('/api/auth/me')).status).toBe(200);
    for (const token of [old, other]) {
      expect((await new TestBrowser(app).withSession(token).get('/api/auth/me')).status).toBe(401);
    }
    expect((await change('a quite new password', 'and one more new one')).status).toBe(200);
    expect((await mailTo(database.db, ada.email))[0]?.subject).toContain('was changed');
  });

  it('needs the old one and a good new one', async () => {
    expect(await problemOf(await change('wrong', 'a quite new password'))).toMatchObject({
      status: 422,
      fields: { currentPassword: 'This is not your password.' },
    });
    for (const bad of ['short', 'password123']) {
      expect(await problemOf(await change(password, bad))).toMatchObject({
        fields: { newPassword: expect.any(String) },
      });
    }
    expect((await stored())?.passwordHash).toBe(ada.passwordHash);
  });

  it('is not guessed in an open session either: ten wrong ones, and log-in stays open', async () => {
    for (let n = 0; n < 10; n++) expect((await change(`wrong ${n}`, 'a quite new password')).status).toBe(422);
    expect((await change(password, 'a quite new password')).status).toBe(429);
    expect((await browser.post('/api/account/delete', { body: { password } })).status).toBe(429);
    const other = new TestBrowser(app).withSession(await aSession(database.db, ada.id));
    const body = { currentPassword: 'wrong', newPassword: 'a quite new password' };
    expect((await other.post('/api/account/password', { body })).status).toBe(422);
    const logIn = await new TestBrowser(app).post('/api/auth/login', { body: { email: ada.email, password } });
    expect(logIn.status).toBe(200);
  });
});

describe('sessions', () => {
  it('are listed with device and network, the latest used first', async () => {
    const before = new Date(Date.now() - 3_600_000);
    const userAgent = 'Mozilla/5.0 (X11; Linux) Firefox/128.0';
    await aSession(database.db, ada.id, { userAgent, clientAddress: '203.0.113.7', lastUsedAt: before });
    await aSession(database.db, ada.id, { expiresAt: before });
    await aSession(database.db, (await aUser(database.db)).id);
    expect(await (await browser.get('/api/account/sessions')).json()).toMatchObject([
      { device: 'An unknown device', network: 'an unknown network', isCurrent: true },
      { device: 'Firefox on Linux', network: '203.0.113.x', isCurrent: false, lastUsedAt: before.toISOString() },
    ]);
  });

  it('end one by one or all but this, never another person’s', async () => {
    const [one, two] = [await aSession(database.db, ada.id), await aSession(database.db, ada.id)];
    const grace = await aSession(database.db, (await aUser(database.db)).id);
    const rows = await database.db.select().from(sessions).orderBy(sessions.id);
    const end = (at: number) => browser.write('DELETE', `/api/account/sessions/${rows[at]?.id}`);
    const me = async (token: string) => (await new TestBrowser(app).withSession(token).get('/api/auth/me')).status;
    expect((await end(1)).status).toBe(200);
    expect(await Promise.all([me(one), me(two), me(grace)])).toEqual([401, 200, 200]);
    expect((await end(1)).status).toBe(404);
    expect((await end(3)).status).toBe(404);
    expect((await browser.write('DELETE', '/api/account/sessions')).status).toBe(200);
    expect(await Promise.all([me(two), me(grace)])).toEqual([401, 200]);
    expect((await browser.get('/api/auth/me')).status).toBe(200);
  });
});

describe('leaving', () => {
  const remove = (typed = password) => browser.post('/api/account/delete', { body: { password: typed } });

  it('removes the person and releases what they owned, which stays listed', async () => {
    const business = await aBusiness(database.db, { ownerId: ada.id, status: 'approved' });
    expect((await remove()).status).toBe(200);
    expect(await stored()).toBeUndefined();
    expect(await database.db.$count(sessions)).toBe(0);
    expect(await database.db.select().from(businesses)).toMatchObject([
      { id: business.id, ownerId: null, status: 'approved' },
    ]);
    expect(await audit()).toEqual([['account.deleted', { businessesReleased: [business.id] }]]);
    expect(browser.cookies.has('session')).toBe(false);
  });

  it('needs the password, and another of the staff', async () => {
    expect((await remove('wrong')).status).toBe(422);
    await database.db.update(users).set({ role: 'staff', rights: ['administrator'] });
    expect((await remove()).status).toBe(409);
    await aUser(database.db, { role: 'staff' });
    expect((await remove()).status).toBe(200);
  });
});
