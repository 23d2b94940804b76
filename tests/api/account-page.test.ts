/** The account page: a signed-in person changes, downloads and deletes the account. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { auditLog, businesses, sessions, users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { mailedToken, mailTo } from '#tests/support/mailed-link.ts';
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

describe('the email', () => {
  const change = (email: string, typed = password) =>
    browser.post('/api/account/email', { body: { email, password: typed } });
  const confirm = async (mailbox: string) =>
    new TestBrowser(app).post('/api/auth/verify-email', {
      body: { token: await mailedToken(database.db, mailbox, 'verify-email') },
    });

  it.each([
    ['ada@example.com', 'new@example.org'],
    ['new@example.org', 'ada@example.com'],
  ])('of a confirmed mailbox changes once %s and then %s have confirmed it', async (first, second) => {
    await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, ada.id));
    expect((await change('new@example.org')).status).toBe(202);
    expect((await confirm(first)).status).toBe(200);
    expect((await stored())?.email).toBe('ada@example.com');
    expect((await confirm(second)).status).toBe(200);
    expect(await stored()).toMatchObject({ email: 'new@example.org', emailVerifiedAt: expect.any(Date) });
    expect((await audit()).at(-1)).toEqual([
      'account.email-changed',
      { email: ['ada@example.com', 'new@example.org'] },
    ]);
    for (const mailbox of ['ada@example.com', 'new@example.org']) {
      expect((await mailTo(database.db, mailbox)).at(-1)).toMatchObject({
        subject: expect.stringMatching(/was changed$/),
        text: expect.stringMatching(/now uses\s+new@example\.org/),
      });
    }
    expect((await confirm(second)).status).toBe(404);
  });

  it('shows a change that waits, mails the missing links again, and takes it back', async () => {
    const path = '/api/account/email-change';
    const shown = async () => ((await (await browser.get(path)).json()) as { pending: unknown }).pending;
    expect(await shown()).toBeNull();
    for (const [method, at] of [
      ['POST', `${path}/mails`],
      ['DELETE', path],
    ] as const) {
      expect((await browser.write(method, at)).status).toBe(404);
    }
    await change('new@example.org');
    expect(await shown()).toMatchObject({ email: 'new@example.org', oldConfirmed: false, newConfirmed: false });
    await confirm('ada@example.com');
    expect(await shown()).toMatchObject({ oldConfirmed: true, newConfirmed: false });
    const former = await mailedToken(database.db, 'new@example.org', 'verify-email');
    const toAda = (await mailTo(database.db, 'ada@example.com')).length;
    expect((await browser.post(`${path}/mails`)).status).toBe(202);
    const verify = (token: string) => new TestBrowser(app).post('/api/auth/verify-email', { body: { token } });
    expect((await verify(former)).status).toBe(404);
    expect(await mailTo(database.db, 'ada@example.com')).toHaveLength(toAda);
    const second = await mailedToken(database.db, 'new@example.org', 'verify-email');
    expect((await browser.write('DELETE', path)).status).toBe(200);
    expect(await shown()).toBeNull();
    expect((await verify(second)).status).toBe(404);
    expect((await stored())?.email).toBe('ada@example.com');
  });

  it('changes when both are confirmed at the same moment', async () => {
    await change('new@example.org');
    await Promise.all([confirm('ada@example.com'), confirm('new@example.org')]);
    expect((await stored())?.email).toBe('new@example.org');
  });

  it('needs the password, and an address that is free at the end', async () => {
    expect(await problemOf(await change('new@example.org', 'wrong'))).toMatchObject({
      status: 422,
      fields: { password: 'This is not your password.' },
    });
    expect(await mailTo(database.db, 'new@example.org')).toEqual([]);
    await change('new@example.org');
    await confirm('ada@example.com');
    await aUser(database.db, { email: 'new@example.org' });
    expect((await confirm('new@example.org')).status).toBe(409);
    expect((await stored())?.email).toBe('ada@example.com');
  });
});

describe('asking for another email', () => {
  const ask = (as: TestBrowser, email: string) => as.post('/api/account/email', { body: { email, password } });
  const another = async () => {
    const person = await aUser(database.db, { passwordHash: ada.passwordHash });
    return { person, browser: new TestBrowser(app).withSession(await aSession(database.db, person.id)) };
  };

  it('tells nobody who has an account, and mails its holder no link', async () => {
    const grace = await aUser(database.db, { email: 'grace@example.com' });
    const known = await ask(browser, 'GRACE@example.com');
    const toAda = await mailTo(database.db, ada.email);
    const unknown = await ask((await another()).browser, 'nobody@example.com');
    expect([known.status, unknown.status]).toEqual([202, 202]);
    expect((await known.text()).replace('GRACE@', 'nobody@').replace(ada.email, '')).toBe(
      (await unknown.text()).replace(/owner-\d+@example.com/, ''),
    );
    expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()]);
    expect(await mailTo(database.db, 'GRACE@example.com')).toMatchObject([
      { subject: expect.stringContaining('already has an account'), text: expect.not.stringContaining('token=') },
    ]);
    // The mail to the old address and the answer to its link do not differ either.
    expect(toAda).toMatchObject([{ text: expect.stringContaining('GRACE@example.com') }]);
    const token = await mailedToken(database.db, ada.email, 'verify-email');
    const followed = await new TestBrowser(app).post('/api/auth/verify-email', { body: { token } });
    expect(await followed.json()).toEqual({
      message: 'Thank you. Now follow the link that we sent to your other address.',
    });
    expect((await stored())?.email).toBe(ada.email);
    expect(await database.db.$count(users, eq(users.email, grace.email))).toBe(1);
  });

  it('of a mailbox that was never confirmed waits for the new one alone', async () => {
    await database.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, ada.id));
    expect(await (await ask(browser, 'ada@right.example')).json()).toMatchObject({
      message: 'We sent a link to ada@right.example. Please follow it: your account then uses that address.',
    });
    const follow = async (to: string) => {
      const token = await mailedToken(database.db, to, 'verify-email');
      return (await new TestBrowser(app).post('/api/auth/verify-email', { body: { token } })).json();
    };
    const done = { message: 'Thank you. Your account now uses ada@right.example.' };
    expect(await follow('ada@right.example')).toEqual(done);
    expect(await stored()).toMatchObject({ email: 'ada@right.example', emailVerifiedAt: expect.any(Date) });
    expect(await (await browser.get('/api/account/email-change')).json()).toMatchObject({ pending: null });
    // The link to the former address changes nothing, and says how it is.
    expect(await follow(ada.email)).toEqual(done);
    expect((await stored())?.email).toBe('ada@right.example');
  });

  it('is possible three times an hour for a person, and for a mailbox, known or not', async () => {
    await aUser(database.db, { email: 'grace@example.com' });
    for (let n = 0; n < 3; n++) expect((await ask(browser, `new${n}@example.org`)).status).toBe(202);
    expect((await ask(browser, 'new3@example.org')).status).toBe(429);
    expect(await mailTo(database.db, 'new3@example.org')).toEqual([]);
    for (const target of ['grace@example.com', 'bombed@private.example']) {
      for (let n = 0; n < 3; n++) expect((await ask((await another()).browser, target)).status).toBe(202);
      expect((await ask((await another()).browser, target.toUpperCase())).status).toBe(429);
      expect(await mailTo(database.db, target)).toHaveLength(3);
    }
  });
});

describe('the password', () => {
  const change = (currentPassword: string, newPassword: string) =>
    browser.post('/api/account/password', { body: { currentPassword, newPassword } });

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
