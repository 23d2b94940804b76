/** Passkeys as the only factor and after the password, and attempts with another person's passkey. */
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { addStaff } from '#features/accounts/server/add-staff.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { sweepAccounts } from '#features/accounts/server/sweep-accounts.ts';
import { auditLog, passkeyChallenges, passkeys, sessions, users, userTokens } from '#server/db/schema/index.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import {
  askForPasskey as ask,
  type MakeQuestion,
  type Odd,
  passkeyCall as post,
  type Question,
  sendPasskey as send,
} from '#tests/support/passkey-calls.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { SoftwareAuthenticator } from '#tests/support/software-authenticator.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const password = 'under the live oaks';
const start = Date.parse('2026-07-04T10:00:00Z');
let now: number;
let app: ReturnType<typeof createApi>;
let ada: User;
let phone: SoftwareAuthenticator;
let browser: TestBrowser;
beforeEach(async () => {
  now = start;
  app = createApi(testServices(database, { now: () => new Date(now) }));
  ada = await aUser(database.db, {
    email: 'ada@example.com',
    passwordHash: await hashPassword(password),
    emailVerifiedAt: new Date(start),
  });
  phone = new SoftwareAuthenticator();
  browser = await signedIn(ada);
});

async function signedIn(user: User): Promise<TestBrowser> {
  const expiresAt = new Date(now + 86_400_000);
  return new TestBrowser(app).withSession(
    await aSession(database.db, user.id, { createdAt: new Date(now), expiresAt }),
  );
}

async function add(as = browser, device = phone, odd: Parameters<SoftwareAuthenticator['make']>[1] = {}) {
  return send(as, '', device.make(await ask<MakeQuestion>(as, '/setup'), odd));
}
async function codesOf(answer: Response): Promise<string[]> {
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { recoveryCodes: string[] }).recoveryCodes;
}
async function logIn(as = new TestBrowser(app), odd: Odd = {}, device = phone) {
  return send(as, '/log-in', device.answer(await ask<Question>(as, '/log-in-challenge'), odd));
}
async function prove(as: TestBrowser, odd: Odd = {}, device = phone) {
  return send(as, '/proof', device.answer(await ask<Question>(as, '/challenge'), odd));
}
const byPassword = async (user = ada) => {
  const next = new TestBrowser(app);
  expect((await next.post('/api/auth/login', { body: { email: user.email, password } })).status).toBe(200);
  return next;
};
const stateOf = async (as: TestBrowser) =>
  ((await (await as.get('/api/auth/me')).json()) as { secondFactor: string }).secondFactor;
const factors = async (as = browser) =>
  (await (await as.get('/api/auth/second-factor')).json()) as {
    app: boolean;
    passkeys: { id: string; name: string }[];
  };
const actions = async () => (await database.db.select().from(auditLog)).map(({ action }) => action);

describe('a passkey', () => {
  it('logs in alone, which counts as both factors', async () => {
    const other = await signedIn(ada);
    const before = browser.cookies.get('session');
    expect(await codesOf(await add())).toHaveLength(10);
    expect(browser.cookies.get('session')).not.toBe(before);
    expect(await stateOf(browser)).toBe('given');
    expect((await other.get('/api/auth/me')).status).toBe(401);

    const visitor = new TestBrowser(app);
    const answer = await logIn(visitor);
    expect(await answer.json()).toMatchObject({ id: ada.id, secondFactor: 'given' });
    expect(await stateOf(visitor)).toBe('given');
    expect((await visitor.get('/api/account/data')).status).toBe(200);
    const [used] = await database.db.select().from(passkeys);
    expect(used?.lastUsedAt).toEqual(new Date(now));
    expect(await actions()).toEqual(expect.arrayContaining(['account.passkey-added', 'account.logged-in']));
  });

  it('is a second factor after the password, and a fresh proof', async () => {
    await add();
    const person = await byPassword();
    expect(await stateOf(person)).toBe('asked');
    const asked = person.cookies.get('session');
    expect(await (await prove(person)).json()).toMatchObject({ secondFactor: 'given' });
    expect(person.cookies.get('session')).not.toBe(asked);
    now += 11 * 60_000;
    const endOthers = () => person.write('DELETE', '/api/account/sessions');
    expect(await problemOf(await endOthers())).toMatchObject({ code: 'proof_needed' });
    expect((await prove(person)).status).toBe(200);
    expect((await endOthers()).status).toBe(200);
  });

  it('may be one of several, beside an app, with names and one set of recovery codes', async () => {
    const [recovery = ''] = await codesOf(await add());
    expect(await codesOf(await add(browser, new SoftwareAuthenticator()))).toEqual([]);
    const begun = await browser.post('/api/auth/second-factor/setup', { body: {} });
    const { secret } = (await begun.json()) as { secret: string };
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = totp.generate({ timestamp: now });
    const confirmed = await browser.post('/api/auth/second-factor/confirm', { body: { code } });
    expect(await confirmed.json()).toEqual({ recoveryCodes: [] });

    const { app: hasApp, passkeys: keys } = await factors();
    expect(hasApp).toBe(true);
    expect(keys).toHaveLength(2);
    const path = `/api/auth/passkeys/${keys[1]?.id}`;
    expect((await browser.write('PATCH', path, { body: { name: '  Blue key ' } })).status).toBe(200);
    expect((await browser.write('PATCH', path, { body: { name: '' } })).status).toBe(422);
    expect((await factors()).passkeys.map(({ name }) => name)).toContain('Blue key');
    const data = (await (await browser.get('/api/account/data')).json()) as { passkeys: object[] };
    const known = ['createdAt', 'lastUsedAt', 'name'];
    expect(data.passkeys.map((key) => Object.keys(key).toSorted())).toEqual([known, known]);

    const off = await browser.post('/api/auth/second-factor/off', { body: { password } });
    const message = 'The app is turned off. Your passkeys stay. Every other device was signed out.';
    expect(await off.json()).toEqual({ message });
    const person = await byPassword();
    const used = await person.post('/api/auth/second-factor', { body: { code: recovery } });
    expect(await used.json()).toMatchObject({ secondFactor: 'given' });
  });

  it('opens nothing once it is removed; with the last factor go the recovery codes', async () => {
    await forgetQueuedMail(database.pool);
    await add();
    const [key] = (await factors()).passkeys;
    const remove = () => browser.write('DELETE', `/api/auth/passkeys/${key?.id}`);
    now += 11 * 60_000;
    expect(await problemOf(await remove())).toMatchObject({ code: 'proof_needed' });
    expect((await prove(browser)).status).toBe(200);
    const elsewhere = new TestBrowser(app).withSession(await aSession(database.db, ada.id));
    expect((await elsewhere.get('/api/auth/me')).status).toBe(200);
    expect((await remove()).status).toBe(200);
    // Another device, which may be a thief's, is signed out.
    expect((await elsewhere.get('/api/auth/me')).status).toBe(401);
    expect((await remove()).status).toBe(404);
    expect(await stateOf(browser)).toBe('off');
    expect(await database.db.$count(userTokens)).toBe(0);
    expect((await logIn()).status).toBe(401);
    expect((await queuedMail(database.pool)).map(({ to, subject }) => [to, subject])).toEqual([
      ['ada@example.com', 'A new passkey for Oak Bend'],
      ['ada@example.com', 'A passkey for Oak Bend was removed'],
    ]);
    expect(await actions()).toContain('account.passkey-removed');
  });

  it('is what staff may set up where a factor is demanded, and leads back there when it goes', async () => {
    app = createApi(testServices(database, { now: () => new Date(now), demandsSecondFactor: true }));
    browser = await signedIn(await aUser(database.db, { role: 'staff' }));
    expect(await stateOf(browser)).toBe('demanded');
    await codesOf(await add());
    expect((await browser.get('/api/staff/counts')).status).toBe(200);
    const [key] = (await factors()).passkeys;
    await browser.write('DELETE', `/api/auth/passkeys/${key?.id}`);
    expect(await stateOf(browser)).toBe('demanded');
    expect(await problemOf(await browser.get('/api/staff/counts'))).toMatchObject({ code: 'second_factor_demanded' });
  });

  it('of a stranger is gone when the unconfirmed account becomes staff', async () => {
    await database.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, ada.id));
    await add();
    const given = { email: ada.email, username: 'Boss', password: undefined, actorId: null };
    expect(await addStaff(database.db, given, testServices(database))).toMatchObject({ account: 'taken-over' });
    expect(await database.db.$count(passkeys)).toBe(0);
    expect((await logIn()).status).toBe(401);
  });

  it('does not open a banned account, and goes with the deleted one', async () => {
    await add();
    await database.db
      .update(users)
      .set({ bannedAt: new Date(now) })
      .where(eq(users.id, ada.id));
    expect(await problemOf(await logIn())).toMatchObject({
      status: 401,
      message: expect.stringContaining('is closed'),
    });
    await database.db.delete(users).where(eq(users.id, ada.id));
    expect(await database.db.$count(passkeys)).toBe(0);
  });
});

describe('a log-in by passkey is refused', () => {
  beforeEach(async () => void (await add()));
  const refused = async (answer: Response) => {
    expect(await problemOf(answer)).toMatchObject({ status: 401, code: 'wrong_credentials' });
    expect(await database.db.$count(sessions)).toBe(1);
  };

  it.each<[string, Odd]>([
    ['from another site', { origin: 'https://oakbend.example.evil.test' }],
    ['for another name', { rpId: 'evil.test' }],
    ['with a made-up challenge', { challenge: 'A'.repeat(43) }],
    ['when the device did not recognize its person', { verified: false }],
    ['for another person', { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') }],
    ['with what the device signed for a new key', { type: 'webauthn.create' }],
  ])('%s', async (_, odd) => refused(await logIn(new TestBrowser(app), odd)));

  it('the second time, even after a refusal', async () => {
    const thief = new TestBrowser(app);
    const question = await ask<Question>(thief, '/log-in-challenge');
    expect((await send(thief, '/log-in', phone.answer(question, { verified: false }))).status).toBe(401);
    await refused(await send(thief, '/log-in', phone.answer(question)));
    const again = new TestBrowser(app);
    const good = phone.answer(await ask<Question>(again, '/log-in-challenge'));
    expect((await send(again, '/log-in', good)).status).toBe(200);
    expect((await send(again, '/log-in', good)).status).toBe(401);
  });

  it('in another browser, after 5 minutes, and for another purpose', async () => {
    const [mine, other] = [new TestBrowser(app), new TestBrowser(app)];
    const question = await ask<Question>(mine, '/log-in-challenge');
    await refused(await send(other, '/log-in', phone.answer(question)));
    now += 5 * 60_000;
    await refused(await send(mine, '/log-in', phone.answer(question)));
    const person = await byPassword();
    const forLogIn = await ask<Question>(person, '/log-in-challenge');
    expect((await send(person, '/proof', phone.answer(forLogIn))).status).toBe(422);
    await sweepAccounts(database.db, new Date(now + 5 * 60_000 + 1));
    expect(await database.db.$count(passkeyChallenges)).toBe(0);
  });

  it('with a key that nobody has, in the same words', async () => {
    const unknown = new SoftwareAuthenticator();
    unknown.make({ challenge: '', rp: { id: 'oakbend.example' }, user: { id: phone.keys[0]?.userHandle ?? '' } });
    const strange = await problemOf(await logIn(new TestBrowser(app), {}, unknown));
    const wrong = await problemOf(await logIn(new TestBrowser(app), { verified: false }));
    expect(strange).toEqual(wrong);
    const question = await ask<Question>(new TestBrowser(app), '/log-in-challenge');
    expect(question).not.toHaveProperty('allowCredentials');
  });

  it('when its counter did not rise: it may be a copy', async () => {
    expect((await logIn(new TestBrowser(app), { counter: 7 })).status).toBe(200);
    expect((await logIn(new TestBrowser(app), { counter: 8 })).status).toBe(200);
    for (const counter of [8, 3, 0]) {
      const copy = await problemOf(await logIn(new TestBrowser(app), { counter }));
      expect(copy).toMatchObject({ status: 401, message: expect.stringContaining('may have been copied') });
    }
    expect((await logIn(new TestBrowser(app), { counter: 9 })).status).toBe(200);
  });

  it('after 50 wrong tries from one network; from elsewhere it works on', async () => {
    const { db } = database;
    for (let n = 0; n < 50; n++) await logIn(new TestBrowser(app), { challenge: 'A'.repeat(43) });
    expect((await logIn()).status).toBe(429);
    expect((await logIn(new TestBrowser(app, '198.51.100.7'))).status).toBe(200);
    expect(await db.$count(passkeys)).toBe(1);
  });
});

describe('a second step by passkey', () => {
  it('is refused with the key of somebody else, a copy, or a device that did not recognize its person', async () => {
    await add();
    const mallory = await aUser(database.db, { passwordHash: await hashPassword(password) });
    const theirs = new SoftwareAuthenticator();
    await codesOf(await add(await signedIn(mallory), theirs));
    const person = await byPassword();
    for (const [odd, device] of [
      [{}, theirs],
      [{ userHandle: phone.keys[0]?.userHandle ?? '' }, theirs],
      [{ verified: false }, phone],
      [{ origin: 'https://evil.test' }, phone],
    ] as const) {
      expect((await prove(person, odd, device)).status).toBe(422);
      expect(await stateOf(person)).toBe('asked');
    }
    expect((await prove(person, { counter: 4 })).status).toBe(200);
    expect((await prove(person, { counter: 4 })).status).toBe(422);
    expect((await prove(browser, {}, theirs)).status).toBe(422);
  });

  it('names the keys of the account to who knows the password, and has none for others', async () => {
    expect((await post(browser, '/challenge')).status).toBe(409);
    await add();
    const question = await ask<Question>(await byPassword(), '/challenge');
    expect(question.allowCredentials).toMatchObject([{ id: phone.keys[0]?.id }]);
    expect((await post(new TestBrowser(app), '/challenge')).status).toBe(401);
  });
});
