/** The list of devices and the mail about a new one, for a person whose browser was there before. */
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { SessionInfo } from '#features/accounts/account-contract.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { makeLinkToken } from '#features/accounts/server/link-tokens.ts';
import { minuteMs } from '#shared/times.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const password = 'under the live oaks';
const start = Date.now();
let time: Date;
let app: ReturnType<typeof createApi>;
let ada: User;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  time = new Date(start);
  app = createApi({ ...testServices(database), now: () => time });
  const emailVerifiedAt = new Date(start);
  ada = await aUser(database.db, {
    email: 'ada@example.com',
    passwordHash: await hashPassword(password),
    emailVerifiedAt,
  });
});

const logIn = async (browser: TestBrowser, word = password) =>
  answerOf(await browser.post('/api/auth/login', { body: { email: ada.email, password: word } }));
const warnings = async () =>
  (await queuedMail(database.pool)).filter(({ text }) =>
    text.replace(/\s+/g, ' ').includes('a device that we have not seen before'),
  ).length;

async function reset(word: string): Promise<void> {
  const link = { userId: ada.id, purpose: 'reset-password', now: time } as const;
  const body = { token: await makeLinkToken(database.db, link), password: word };
  await answerOf(await new TestBrowser(app).post('/api/auth/password-reset', { body }));
}

it('a browser that was known before a reset elsewhere is no new device, and another one is', async () => {
  const phone = new TestBrowser(app);
  await logIn(phone);
  expect(await warnings()).toBe(1);
  for (const word of ['a quite new password', 'another quite new password']) {
    await reset(word);
    await logIn(phone, word);
    expect(await warnings()).toBe(1);
  }
  await logIn(new TestBrowser(app), 'another quite new password');
  expect(await warnings()).toBe(2);
});

it('a browser of somebody else is a new device, also with words of its cookie put together', async () => {
  await aUser(database.db, { email: 'mallory@example.com', passwordHash: ada.passwordHash });
  const mallory = new TestBrowser(app);
  await answerOf(await mallory.post('/api/auth/login', { body: { email: 'mallory@example.com', password } }));
  await logIn(mallory);
  expect(await warnings()).toBe(1);
  const [nonce, , factor, signature, seen] = (mallory.cookies.get('known-browser') ?? '').split('.');
  const forger = new TestBrowser(app);
  forger.cookies.set('known-browser', [nonce, 'zzzzzz', factor, `${signature}x`, seen].join('.'));
  await logIn(forger);
  expect(await warnings()).toBe(2);
});

it('a proof of who is here is no new sign-in on the list of devices, and a log-in is', async () => {
  const phone = new TestBrowser(app);
  await logIn(phone);
  const signedIn = async () => (await answerOf<SessionInfo[]>(await phone.get('/api/account/sessions')))[0]?.createdAt;
  for (let times = 1; times <= 2; times++) {
    time = new Date(start + times * 13 * minuteMs);
    await answerOf(await phone.post('/api/auth/proof', { body: { password } }));
    expect(await signedIn()).toBe(new Date(start).toISOString());
  }
  time = new Date(start + 40 * minuteMs);
  await logIn(phone);
  expect(await signedIn()).toBe(time.toISOString());
});
