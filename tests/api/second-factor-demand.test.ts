/** A site can require a second factor of its staff. */
import { eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi, servedEndpoints } from '#app/api/api.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { auditLog } from '#server/db/schema/index.ts';
import type { ApiEnv, Services } from '#server/http/serve.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { testSite } from '#tests/support/test-site.ts';

const database = testDatabase();
const exception = '/api/staff/second-factor-exception';
const demanded = { status: 403, code: 'second_factor_demanded' };

let services: Services;
let app: Hono<ApiEnv>;
let staffUser: User;
let staff: TestBrowser;
beforeEach(async () => {
  services = testServices(database, { demandsSecondFactor: true });
  app = createApi(services);
  staffUser = await aUser(database.db, { role: 'staff', username: 'stella' });
  staff = await signedIn(staffUser);
});

const signedIn = async (user: User) => new TestBrowser(app).withSession(await aSession(database.db, user.id));
const factorOf = async (browser: TestBrowser) =>
  (await answerOf<{ secondFactor: string }>(await browser.get('/api/auth/me'))).secondFactor;

async function setUp(browser: TestBrowser): Promise<void> {
  const begun = await answerOf<{ secret: string }>(await browser.post('/api/auth/second-factor/setup', { body: {} }));
  const code = new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate();
  await answerOf(await browser.post('/api/auth/second-factor/confirm', { body: { code } }));
}

describe('the second factor that is demanded', () => {
  it('opens staff nothing but its set-up until it is there', async () => {
    const { id } = await aBusiness(database.db, { ownerId: staffUser.id });
    const other = await aBusiness(database.db);
    expect(await factorOf(staff)).toBe('demanded');
    const open = new Set([
      '/api/auth/passkeys',
      '/api/auth/passkeys/challenge',
      '/api/auth/passkeys/proof',
      '/api/auth/passkeys/setup',
      '/api/auth/proof',
      '/api/auth/second-factor',
      '/api/auth/second-factor/setup',
      '/api/auth/second-factor/confirm',
    ]);
    for (const { endpoint } of servedEndpoints) {
      const { method, path, who } = endpoint;
      const isRefused = who === 'staff' || (who === 'signed-in' && method !== 'GET' && !open.has(path));
      if (!isRefused) continue;
      const at = path.replace(/\{\w+\}/g, id);
      const answer = method === 'GET' ? await staff.get(at) : await staff.write(method, at, { body: {} });
      expect(await problemOf(answer), `${method} ${path}`).toMatchObject(demanded);
    }
    expect((await staff.get(`/api/businesses/id/${id}`)).status).toBe(200);
    expect((await staff.get(`/api/businesses/id/${other.id}`)).status).toBe(404);
    await setUp(staff);
    expect(await factorOf(staff)).toBe('given');
    expect((await staff.get('/api/staff/counts')).status).toBe(200);
    expect((await staff.get(`/api/businesses/id/${other.id}`)).status).toBe(200);
  });

  it('is told at log-in, lets people log out, and leads from the staff area to its set-up', async () => {
    const password = 'under the live oaks';
    const clerk = await aUser(database.db, { role: 'staff', passwordHash: await hashPassword(password) });
    const site = new TestBrowser(testSite(services));
    const body = { email: clerk.email, password };
    expect(await answerOf(await site.post('/api/auth/login', { body }))).toMatchObject({ secondFactor: 'demanded' });
    const answer = await site.get('/staff/settings');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/account']);
    expect((await site.post('/api/auth/logout', { body: {} })).status).toBe(200);
    expect((await site.get('/api/auth/me')).status).toBe(401);
  });

  it('is not demanded of owners, nor on localhost', async () => {
    const owner = await signedIn(await aUser(database.db));
    expect(await factorOf(owner)).toBe('off');
    expect((await owner.write('DELETE', '/api/account/sessions')).status).toBe(200);
    app = createApi(testServices(database));
    const local = await signedIn(staffUser);
    expect(await factorOf(local)).toBe('off');
    expect((await local.get('/api/staff/counts')).status).toBe(200);
    expect(await answerOf(await local.get(exception))).toEqual({ isDemanded: false, exception: null });
  });

  it('is lowered by an administrator for a reason that is kept, and demanded again', async () => {
    const put = (browser: TestBrowser, reason: string) => browser.write('PUT', exception, { body: { reason } });
    const reason = 'The new phones come on Monday.';
    expect(await problemOf(await put(staff, reason))).toMatchObject(demanded);
    const clerk = await signedIn(await aUser(database.db, { role: 'staff', rights: ['moderator'] }));
    await setUp(staff);
    expect(await problemOf(await put(staff, ' because '))).toMatchObject({ status: 422, code: 'invalid' });
    expect((await staff.write('DELETE', exception)).status).toBe(409);

    expect(await answerOf(await put(staff, reason))).toMatchObject({
      isDemanded: true,
      exception: { reason, by: 'stella' },
    });
    expect((await put(staff, 'Another reason, later.')).status).toBe(409);
    expect(await factorOf(clerk)).toBe('off');
    expect((await clerk.get('/api/staff/counts')).status).toBe(200);
    expect(await problemOf(await put(clerk, reason))).toMatchObject({ status: 403, code: 'forbidden' });

    expect(await answerOf(await staff.write('DELETE', exception))).toMatchObject({ exception: null });
    expect(await problemOf(await clerk.get('/api/staff/counts'))).toMatchObject(demanded);
    const notes = await database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectType, 'settings'))
      .orderBy(auditLog.id);
    expect(notes.map(({ action, actorId, data }) => [action, actorId, data])).toEqual([
      ['settings.second-factor-lowered', staffUser.id, { reason }],
      ['settings.second-factor-demanded', staffUser.id, { reason }],
    ]);
  });
});
