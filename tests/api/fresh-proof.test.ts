/** Calls that need a password or code of the last 10 minutes. */
import type { Hono } from 'hono';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, expect, it } from 'vitest';
import { createApi, servedEndpoints } from '#app/api/api.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import type { ApiEnv } from '#server/http/serve.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const password = 'under the live oaks';
const start = Date.parse('2026-07-04T10:00:00Z');
let now: number;
let app: Hono<ApiEnv>;
let ada: User;
let browser: TestBrowser;
beforeEach(async () => {
  now = start;
  app = createApi(testServices(database, { now: () => new Date(now) }));
  const passwordHash = await hashPassword(password);
  ada = await aUser(database.db, { role: 'staff', emailVerifiedAt: new Date(start), passwordHash });
  const session = { createdAt: new Date(start), expiresAt: new Date(start + 86_400_000) };
  browser = new TestBrowser(app).withSession(await aSession(database.db, ada.id, session));
});

const endOthers = () => browser.write('DELETE', '/api/account/sessions');
const prove = (typed: string) => browser.post('/api/auth/proof', { body: { password: typed } });

it('is asked for before factors, sessions and rights change, 10 minutes after the last one', async () => {
  const guarded = servedEndpoints.filter(({ endpoint }) => endpoint.freshProof);
  expect(guarded.map(({ endpoint: { method, path } }) => `${method} ${path}`).toSorted()).toEqual([
    'DELETE /api/account/sessions',
    'DELETE /api/account/sessions/{id}',
    'DELETE /api/auth/passkeys/{id}',
    'DELETE /api/staff/invitations/{id}',
    'DELETE /api/staff/people/{id}/deletion',
    'DELETE /api/staff/people/{id}/sessions',
    'DELETE /api/staff/people/{id}/sessions/{sessionId}',
    'POST /api/auth/passkeys',
    'POST /api/auth/passkeys/setup',
    'POST /api/auth/second-factor/recovery-codes',
    'POST /api/auth/second-factor/setup',
    'POST /api/staff/billing/acts/{id}/take-back',
    'POST /api/staff/billing/people/{id}/plans',
    'POST /api/staff/billing/plans/{id}/correction',
    'POST /api/staff/billing/plans/{id}/end',
    'POST /api/staff/billing/plans/{id}/gone',
    'POST /api/staff/billing/subscriptions/{id}/credit',
    'POST /api/staff/billing/subscriptions/{id}/discount',
    'POST /api/staff/billing/subscriptions/{id}/discount/end',
    'POST /api/staff/billing/subscriptions/{id}/end',
    'POST /api/staff/billing/subscriptions/{id}/keep',
    'POST /api/staff/billing/subscriptions/{id}/refund',
    'POST /api/staff/businesses/delete',
    'POST /api/staff/businesses/{id}/deletion',
    'POST /api/staff/invitations',
    'POST /api/staff/invitations/{id}/mail',
    'POST /api/staff/listing-orders/{id}/refund',
    'POST /api/staff/people/{id}/data',
    'POST /api/staff/people/{id}/deletion',
    'POST /api/staff/people/{id}/email-change',
    'POST /api/staff/people/{id}/factors-removal',
    'POST /api/user/businesses/{id}/hand-over',
    'PUT /api/staff/businesses/{id}/owner',
    'PUT /api/staff/people/{id}/role',
  ]);
  now = start + 10 * 60_000;
  expect((await endOthers()).status).toBe(200);
  now += 1;
  for (const { endpoint } of guarded) {
    const path = endpoint.path.replaceAll(/\{\w+\}/g, ada.id);
    const refused = await problemOf(await browser.write(endpoint.method, path, { body: { role: 'owner' } }));
    expect(refused, path).toMatchObject({ status: 403, code: 'proof_needed' });
  }
});

it('is the password, which begins the session anew', async () => {
  now = start + 11 * 60_000;
  expect(await problemOf(await prove('wrong'))).toMatchObject({
    status: 422,
    fields: { password: 'This is not your password.' },
  });
  expect((await endOthers()).status).toBe(403);
  const before = browser.cookies.get('session') ?? '';
  expect((await prove(password)).status).toBe(200);
  expect(browser.cookies.get('session')).not.toBe(before);
  expect((await new TestBrowser(app).withSession(before).get('/api/auth/me')).status).toBe(401);
  expect((await endOthers()).status).toBe(200);
  now += 10 * 60_000 + 1;
  expect(await problemOf(await endOthers())).toMatchObject({ code: 'proof_needed' });
});

it('is also a code of the second factor, each once', async () => {
  const begun = await browser.post('/api/auth/second-factor/setup', { body: {} });
  const { secret } = (await begun.json()) as { secret: string };
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const give = (path: string, code: string) => browser.post(`/api/auth/second-factor${path}`, { body: { code } });
  expect((await give('/confirm', totp.generate({ timestamp: now }))).status).toBe(200);
  now += 11 * 60_000;
  expect(await problemOf(await endOthers())).toMatchObject({ code: 'proof_needed' });
  const before = browser.cookies.get('session') ?? '';
  const code = totp.generate({ timestamp: now });
  expect((await give('', code)).status).toBe(200);
  expect(browser.cookies.get('session')).not.toBe(before);
  expect((await endOthers()).status).toBe(200);
  now += 10 * 60_000 + 1;
  expect((await give('', code)).status).toBe(422);
  expect(await problemOf(await endOthers())).toMatchObject({ code: 'proof_needed' });
});
