/** Refusals leave a trace: a counter for all, and log lines that cannot fill the disk. */

import { asc, eq } from 'drizzle-orm';
import { Secret } from 'otpauth';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { auditLog, securityLog, users } from '#server/db/schema/index.ts';
import { noteSecurityEvent, securityEvents } from '#server/security-events.ts';
import { flushSecurityLog, sweepSecurityLog } from '#server/security-log.ts';
import { dayMs } from '#shared/times.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const password = 'under the live oaks';
let lines: Record<string, unknown>[];
let app: ReturnType<typeof createApi>;
let ada: User;
const logTo = () => pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
beforeEach(async () => {
  lines = [];
  app = createApi({ ...testServices(database), log: logTo() });
  ada = await aUser(database.db, { email: 'ada@example.com', passwordHash: await hashPassword(password) });
});

// Writes waiting rows, which would otherwise appear in the next test.
afterEach(() => flushSecurityLog(database.db));

const counts = async () =>
  Object.fromEntries((await securityEvents.get()).values.map(({ labels, value }) => [labels.event, value]));
/** The increase of the counters, without those that did not increase. */
async function gained(act: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await counts();
  await act();
  const after = Object.entries(await counts()).map(
    ([event, value]) => [event, Number(value) - Number(before[event] ?? 0)] as const,
  );
  return Object.fromEntries(after.filter(([, value]) => value > 0));
}
const logIn = (as: TestBrowser, email: string, typed: string) =>
  as.post('/api/auth/login', { body: { email, password: typed } });

it('a refused log-in and a lock-out say from where, to which account, and nothing secret', async () => {
  const thief = new TestBrowser(app, '198.51.100.9');
  const events = await gained(async () => {
    for (let n = 0; n < 11; n++) await logIn(thief, ada.email, 'my secret guess');
    await logIn(thief, 'nobody@example.com', 'my secret guess');
  });
  expect(events).toEqual({ log_in_refused: 11, log_in_limited: 1 });
  const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const where = { level: 40, clientAddress: '198.51.100.9', requestId: uuid, route: '/api/auth/login', method: 'POST' };
  expect(lines[0]).toMatchObject({ ...where, event: 'log_in_refused', account: ada.id });
  expect(lines[10]).toMatchObject({ ...where, event: 'log_in_limited', limit: 'log-in-account' });
  expect(lines[11]).toMatchObject({
    event: 'log_in_refused',
    account: expect.stringMatching(/^mailbox:[0-9a-f]{24}$/),
  });
  expect(JSON.stringify(lines)).not.toMatch(/example\.com|secret guess/);
});

it('refused codes, own passwords, 401, 403 and CSRF are counted and logged by their kind', async () => {
  const secret = new Secret({ size: 20 }).base32;
  const staff = await aUser(database.db, { role: 'staff', totpSecret: secret, totpConfirmedAt: new Date() });
  const asked = new TestBrowser(app).withSession(await aSession(database.db, staff.id));
  const owner = new TestBrowser(app).withSession(await aSession(database.db, ada.id));
  const body = { currentPassword: 'wrong', newPassword: 'a quite new password' };
  const events = await gained(async () => {
    await asked.post('/api/auth/second-factor', { body: { code: '12345x' } });
    await asked.get('/api/staff/counts');
    await owner.get('/api/staff/counts');
    await owner.post('/api/account/password', { body });
    await owner.post('/api/account/password', { body, token: false });
    await new TestBrowser(app).get('/api/account/sessions');
    for (let n = 0; n < 30; n++) await new TestBrowser(app).get('/api/auth/me');
  });
  expect(events).toEqual({
    second_factor_refused: 1,
    password_check_refused: 1,
    forbidden: 2,
    csrf: 1,
    signed_out: 1,
    nobody_signed_in: 30,
  });
  expect(lines.map(({ event }) => event)).not.toContain('nobody_signed_in');
  expect(lines.find(({ event }) => event === 'password_check_refused')).toMatchObject({ account: ada.id });
});

it('an attack cannot fill the disk, and the log says how many lines it left out', async () => {
  const line = { clientAddress: '198.51.100.9', requestId: 'x', method: 'GET', route: '/api/x' };
  // The minute ends now. At its end, a line counts the lines that were left out.
  const now = Date.now() + 3_600_000;
  const events = await gained(async () => {
    for (let n = 0; n < 500; n++)
      noteSecurityEvent({ db: database.db, log: logTo() }, 'forbidden', line, n === 0 ? now : now + 59_990);
  });
  expect(events).toEqual({ forbidden: 500 });
  expect(lines.filter(({ event }) => event === 'forbidden')).toHaveLength(20);
  await expect.poll(() => lines.at(-1)).toMatchObject({ event: 'forbidden', leftOut: 480 });
});

/** Leaves ids and times out: they differ in each run. */
async function storedRows() {
  await flushSecurityLog(database.db);
  const rows = await database.db.select().from(securityLog).orderBy(asc(securityLog.id));
  return rows.map(({ event, account, clientAddress, requestId, method, route, data }) => ({
    ...{ event, account, clientAddress, requestId, method, route, data },
  }));
}

it('good and bad log-ins, roles and refusals are rows of the security log, without secrets', async () => {
  const stella = await aUser(database.db, { role: 'staff' });
  await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, ada.id));
  const staff = new TestBrowser(app, '192.0.2.1').withSession(await aSession(database.db, stella.id));
  const thief = new TestBrowser(app, '198.51.100.9');
  await logIn(thief, ada.email, 'my secret guess');
  await logIn(thief, ada.email, password);
  const path = `/api/staff/people/${ada.id}/role`;
  await staff.write('PUT', path, { body: { role: 'staff' } });
  await staff.write('PUT', path, { body: { role: 'staff' } });
  const requestId = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const from = { account: ada.id, clientAddress: '198.51.100.9', requestId, method: 'POST', route: '/api/auth/login' };
  const role = { method: 'PUT', route: '/api/staff/people/{id}/role', requestId, clientAddress: '192.0.2.1' };
  const rows = await storedRows();
  expect(rows).toEqual([
    { event: 'log_in_refused', ...from, data: null },
    { event: 'account.logged-in', ...from, data: null },
    { event: 'user.made-staff', ...role, account: stella.id, data: { subject: ada.id } },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/example\.com|secret guess/);
  const audits = await database.db.select().from(auditLog).orderBy(asc(auditLog.id));
  expect(audits.map((row) => row.requestId)).toEqual([rows[1]?.requestId, rows[2]?.requestId]);
  expect(lines.filter(({ stream }) => stream === 'security').map(({ event }) => event)).toEqual(
    rows.map(({ event }) => event),
  );

  const read = async (query: string) => {
    const answer = await staff.get(`/api/staff/security-log${query}`);
    return ((await answer.json()) as { event: string }[]).map(({ event }) => event);
  };
  expect(await read('')).toEqual(['user.made-staff', 'account.logged-in', 'log_in_refused']);
  expect(await read('?event=log_in')).toEqual(['log_in_refused']);
  expect(await read(`?person=${ada.username}`)).toEqual(['account.logged-in', 'log_in_refused']);
  expect(await read('?address=192.0.2.1')).toEqual(['user.made-staff']);
  expect(await read(`?request=${rows[1]?.requestId}`)).toEqual(['account.logged-in']);
  expect(await read('?to=2020-01-01')).toEqual([]);
});

it('a database that takes no rows fails no call, and gets them later', async () => {
  await database.pool.query('alter table security_log rename to security_log_away');
  const refused = await logIn(new TestBrowser(app, '198.51.100.9'), ada.email, 'my secret guess');
  expect(refused.status).toBe(401);
  await expect(flushSecurityLog(database.db)).rejects.toThrow('security_log');
  await database.pool.query('alter table security_log_away rename to security_log');
  expect(await storedRows()).toMatchObject([{ event: 'log_in_refused', account: ada.id }]);
});

it('rows go after 180 days, and the oldest refusals of a flood before', async () => {
  const now = new Date();
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * dayMs);
  await database.db.insert(securityLog).values([
    { event: 'user.banned', at: at(181) },
    { event: 'user.banned', at: at(179) },
    { event: 'forbidden', at: at(3) },
    { event: 'forbidden', at: at(2) },
    { event: 'too_many', at: at(1) },
  ]);
  await sweepSecurityLog(database.db, now, 2);
  expect((await storedRows()).map(({ event }) => event)).toEqual(['user.banned', 'forbidden', 'too_many']);
});

it('the audit line of a log-in has the address', async () => {
  await logIn(new TestBrowser(app, '203.0.113.5'), ada.email, password);
  expect(await database.db.select().from(auditLog)).toMatchObject([
    { action: 'account.logged-in', data: { address: '203.0.113.5', secondFactor: 'off' } },
  ]);
});
