/** Recovery codes: counted, told about by mail, and made anew. */
import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const password = 'under the live oaks';
const post = (browser: TestBrowser, path: string, body: object = {}) => browser.post(`/api/auth/${path}`, { body });
const give = (as: TestBrowser, code: string) => post(as, 'second-factor', { code });

async function setUp(browser: TestBrowser): Promise<string[]> {
  const { secret } = (await (await post(browser, 'second-factor/setup')).json()) as { secret: string };
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const confirmed = await post(browser, 'second-factor/confirm', { code });
  return ((await confirmed.json()) as { recoveryCodes: string[] }).recoveryCodes;
}

it('says by mail that a recovery code was used, counts those that are left, and makes new ones', async () => {
  const app = createApi(testServices(database));
  const passwordHash = await hashPassword(password);
  const staff = await aUser(database.db, { role: 'staff', email: 'staff@example.com', passwordHash });
  const browser = new TestBrowser(app).withSession(await aSession(database.db, staff.id));
  const left = async () =>
    ((await (await browser.get('/api/auth/second-factor')).json()) as { codesLeft: number }).codesLeft;
  expect((await post(browser, 'second-factor/recovery-codes')).status).toBe(409);
  const [first = '', second = ''] = await setUp(browser);
  expect(await left()).toBe(10);
  const other = new TestBrowser(app);
  await post(other, 'login', { email: staff.email, password });
  await forgetQueuedMail(database.pool);
  expect((await give(other, first)).status).toBe(200);
  expect(await left()).toBe(9);
  const made = (await (await post(browser, 'second-factor/recovery-codes')).json()) as { recoveryCodes: string[] };
  expect(new Set(made.recoveryCodes).size).toBe(10);
  expect(await left()).toBe(10);
  const mails = await queuedMail(database.pool);
  expect(mails.map(({ subject }) => subject.replace(/ for .*/, ''))).toEqual([
    'A recovery code was used',
    'New recovery codes',
  ]);
  expect(mails[0]?.text).toContain('9 recovery codes are left.');
  await post(other, 'login', { email: staff.email, password });
  expect((await give(other, second)).status).toBe(422);
  expect((await give(other, made.recoveryCodes[0] ?? '')).status).toBe(200);
});
