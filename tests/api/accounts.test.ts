/** Sign-up, log-in and log-out through the HTTP app. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { hashToken } from '#features/accounts/server/opaque-token.ts';
import { auditLog, sessions, users, userTokens } from '#server/db/schema/index.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let app: ReturnType<typeof createApi>;
let browser: TestBrowser;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  app = createApi(testServices(database));
  browser = new TestBrowser(app);
});

const ada = { username: 'Ada Oakley', email: 'Ada@Example.com', password: 'under the live oaks' };
const { password } = ada;
const register = (as = browser, body: object = ada) => as.post('/api/auth/register', { body });
const logIn = (as = browser, body: object = { email: ada.email, password }) => as.post('/api/auth/login', { body });
const statusOfMe = async (as = browser) => (await as.get('/api/auth/me')).status;
const knownAda = async () => aUser(database.db, { ...ada, passwordHash: await hashPassword(password) });

describe('registering', () => {
  it('makes an owner, signs them in and asks them to confirm their email', async () => {
    const response = await register();
    const answer = await response.json();
    expect(response.status).toBe(201);
    expect(answer).toEqual({
      id: expect.any(String),
      username: 'Ada Oakley',
      email: 'Ada@Example.com',
      role: 'owner',
      emailVerified: false,
      secondFactor: 'off',
    });
    expect(await (await browser.get('/api/auth/me')).json()).toEqual(answer);
    const [mail] = await queuedMail(database.pool);
    expect(mail?.to).toBe('Ada@Example.com');
    const token = /verify-email\?token=([\w-]{43})\s/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(await database.db.select().from(userTokens)).toMatchObject([
      { purpose: 'verify-email', tokenHash: hashToken(token), usedAt: null },
    ]);
    expect(await database.db.select().from(auditLog)).toMatchObject([
      { action: 'account.registered', actorId: answer.id, subjectType: 'user', subjectId: answer.id },
    ]);
  });

  it('sent again after a lost answer, enters the account that it made: one account, one mail', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const send = (as: TestBrowser, body: object = ada) => as.post('/api/auth/register', { body, headers });
    const made = await Promise.all([send(browser), send(new TestBrowser(app))]);
    const again = new TestBrowser(app);
    made.push(await send(again));
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    const [first, ...others] = await Promise.all(made.map((answer) => answer.json()));
    expect(others).toEqual([first, first]);
    expect(await statusOfMe(again)).toBe(200);
    expect(await database.db.$count(users)).toBe(1);
    expect(await queuedMail(database.pool)).toHaveLength(1);
    const stranger = new TestBrowser(app);
    expect((await send(stranger, { ...ada, password: 'a guess of somebody else' })).status).toBe(409);
    expect((await send(stranger, { ...ada, username: 'Somebody' })).status).toBe(409);
    expect((await register(stranger)).status).toBe(409);
    expect(await statusOfMe(stranger)).toBe(401);
  });

  it('mails a name that leads nowhere: the mailbox may be anybody’s', async () => {
    await register(browser, { ...ada, username: 'Win at https://evil.example/x' });
    const [mail] = await queuedMail(database.pool);
    for (const text of [mail?.text, mail?.html]) expect(text).not.toContain('evil.example');
  });

  it('keeps the password as argon2id with 19 MiB and two passes', async () => {
    await register();
    const [user] = await database.db.select().from(users);
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('sets a hidden session cookie, of which only the hash is stored, and a readable hint', async () => {
    const cookies = (await register()).headers.getSetCookie();
    const token = browser.cookies.get('session') ?? '';
    expect(cookies).toContain(`session=${token}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`);
    expect(cookies).toContain('signed-in=1; Max-Age=2592000; Path=/; SameSite=Lax');
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await database.db.select().from(sessions)).toMatchObject([{ tokenHash: hashToken(token) }]);
  });

  it('binds its cookie to this host where the site is on https', async () => {
    const secure = createApi(testServices(database, { env: { SITE_URL: 'https://oakbend.example' } }));
    const visitor = new TestBrowser(secure);
    const headers = { Origin: 'https://oakbend.example' };
    const response = await visitor.post('/api/auth/register', { body: ada, headers });
    const [session, hint] = response.headers.getSetCookie();
    expect(session).toMatch(/^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(hint).toBe('signed-in=1; Max-Age=2592000; Path=/; Secure; SameSite=Lax');
    expect(await statusOfMe(visitor)).toBe(200);
  });

  it.each([
    [{ username: 'ab' }, { username: 'Username must be at least 3 characters' }],
    [{ username: '  ab  ' }, { username: 'Username must be at least 3 characters' }],
    [{ username: 'a'.repeat(41) }, { username: 'Username must be at most 40 characters' }],
    [{ username: 'ada\r\nBcc: x@example.org' }, { username: 'Username has a character that cannot be shown' }],
    [{ username: undefined }, { username: 'Username must be at least 3 characters' }],
    [{ email: 'nobody' }, { email: 'Invalid email address' }],
    [{ email: 'ada@example.com\r\nBcc: x@example.org' }, { email: 'Invalid email address' }],
    [{ email: `${'a'.repeat(250)}@example.com` }, { email: 'Invalid email address' }],
    [{ password: '1234567' }, { password: 'Password must be at least 8 characters' }],
    [{ password: 'x'.repeat(257) }, { password: 'Password must be at most 256 characters' }],
    [{ password: 12_345_678 }, { password: 'Password must be at least 8 characters' }],
    [{ password: 'PassWord123' }, { password: expect.stringContaining('most common') }],
    [{ password: 'iloveyou1' }, { password: expect.stringContaining('most common') }],
  ])('refuses %j', async (given, fields) => {
    const problem = await problemOf(await register(browser, { ...ada, ...given }));
    expect(problem).toMatchObject({ status: 422, code: 'invalid', fields });
    expect(await database.db.$count(users)).toBe(0);
    expect(browser.cookies.has('session')).toBe(false);
  });

  it('takes a password of 256 characters of any writing', async () => {
    const long = { ...ada, password: '🌳é'.repeat(85) };
    expect((await register(browser, long)).status).toBe(201);
    const again = new TestBrowser(app);
    expect((await logIn(again, { email: long.email, password: long.password.normalize('NFD') })).status).toBe(200);
  });

  it('names the field that is taken, whatever its case', async () => {
    await register();
    const other = new TestBrowser(app);
    const email = await problemOf(await register(other, { ...ada, username: 'ada2', email: 'ADA@example.COM' }));
    expect(email).toMatchObject({ status: 409, code: 'conflict', fields: { email: expect.any(String) } });
    const username = await problemOf(await register(other, { ...ada, username: 'ada oakley', email: 'b@example.com' }));
    expect(username).toMatchObject({
      status: 409,
      fields: { username: 'This username is taken. Please choose another.' },
    });
    const both = await problemOf(await register(other));
    expect(Object.keys(both.fields ?? {})).toEqual(['email', 'username']);
    expect(await statusOfMe(other)).toBe(401);
  });

  it('lets one of many in who want the same name at once', async () => {
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, at) => register(new TestBrowser(app), { ...ada, email: `ada${at}@example.com` })),
    );
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('stores nothing that the form does not have', async () => {
    const more = {
      role: 'staff',
      emailVerified: true,
      emailVerifiedAt: new Date(),
      id: crypto.randomUUID(),
      totpSecret: 'x',
    };
    const answer = (await (await register(browser, { ...ada, ...more })).json()) as { id: string };
    const [user] = await database.db.select().from(users);
    expect(user).toMatchObject({ role: 'owner', emailVerifiedAt: null, totpSecret: null, id: answer.id });
    expect(user?.id).not.toBe(more.id);
  });

  it('is possible 30 times an hour from one address', async () => {
    for (let n = 0; n < 30; n++) {
      const body = { ...ada, username: `ada${n}`, email: `ada${n}@example.com` };
      expect((await register(new TestBrowser(app), body)).status, `number ${n}`).toBe(201);
    }
    const late = await register(new TestBrowser(app), { ...ada, username: 'late', email: 'late@example.com' });
    expect([late.status, Number(late.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect((await register(new TestBrowser(app, '192.0.2.77'))).status).toBe(201);
  });
});

describe('logging in', () => {
  it('takes the email in any case', async () => {
    const user = await knownAda();
    const response = await logIn(browser, { email: ' ADA@example.com ', password });
    expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ id: user.id })]);
    expect(await statusOfMe()).toBe(200);
  });

  it('answers alike for a wrong password, an unknown email and an account without a password', async () => {
    await knownAda();
    await aUser(database.db, { email: 'nopassword@example.com' });
    const wrong = await logIn(browser, { email: ada.email, password: 'not the password' });
    const text = await wrong.text();
    expect([wrong.status, text]).toEqual([
      401,
      JSON.stringify({ message: 'The email or the password is not right.', code: 'wrong_credentials' }),
    ]);
    for (const email of ['nobody@example.com', 'nopassword@example.com']) {
      const response = await logIn(browser, { email, password: 'not the password' });
      expect([response.status, await response.text()]).toEqual([401, text]);
      expect([...response.headers.keys()]).toEqual([...wrong.headers.keys()]);
    }
  });

  it('refuses the 11th try of an account from one network, also with the right password', async () => {
    await knownAda();
    for (const [net, email] of [ada.email, 'unknown@example.com'].entries()) {
      for (let n = 0; n < 10; n++) {
        const address = `2001:db8:0:${net}::${n + 1}`;
        const wrong = await logIn(new TestBrowser(app, address), { email, password: `wrong ${n}` });
        expect(wrong.status).toBe(401);
      }
      const same = new TestBrowser(app, `2001:db8:0:${net}:ffff::9`);
      const eleventh = await logIn(same, { email: email.toUpperCase(), password });
      expect(await problemOf(eleventh.clone())).toMatchObject({ status: 429, code: 'too_many' });
      expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('counts tries that come at once', async () => {
    await knownAda();
    const all = await Promise.all(
      Array.from({ length: 16 }, () => logIn(new TestBrowser(app), { ...ada, password: 'no' })),
    );
    expect(all.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(6);
  });

  it('opens again after a quarter of an hour, and does not count right ones', async () => {
    await knownAda();
    let now = Date.parse('2026-07-04T10:00:00Z');
    app = createApi(testServices(database, { now: () => new Date(now) }));
    for (let n = 0; n < 12; n++) expect((await logIn(new TestBrowser(app))).status).toBe(200);
    for (let n = 0; n < 10; n++) await logIn(new TestBrowser(app), { email: ada.email, password: 'wrong' });
    expect((await logIn(new TestBrowser(app))).status).toBe(429);
    now += 30 * 60_000;
    expect((await logIn(new TestBrowser(app))).status).toBe(200);
  });

  it('refuses the 51st wrong try of an address', async () => {
    for (let n = 0; n < 50; n++) {
      expect((await logIn(browser, { email: `nobody${n}@example.com`, password: 'wrong' })).status).toBe(401);
    }
    await knownAda();
    expect((await logIn(browser)).status).toBe(429);
    expect((await logIn(new TestBrowser(app, '192.0.2.200'))).status).toBe(200);
  });

  it.each([
    [{ email: 'nobody' }, { email: 'Invalid email address' }],
    [{ password: '' }, { password: 'Password is required' }],
    [{ password: { $gt: '' } }, { password: 'Password is required' }],
    [{ email: ['a@example.com'] }, { email: 'Invalid email address' }],
  ])('refuses %j', async (given, fields) => {
    const problem = await problemOf(await logIn(browser, { email: ada.email, password, ...given }));
    expect(problem).toMatchObject({ status: 422, code: 'invalid', fields });
  });

  it('tells a banned person who knows the password, and nobody else', async () => {
    const user = await knownAda();
    await database.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, user.id));
    expect(await problemOf(await logIn())).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await logIn(browser, { email: ada.email, password: 'wrong' })).status).toBe(401);
    expect(await statusOfMe()).toBe(401);
  });
});
