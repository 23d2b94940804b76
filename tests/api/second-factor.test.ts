/** Codes of an authenticator app, and staff made by the command line. */
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi, servedEndpoints } from '#app/api/api.ts';
import { addStaff } from '#features/accounts/server/add-staff.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { hashToken } from '#features/accounts/server/opaque-token.ts';
import { openFactor, sealAllFactors, sealFactor } from '#features/accounts/server/seal-factors.ts';
import { auditLog, users, userTokens } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { mailedToken, runResetMailJobs } from '#tests/support/mailed-link.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const password = 'under the live oaks';
let services: Services;
let app: ReturnType<typeof createApi>;
let now: number;
beforeEach(() => {
  now = Date.parse('2026-07-04T10:00:00Z');
  services = testServices(database, { now: () => new Date(now) });
  app = createApi(services);
});

const post = (browser: TestBrowser, path: string, body: object = {}) => browser.post(`/api/auth/${path}`, { body });
const signedIn = async (user: User) =>
  new TestBrowser(app).withSession(
    await aSession(database.db, user.id, { createdAt: new Date(now), expiresAt: new Date(now + 86_400_000) }),
  );
const factorOf = async (browser: TestBrowser) =>
  ((await (await browser.get('/api/auth/me')).json()) as { secondFactor: string }).secondFactor;

describe('the second factor', () => {
  let staff: User;
  let browser: TestBrowser;
  let secret: string;
  const code = (at = now) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
  const give = (as: TestBrowser, typed: string) => post(as, 'second-factor', { code: typed });

  async function setUp(): Promise<string[]> {
    const answer = (await (await post(browser, 'second-factor/setup')).json()) as { secret: string };
    secret = answer.secret;
    const confirmed = await post(browser, 'second-factor/confirm', { code: code() });
    return ((await confirmed.json()) as { recoveryCodes: string[] }).recoveryCodes;
  }

  beforeEach(async () => {
    staff = await aUser(database.db, {
      role: 'staff',
      email: 'staff@example.com',
      passwordHash: await hashPassword(password),
    });
    browser = await signedIn(staff);
  });

  it('is asked for once a first code was right, in every session but the one that set it up', async () => {
    const other = await signedIn(staff);
    const begun = (await (await post(browser, 'second-factor/setup')).json()) as {
      secret: string;
      address: string;
      qr: { size: number; path: string };
    };
    expect(begun.address).toContain(`secret=${begun.secret}`);
    expect(begun.qr.path).toMatch(/^M\d+ \d+h1v1h-1z/);
    secret = begun.secret;
    expect(await factorOf(browser)).toBe('off');
    expect((await post(browser, 'second-factor/confirm', { code: '000000' })).status).toBe(422);
    expect((await post(browser, 'second-factor/confirm', { code: code() })).status).toBe(200);
    expect(await factorOf(browser)).toBe('given');
    expect((await other.get('/api/auth/me')).status).toBe(401);
    const next = new TestBrowser(app);
    await post(next, 'login', { email: staff.email, password });
    expect(await factorOf(next)).toBe('asked');
  });

  it('opens what is for staff and the account, which a password alone does not', async () => {
    await setUp();
    const thief = await signedIn(staff);
    const tries: [string, string, object][] = [
      ['POST', '/api/auth/second-factor/setup', {}],
      ['POST', '/api/auth/second-factor/off', { password }],
      ['POST', '/api/account/password', { currentPassword: password, newPassword: 'a quite new password' }],
      ['POST', '/api/account/email', { email: 'thief@example.com', password }],
      ['POST', '/api/account/username', { username: 'thief' }],
      ['POST', '/api/account/delete', { password }],
      ['DELETE', '/api/account/sessions', {}],
    ];
    for (const [method, path, body] of tries) {
      expect(await problemOf(await thief.write(method, path, { body })), path).toMatchObject({
        status: 403,
        code: 'second_factor',
      });
    }
    expect((await thief.get('/api/account/data')).status).toBe(403);
    now += 30_000;
    expect(await (await give(thief, code())).json()).toMatchObject({ secondFactor: 'given' });
    expect((await thief.get('/api/account/data')).status).toBe(200);
  });

  it('is open to owners, too', async () => {
    const owner = await aUser(database.db, { passwordHash: await hashPassword(password) });
    browser = await signedIn(owner);
    expect(await setUp()).not.toHaveLength(0);
    const thief = await signedIn(owner);
    expect(await problemOf(await thief.write('DELETE', '/api/account/sessions'))).toMatchObject({
      status: 403,
      code: 'second_factor',
    });
    expect((await post(browser, 'second-factor/off', { password })).status).toBe(200);
    expect(await factorOf(browser)).toBe('off');
  });

  it('is still asked for after a new password by mail, and in no session that was there before', async () => {
    await setUp();
    await post(new TestBrowser(app), 'password-reset-mail', { email: staff.email });
    await runResetMailJobs(services);
    const token = await mailedToken(database.db, staff.email, 'reset-password');
    const anew = 'a quite new password';
    expect((await post(new TestBrowser(app), 'password-reset', { token, password: anew })).status).toBe(200);
    expect((await browser.get('/api/auth/me')).status).toBe(401);
    const next = new TestBrowser(app);
    expect((await post(next, 'login', { email: staff.email, password: anew })).status).toBe(200);
    expect(await factorOf(next)).toBe('asked');
    expect((await next.get('/api/staff/counts')).status).toBe(403);
  });

  it('is asked for before anything is changed in its owner’s name', async () => {
    await setUp();
    const business = await aBusiness(database.db, { ownerId: staff.id, name: 'Fig Tree Books' });
    const thief = await signedIn(staff);
    const writes = servedEndpoints.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.who !== 'anyone');
    for (const { endpoint } of writes) {
      if (endpoint.secondFactor === 'not-asked') continue;
      const path = endpoint.path.replace(/\{\w+\}/g, business.id);
      expect(await problemOf(await thief.write(endpoint.method, path, { body: {} })), path).toMatchObject({
        status: 403,
        code: 'second_factor',
      });
    }
    const [own] = (await (await thief.get('/api/user/businesses')).json()) as { name: string }[];
    expect(own?.name).toBe('Fig Tree Books');
  });

  it('gives the session a new token, and the mailbox word', async () => {
    await forgetQueuedMail(database.pool);
    const before = browser.cookies.get('session') ?? '';
    await setUp();
    const whole = browser.cookies.get('session') ?? '';
    expect(whole).not.toBe(before);
    expect((await new TestBrowser(app).withSession(before).get('/api/auth/me')).status).toBe(401);
    const person = await signedIn(staff);
    const asked = person.cookies.get('session') ?? '';
    now += 30_000;
    expect((await give(person, code())).status).toBe(200);
    expect((await new TestBrowser(app).withSession(asked).get('/api/auth/me')).status).toBe(401);
    expect(await factorOf(person)).toBe('given');
    await post(person, 'second-factor/off', { password });
    const mails = await queuedMail(database.pool);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['staff@example.com', 'Log-in codes for Oak Bend are on'],
      ['staff@example.com', 'Log-in codes for Oak Bend are off'],
    ]);
  });

  it('keeps the app’s secret encrypted; with another key only recovery codes open the account', async () => {
    const [recovery = ''] = await setUp();
    const stored = async () => (await database.db.select().from(users).where(eq(users.id, staff.id)))[0]?.totpSecret;
    expect(await stored()).toMatch(/^sealed:1:[\w-]+$/);
    const foreign = sealFactor(crypto.randomUUID(), 'JBSWY3DPEHPK3PXP');
    await database.db.update(users).set({ totpSecret: foreign }).where(eq(users.id, staff.id));
    expect(await sealAllFactors(database.db)).toEqual({ unreadable: 1 });
    now += 30_000;
    const person = await signedIn(staff);
    const refused = await problemOf(await give(person, code()));
    expect(refused).toMatchObject({ status: 422, message: expect.stringContaining('Please use a recovery code') });
    expect((await give(person, recovery)).status).toBe(200);
    // Earlier releases stored the secret unencrypted.
    await database.db.update(users).set({ totpSecret: 'JBSWY3DPEHPK3PXP' }).where(eq(users.id, staff.id));
    expect(await sealAllFactors(database.db)).toEqual({ unreadable: 0 });
    expect(openFactor(staff.id, (await stored()) ?? '')).toBe('JBSWY3DPEHPK3PXP');
    expect(await stored()).not.toContain('JBSWY3DP');
  });

  it('has recovery codes of 130 bits, stored so that a copy of the table opens nothing, and takes older short ones', async () => {
    const [first = ''] = await setUp();
    expect(first).toMatch(/^([A-Z0-9]{5}-){5}[A-Z0-9]{5}$/);
    const stored = await database.db.select().from(userTokens);
    for (const { data } of stored) expect(data).toMatchObject({ hash: expect.stringMatching(/^\$argon2id\$/) });
    const wrongEnd = `${first.slice(0, -1)}${first.endsWith('A') ? 'B' : 'A'}`;
    expect((await give(await signedIn(staff), wrongEnd)).status).toBe(422);
    await database.db
      .insert(userTokens)
      .values({ userId: staff.id, purpose: 'recovery-code', tokenHash: hashToken(`${staff.id}:ABCDEFGHJK`) });
    expect((await give(await signedIn(staff), 'abcde-fghjk')).status).toBe(200);
    expect((await give(await signedIn(staff), 'abcde-fghjk')).status).toBe(422);
  });

  it('takes each code once, and those of a step before and after', async () => {
    await setUp();
    const [one, two] = [await signedIn(staff), await signedIn(staff)];
    expect((await give(one, code())).status).toBe(422);
    now += 60_000;
    expect((await give(one, code(now - 30_000))).status).toBe(200);
    expect((await give(two, code(now - 30_000))).status).toBe(422);
    expect((await give(two, code(now - 90_000))).status).toBe(422);
    expect((await give(two, `${code(now + 30_000).slice(0, 3)} ${code(now + 30_000).slice(3)}`)).status).toBe(200);
  });

  it('is replaced by a recovery code, once', async () => {
    const codes = await setUp();
    expect(new Set(codes).size).toBe(10);
    const typed = codes[3]?.toLowerCase().replaceAll('-', ' ') ?? '';
    expect((await give(await signedIn(staff), typed)).status).toBe(200);
    expect((await give(await signedIn(staff), typed)).status).toBe(422);
    const other = await aUser(database.db, { role: 'staff', totpSecret: secret, totpConfirmedAt: new Date() });
    expect((await give(await signedIn(other), codes[4] ?? '')).status).toBe(422);
  });

  it.each(['١٢٣٤٥٦', 'ﷺ bread', '🌮🌮🌮', ''])('takes %j for a wrong code', async (typed) => {
    await setUp();
    expect((await give(await signedIn(staff), typed)).status).toBe(422);
  });

  it('cannot be guessed: ten tries in a quarter of an hour', async () => {
    await setUp();
    now += 60_000;
    const thief = await signedIn(staff);
    for (let n = 0; n < 10; n++) expect((await give(thief, '000000')).status).toBe(422);
    expect((await give(await signedIn(staff), code())).status).toBe(429);
  });

  it('is turned off with the password only, and set up anew only after that', async () => {
    await setUp();
    expect((await post(browser, 'second-factor/setup')).status).toBe(409);
    expect((await post(browser, 'second-factor/off', { password: 'wrong' })).status).toBe(422);
    expect((await post(browser, 'second-factor/off', { password })).status).toBe(200);
    expect(await factorOf(browser)).toBe('off');
    expect((await give(browser, '000000')).status).toBe(409);
  });
});

describe('npm run staff', () => {
  const add = (given: { email?: string; username?: string; password?: string }) =>
    addStaff(
      database.db,
      { email: 'boss@example.com', username: undefined, password: undefined, actorId: null, ...given },
      services,
    );

  it('makes an account whose password is set by a link', async () => {
    const added = await add({ username: 'Boss' });
    expect(added).toMatchObject({ account: 'new', username: 'Boss' });
    const visitor = new TestBrowser(app);
    const body = { token: added.linkToken, password: 'shade of the oaks' };
    expect((await visitor.post('/api/auth/password-reset', { body })).status).toBe(200);
    const response = await post(visitor, 'login', { email: 'BOSS@example.com', password: 'shade of the oaks' });
    expect(await response.json()).toMatchObject({ role: 'staff', emailVerified: true });
    expect((await database.db.select().from(auditLog)).map(({ action }) => action)).toContain('account.made-staff');
  });

  it('makes an account with a password', async () => {
    expect((await add({ username: 'Boss', password })).linkToken).toBeNull();
    expect((await post(new TestBrowser(app), 'login', { email: 'boss@example.com', password })).status).toBe(200);
  });

  it('makes an owner staff, who keeps name and password unless one is given', async () => {
    const owner = await aUser(database.db, {
      email: 'Boss@example.com',
      passwordHash: await hashPassword(password),
      emailVerifiedAt: new Date(),
    });
    expect(await add({ username: 'Other' })).toMatchObject({ account: 'known', username: owner.username });
    const [row] = await database.db.select().from(users).where(eq(users.id, owner.id));
    expect(row).toMatchObject({ role: 'staff', passwordHash: owner.passwordHash });
    await add({ password: 'another good one' });
    expect((await post(new TestBrowser(app), 'login', { email: owner.email, password })).status).toBe(401);
  });

  it('refuses a taken or missing name and a common password, and makes nothing', async () => {
    await aUser(database.db, { username: 'Boss' });
    for (const given of [{ username: 'boss' }, {}, { username: 'New Boss', password: 'password123' }]) {
      await expect(add(given)).rejects.toThrow(Problem);
    }
    expect(await database.db.$count(users)).toBe(1);
  });
});
