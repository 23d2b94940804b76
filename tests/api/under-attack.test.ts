/** Somebody guesses passwords or floods a mailbox: the account's owner can go on as before. */
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { slopes } from '#server/http/slow-down.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { mailedToken, mailTo, runResetMailJobs } from '#tests/support/mailed-link.ts';
import { forgetQueuedMail } from '#tests/support/queued-mail.ts';
import { skippedPauses } from '#tests/support/skipped-pauses.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const password = 'under the live oaks';
const home = '203.0.113.5';
let services: Services;
let app: ReturnType<typeof createApi>;
let ada: User;
let now: number;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  now = Date.now();
  services = testServices(database, { now: () => new Date(now) });
  app = createApi(services);
  ada = await aUser(database.db, { email: 'ada@example.com', passwordHash: await hashPassword(password) });
});

const logIn = (as: TestBrowser, typed = password, email = ada.email) =>
  as.post('/api/auth/login', { body: { email, password: typed } });

/** Makes ten wrong tries from each of so many networks. Ten is the limit of one network. */
async function attack(networks: number): Promise<void> {
  const guess = async (address: string) => {
    const attacker = new TestBrowser(app, address);
    for (let at = 0; at < 10; at++) expect((await logIn(attacker, `guess ${at}`)).status).toBe(401);
    expect((await logIn(attacker)).status).toBe(429);
  };
  await Promise.all(Array.from({ length: networks }, (_, n) => guess(`198.51.100.${n + 1}`)));
}

describe('under a log-in attack from other networks', () => {
  it('a person logs in, resets, changes the password and deletes the account', async () => {
    const signedIn = new TestBrowser(app, home).withSession(await aSession(database.db, ada.id));
    await attack(3);
    expect((await logIn(new TestBrowser(app, home))).status).toBe(200);
    const changed = 'a quite new password';
    const body = { currentPassword: password, newPassword: changed };
    expect((await signedIn.post('/api/account/password', { body })).status).toBe(200);

    const attacker = new TestBrowser(app, '198.51.100.200');
    for (let n = 0; n < 10; n++) await attacker.post('/api/auth/password-reset-mail', { body: { email: ada.email } });
    const visitor = new TestBrowser(app, home);
    const asked = await visitor.post('/api/auth/password-reset-mail', { body: { email: ada.email } });
    expect(asked.status).toBe(200);
    await runResetMailJobs(services);
    const token = await mailedToken(database.db, ada.email, 'reset-password');
    const last = 'one more password';
    const reset = await visitor.post('/api/auth/password-reset', { body: { token, password: last } });
    expect(reset.status).toBe(200);
    expect((await logIn(visitor, last)).status).toBe(200);
    expect((await visitor.post('/api/account/delete', { body: { password: last } })).status).toBe(200);
  });

  it('guesses get slower with their number, and others are not slowed down', async () => {
    const pauses = skippedPauses();
    await attack(4);
    const pausesOf = async (email: string) => {
      const browser = new TestBrowser(app, home);
      await browser.get('/api/csrf-token');
      pauses.length = 0;
      expect((await logIn(browser, 'wrong', email)).status).toBe(401);
      return [...pauses];
    };
    // Ten of the forty guesses before it were free.
    expect(await pausesOf(ada.email)).toEqual([31 * slopes.logIn.stepMs]);
    for (const name of ['grace', 'edith', 'hedy']) expect(await pausesOf(`${name}@example.com`)).toEqual([]);
  });

  it('slowed tries hold no connection to the database and no place for hashing', async () => {
    await attack(4);
    let answered = 0;
    const guesses = Array.from({ length: 40 }, async (_, n) => {
      const { status } = await logIn(new TestBrowser(app, `192.0.2.${n + 1}`), 'wrong');
      answered++;
      return status;
    });
    await aUser(database.db, { email: 'grace@example.com', passwordHash: ada.passwordHash });
    expect((await logIn(new TestBrowser(app, home), password, 'grace@example.com')).status).toBe(200);
    expect(answered).toBeLessThan(guesses.length);
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]));
  });
});

describe('a browser that signed in before', () => {
  beforeEach(() => void skippedPauses());
  const cookieOf = (browser: TestBrowser) => browser.cookies.get('known-browser') ?? '';
  const wrongTries = async (browser: TestBrowser, count = 10) => {
    for (let n = 0; n < count; n++) expect((await logIn(browser, `wrong ${n}`)).status).toBe(401);
  };

  it('has its own count, also in the attacker’s network and after a log-out', async () => {
    const browser = new TestBrowser(app, home);
    const response = await logIn(browser);
    expect(response.headers.getSetCookie().find((cookie) => cookie.startsWith('known-browser='))).toMatch(
      /^known-browser=[\w.-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect((await browser.post('/api/auth/logout')).status).toBe(200);
    await wrongTries(new TestBrowser(app, home));
    expect((await logIn(new TestBrowser(app, home))).status).toBe(429);
    expect((await logIn(browser)).status).toBe(200);
    for (let n = 0; n < 50; n++) await logIn(new TestBrowser(app, home), 'wrong', `nobody${n}@example.com`);
    expect((await logIn(browser)).status).toBe(200);
  });

  it('may not guess without end either', async () => {
    const browser = new TestBrowser(app, home);
    await logIn(browser);
    await wrongTries(browser);
    expect((await logIn(browser)).status).toBe(429);
    expect((await logIn(new TestBrowser(app, home))).status).toBe(200);
  });

  it('is one for its own person alone, and no longer with another password', async () => {
    await aUser(database.db, { email: 'mallory@example.com', passwordHash: ada.passwordHash });
    const mallory = new TestBrowser(app, home);
    await logIn(mallory, password, 'mallory@example.com');
    await wrongTries(mallory);
    expect((await logIn(mallory)).status).toBe(429);

    const old = new TestBrowser(app, '203.0.113.6');
    await logIn(old);
    const kept = cookieOf(old);
    const other = new TestBrowser(app, '203.0.113.7');
    await logIn(other);
    const body = { currentPassword: password, newPassword: 'a quite new password' };
    expect((await other.post('/api/account/password', { body })).status).toBe(200);
    expect(cookieOf(other)).not.toBe('');
    await wrongTries(new TestBrowser(app, '203.0.113.6'));
    const again = new TestBrowser(app, '203.0.113.6');
    again.cookies.set('known-browser', kept);
    expect((await logIn(again, 'a quite new password')).status).toBe(429);
    other.cookies.delete('session');
    other.cookies.delete('csrf-token');
    await wrongTries(new TestBrowser(app, '203.0.113.7'));
    expect((await logIn(other, 'a quite new password')).status).toBe(200);
  });

  it('is believed by its signature only, and serves several people', async () => {
    const browser = new TestBrowser(app, home);
    await logIn(browser);
    const [nonce = '', since = '', , signature = ''] = cookieOf(browser).split('.');
    await wrongTries(new TestBrowser(app, home));
    for (const forged of [
      'x',
      '....',
      `${nonce}.${since}.1.${signature}`,
      `AAAA.${since}.0.${signature}`,
      '.'.repeat(900),
    ]) {
      const forger = new TestBrowser(app, home);
      forger.cookies.set('known-browser', forged);
      expect((await logIn(forger)).status, forged).toBe(429);
    }
    await aUser(database.db, { email: 'bob@example.com', passwordHash: ada.passwordHash });
    expect((await logIn(browser, password, 'bob@example.com')).status).toBe(200);
    expect((await logIn(browser)).status).toBe(200);
    expect(cookieOf(browser).split('.')).toHaveLength(10);
  });
});

describe('the second factor', () => {
  const secret = new Secret({ size: 20 }).base32;
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
  const give = (as: TestBrowser, typed: string) => as.post('/api/auth/second-factor', { body: { code: typed } });
  const wrongCode = () => (code() === '000000' ? '000001' : '000000');
  beforeEach(async () => {
    skippedPauses();
    const rights = ['administrator' as const];
    const given = { totpSecret: secret, totpConfirmedAt: new Date(), role: 'staff' as const, rights };
    await database.db.update(users).set(given).where(eq(users.id, ada.id));
  });
  /** The attacker knows the password and guesses codes. */
  async function guessCodes(networks: number): Promise<TestBrowser> {
    let thief = new TestBrowser(app);
    for (let n = 0; n < networks; n++) {
      thief = new TestBrowser(app, `198.51.100.${n + 1}`);
      await logIn(thief);
      for (let at = 0; at < 10; at++) expect((await give(thief, wrongCode())).status).toBe(422);
      expect((await give(thief, code())).status).toBe(429);
    }
    return thief;
  }

  it('is not shut by guesses from another network, and its owner hears of them once', async () => {
    await guessCodes(3);
    const browser = new TestBrowser(app, home);
    await logIn(browser);
    expect((await give(browser, code())).status).toBe(200);
    expect(await mailTo(database.db, ada.email)).toMatchObject([
      { subject: expect.stringContaining('Somebody knows your password') },
    ]);
  });

  it('cannot be guessed from many networks, while a browser that gave one before goes on', async () => {
    const browser = new TestBrowser(app, home);
    await logIn(browser);
    expect((await give(browser, code())).status).toBe(200);
    now += 60_000;
    const many = Array.from({ length: 11 }, async (_, n) => {
      const thief = new TestBrowser(app, `198.51.100.${n + 1}`);
      await logIn(thief);
      const tries = await Promise.all(Array.from({ length: 10 }, () => give(thief, wrongCode())));
      return tries.filter(({ status }) => status === 422).length;
    });
    const looked = (await Promise.all(many)).reduce((sum, count) => sum + count, 0);
    expect(looked).toBe(100);
    const elsewhere = new TestBrowser(app, '203.0.113.99');
    await logIn(elsewhere);
    expect((await give(elsewhere, code())).status).toBe(429);
    await logIn(browser);
    expect((await give(browser, code())).status).toBe(200);
  });

  it('is counted by the browser’s own count however often its thief logs in', async () => {
    const browser = new TestBrowser(app, home);
    await logIn(browser);
    await give(browser, code());
    now += 60_000;
    let looked = 0;
    for (let n = 0; n < 15; n++) {
      await logIn(browser);
      if ((await give(browser, wrongCode())).status === 422) looked++;
    }
    expect(looked).toBe(10);
  });
});

it('sign-up mails an unconfirmed mailbox three times an hour, and a deletion never', async () => {
  const email = 'bombed@private.example';
  const mails: number[] = [];
  for (let n = 0; n < 5; n++) {
    const browser = new TestBrowser(app, `192.0.2.${n + 1}`);
    const registered = await browser.post('/api/auth/register', { body: { username: 'mallory', email, password } });
    expect(registered.status).toBe(201);
    mails.push((await mailTo(database.db, email)).length);
    // Takes the account's own mails out of the queue, but not the count.
    expect((await browser.post('/api/account/delete', { body: { password } })).status).toBe(200);
  }
  expect(mails).toEqual([1, 1, 1, 0, 0]);
  expect(await mailTo(database.db, email)).toEqual([]);
});
