/** Accounts that become staff: a stranger who registered the address first gets no access. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { and, eq, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { addStaff } from '#features/accounts/server/add-staff.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { accountDeletions, auditLog, rateLimits, sessions, users, userTokens } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { mailedToken, mailTo } from '#tests/support/mailed-link.ts';
import { forgetQueuedMail } from '#tests/support/queued-mail.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const mailbox = 'newclerk@town.example';
const password = 'attacker pw 999';
let services: Services;
let app: ReturnType<typeof createApi>;
let boss: User;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  services = testServices(database);
  app = createApi(services);
  boss = await aUser(database.db, { role: 'staff', username: 'boss', email: 'boss@town.example' });
});

const add = (given: { username?: string | undefined; password?: string } = {}) =>
  addStaff(database.db, { email: mailbox, username: 'clerk', password: undefined, actorId: null, ...given }, services);
const stored = async () =>
  (
    await database.db
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, mailbox))
  )[0];
const logIn = (typed = password) =>
  new TestBrowser(app).post('/api/auth/login', { body: { email: mailbox, password: typed } });
const setPassword = (token: string | null, typed = 'the clerk’s own words') =>
  new TestBrowser(app).post('/api/auth/password-reset', { body: { token, password: typed } });

/** Registers the address of somebody else. */
async function aStranger(): Promise<TestBrowser> {
  const stranger = new TestBrowser(app, '198.51.100.7');
  const body = { username: 'mallory', email: 'NewClerk@town.example', password };
  expect((await stranger.post('/api/auth/register', { body })).status).toBe(201);
  return stranger;
}

describe('the command, for a mailbox that nobody has confirmed', () => {
  it('leaves the stranger no password, session, name or link, and the person a link by mail', async () => {
    const stranger = await aStranger();
    const verifyLink = await mailedToken(database.db, 'NewClerk@town.example', 'verify-email');
    await stranger.post('/api/account/email', { body: { email: 'mallory@evil.example', password } });
    const changeLink = await mailedToken(database.db, 'mallory@evil.example', 'verify-email');
    expect(changeLink).not.toBe('');

    const added = await add();
    expect(added).toMatchObject({ account: 'taken-over', username: 'clerk' });
    expect(await stored()).toMatchObject({
      role: 'staff',
      username: 'clerk',
      email: mailbox,
      passwordHash: null,
      emailVerifiedAt: null,
    });
    expect((await stranger.get('/api/auth/me')).status).toBe(401);
    expect((await stranger.get('/api/staff/counts')).status).toBe(401);
    expect((await logIn()).status).toBe(401);
    for (const token of [verifyLink, changeLink]) {
      expect((await stranger.post('/api/auth/verify-email', { body: { token } })).status).toBe(404);
    }
    const [mail] = await mailTo(database.db, mailbox);
    expect(mail?.text).toContain(`/reset-password?token=${added.linkToken}`);
    expect((await mailTo(database.db, boss.email))[0]?.text).toContain('clerk');

    expect((await setPassword(added.linkToken)).status).toBe(200);
    expect(await (await logIn('the clerk’s own words')).json()).toMatchObject({ role: 'staff', emailVerified: true });
    expect((await setPassword(added.linkToken)).status).toBe(404);
  });

  it('takes a reset link of before, a second factor and the recovery codes away', async () => {
    const now = new Date();
    const secret = new Secret({ size: 20 }).base32;
    const account = await aUser(database.db, {
      email: mailbox,
      passwordHash: await hashPassword(password),
      totpSecret: secret,
      totpConfirmedAt: now,
      bannedAt: now,
    });
    const expiresAt = new Date(now.getTime() + 3_600_000);
    await database.db.insert(userTokens).values([
      { userId: account.id, purpose: 'reset-password', tokenHash: 'a', expiresAt },
      { userId: account.id, purpose: 'recovery-code', tokenHash: 'b' },
    ]);
    await database.db.insert(accountDeletions).values({ userId: account.id, dueAt: expiresAt });
    await add({ password: 'the clerk’s own words' });
    expect(await database.db.$count(accountDeletions)).toBe(0);
    expect(await database.db.select().from(userTokens).where(eq(userTokens.userId, account.id))).toEqual([]);
    expect(await stored()).toMatchObject({ totpSecret: null, totpConfirmedAt: null, bannedAt: null });
    expect((await logIn()).status).toBe(401);
    const right = await logIn('the clerk’s own words');
    expect(await right.json()).toMatchObject({ role: 'staff', emailVerified: true, secondFactor: 'off' });
  });

  it('ends a second factor that the stranger has begun to set up, or would set up now', async () => {
    const stranger = await aStranger();
    await database.db
      .update(users)
      .set({ role: 'staff', rights: ['administrator'] })
      .where(eq(users.username, 'mallory'));
    const begun = (await (await stranger.post('/api/auth/second-factor/setup', { body: {} })).json()) as {
      secret: string;
    };
    await add();
    const code = new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate();
    expect((await stranger.post('/api/auth/second-factor/confirm', { body: { code } })).status).toBe(401);
    expect(await stored()).toMatchObject({ totpSecret: null, totpConfirmedAt: null });
  });

  it('needs a username, and one that is free, and changes nothing otherwise', async () => {
    const stranger = await aStranger();
    await expect(add({ username: undefined })).rejects.toMatchObject({ code: 'invalid' });
    await expect(add({ username: 'Boss' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(add({ password: 'password123' })).rejects.toMatchObject({ code: 'invalid' });
    expect((await stranger.get('/api/auth/me')).status).toBe(200);
    expect(await stored()).toMatchObject({ username: 'mallory', role: 'owner' });
  });

  it('lets nobody in who logs in, registers or changes the password at the same moment', {
    timeout: 120_000,
  }, async () => {
    for (let round = 0; round < 6; round++) {
      await database.db.delete(rateLimits);
      await database.db.delete(users).where(eq(sql`lower(${users.email})`, mailbox));
      const stranger = round % 2 === 0 ? await aStranger() : new TestBrowser(app, '198.51.100.7');
      await stranger.get('/api/csrf-token');
      const others = [new TestBrowser(app), new TestBrowser(app)];
      for (const other of others) await other.get('/api/csrf-token');
      const body = { username: 'mallory', email: mailbox, password };
      const [added] = await Promise.all([
        add(),
        ...others.map((other) => other.post('/api/auth/login', { body: { email: mailbox, password } })),
        round % 2 === 0
          ? stranger.post('/api/account/password', {
              body: { currentPassword: password, newPassword: 'still my account' },
            })
          : stranger.post('/api/auth/register', { body }),
      ]);
      for (const browser of [stranger, ...others]) {
        expect((await browser.get('/api/staff/counts')).status, `round ${round}`).not.toBe(200);
      }
      expect(await database.db.$count(sessions, eq(sessions.userId, added.userId)), `round ${round}`).toBe(0);
      expect(await stored()).toMatchObject({ username: 'clerk', passwordHash: null, role: 'staff' });
      for (const typed of [password, 'still my account']) expect((await logIn(typed)).status).toBe(401);
    }
  });
});

describe('the command, for a confirmed person', () => {
  const confirmed = async () =>
    aUser(database.db, {
      username: 'clara',
      email: mailbox,
      passwordHash: await hashPassword(password),
      emailVerifiedAt: new Date(),
    });

  it('keeps name and password, ends every session, and tells the person and the staff', async () => {
    const clara = await confirmed();
    const session = await aSession(database.db, clara.id);
    expect(await add()).toMatchObject({ account: 'known', username: 'clara' });
    expect((await new TestBrowser(app).withSession(session).get('/api/auth/me')).status).toBe(401);
    expect(await (await logIn()).json()).toMatchObject({ role: 'staff', username: 'clara' });
    expect((await mailTo(database.db, mailbox))[0]?.subject).toContain('You are staff');
    expect((await mailTo(database.db, boss.email))[0]?.text).toMatch(/at\s+the command\s+line/);
    expect(await database.db.select().from(auditLog).where(eq(auditLog.action, 'account.made-staff'))).toHaveLength(1);
  });

  it('refuses a banned one', async () => {
    const clara = await confirmed();
    await database.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, clara.id));
    await expect(add()).rejects.toMatchObject({ code: 'conflict' });
  });
});

it('npm run staff -- add says what it removed, and prints the link that sets a password', async () => {
  const stranger = await aStranger();
  const child = spawn(process.execPath, ['src/app/cli/staff.ts', 'add', mailbox, '--username', 'clerk'], {
    env: { ...process.env, DATABASE_URL: database.url, SITE_URL: 'http://oakbend.example' },
    stdio: 'pipe',
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(err).toBe('');
  expect(out).toContain('newclerk@town.example is staff now, by the name of clerk. There was an account');
  const token = /^http:\/\/oakbend\.example\/reset-password\?token=([\w-]{43})$/m.exec(out)?.[1] ?? '';
  expect((await stranger.get('/api/auth/me')).status).toBe(401);
  expect((await logIn()).status).toBe(401);
  expect((await setPassword(token)).status).toBe(200);
  expect(await (await logIn('the clerk’s own words')).json()).toMatchObject({ role: 'staff', username: 'clerk' });
});

describe('the staff area', () => {
  let staff: TestBrowser;
  beforeEach(async () => {
    staff = new TestBrowser(app).withSession(await aSession(database.db, boss.id));
  });
  const setRole = (id: string, role: string) => staff.write('PUT', `/api/staff/people/${id}/role`, { body: { role } });

  it('makes nobody staff whose mailbox is not confirmed', async () => {
    const stranger = await aStranger();
    const id = (await stored())?.id ?? '';
    expect(await problemOf(await setRole(id, 'staff'))).toMatchObject({
      status: 409,
      code: 'conflict',
      message: expect.stringContaining('not confirmed their email'),
    });
    expect((await stranger.get('/api/staff/counts')).status).toBe(403);
    expect((await stranger.get('/api/auth/me')).status).toBe(200);
    const token = await mailedToken(database.db, 'NewClerk@town.example', 'verify-email');
    await stranger.post('/api/auth/verify-email', { body: { token } });
    expect((await setRole(id, 'staff')).status).toBe(200);
    expect((await stranger.get('/api/staff/counts')).status).toBe(401);
  });

  it('ends every session of the person, and tells the person and all staff who did it', async () => {
    const clara = await aUser(database.db, { username: 'clara', email: mailbox, emailVerifiedAt: new Date() });
    await aUser(database.db, { role: 'staff', email: 'third@town.example' });
    await aSession(database.db, clara.id);
    await aSession(database.db, clara.id);
    expect((await setRole(clara.id, 'staff')).status).toBe(200);
    expect(await database.db.$count(sessions, eq(sessions.userId, clara.id))).toBe(0);
    expect((await mailTo(database.db, mailbox))[0]?.text).toContain('by boss');
    for (const to of [boss.email, 'third@town.example']) {
      expect(await mailTo(database.db, to)).toMatchObject([{ subject: expect.stringContaining('clara is staff') }]);
    }
    const subject = and(eq(auditLog.action, 'user.made-staff'), eq(auditLog.subjectId, clara.id));
    expect(await database.db.select().from(auditLog).where(subject)).toMatchObject([{ data: { ended: 2 } }]);
    await aSession(database.db, clara.id);
    expect((await setRole(clara.id, 'owner')).status).toBe(200);
    expect(await database.db.$count(sessions, eq(sessions.userId, clara.id))).toBe(0);
    expect((await mailTo(database.db, mailbox)).at(-1)?.subject).toContain('not staff');
  });
});
