/** An administrator changes the e-mail of a person who has lost the mailbox; everybody concerned can stop it. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { PersonDetail } from '#features/accounts/people-contract.ts';
import { carryOutEmailChanges } from '#features/accounts/server/carry-out-email-changes.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { auditLog, guardedEmailChanges, sessions, users, userTokens } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { found } from '#tests/support/found.ts';
import { mailedToken, mailTo, runResetMailJobs } from '#tests/support/mailed-link.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const hour = 3_600_000;
const [lost, fresh] = ['ada@lost.example', 'ada@new.example'];
const reason = 'She came to town hall with her license.';
let services: Services;
let now: number;
let ada: User;
let stella: User;
let staff: TestBrowser;
let stranger: TestBrowser;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  now = Date.now();
  services = testServices(database, { now: () => new Date(now) });
  const app = createApi(services);
  ada = await aUser(database.db, { email: lost, emailVerifiedAt: new Date(), passwordHash: 'x' });
  stella = await aUser(database.db, { role: 'staff', email: 'stella@town.example' });
  await aUser(database.db, { role: 'staff', email: 'other@town.example' });
  await aUser(database.db, { role: 'staff', rights: ['editor'], email: 'editor@town.example' });
  stranger = new TestBrowser(app);
});

const path = (id = ada.id) => `/api/staff/people/${id}/email-change`;
/** In a new session: the call asks for a proof of the last 10 minutes. */
const start = async (email = fresh, id = ada.id) => {
  staff = new TestBrowser(createApi(services)).withSession(
    await aSession(database.db, stella.id, { createdAt: new Date(now) }),
  );
  return staff.post(path(id), { body: { email, reason } });
};
const post = (page: string, token: string) => stranger.post(`/api/auth/${page}`, { body: { token } });
const confirm = async () => post('verify-email', await mailedToken(database.db, fresh, 'verify-email'));
const stopToken = () => mailedToken(database.db, lost, 'stop-email-change');
const emailOf = async (id = ada.id) =>
  found((await database.db.select().from(users).where(eq(users.id, id)))[0], 'the person').email;
const waiting = () => database.db.$count(guardedEmailChanges);
const receivers = async () => (await queuedMail(database.pool)).map(({ to }) => to).toSorted();
const run = async (hours: number) => {
  now += hours * hour;
  await carryOutEmailChanges(services);
};
const trail = async () =>
  (await database.db.select().from(auditLog).orderBy(auditLog.id)).map(({ action, actorId }) => [action, actorId]);

it('changes after 72 hours, once the new address is confirmed; everybody is told twice, and all sessions end', async () => {
  await aSession(database.db, ada.id);
  const person = await answerOf<PersonDetail>(await start());
  expect(person.emailChange).toEqual({
    email: fresh,
    reason,
    startedBy: stella.username,
    dueAt: new Date(now + 72 * hour).toISOString(),
    isConfirmed: false,
    expiresAt: new Date(now + 7 * 24 * hour).toISOString(),
  });
  const everybody = [lost, fresh, 'other@town.example', 'stella@town.example'];
  expect(await receivers()).toEqual(everybody);
  expect((await mailTo(database.db, lost))[0]?.text).toMatch(/have lost this mailbox[\s\S]*stop-email-change\?token=/);
  const answer = await answerOf<{ message: string }>(await confirm());
  expect(answer.message).toMatch(/will use ada@new\.example from .* on, unless/);
  await forgetQueuedMail(database.pool);

  await run(71);
  expect(await emailOf()).toBe(lost);
  await run(2);
  expect(await emailOf()).toBe(fresh);
  expect(await receivers()).toEqual(everybody);
  expect([await waiting(), await database.db.$count(sessions, eq(sessions.userId, ada.id))]).toEqual([0, 0]);
  expect(await database.db.$count(userTokens)).toBe(0);
  expect(await trail()).toEqual([
    ['user.email-change-started', stella.id],
    ['account.email-changed', stella.id],
  ]);
  await run(72);
  expect(await receivers()).toEqual(everybody);
});

it('waits for the confirmation, and ends without one after 7 days', async () => {
  await answerOf(await start());
  await run(100);
  expect([await emailOf(), await waiting()]).toEqual([lost, 1]);
  expect((await answerOf<{ message: string }>(await confirm())).message).toContain('in a few minutes');
  await run(0);
  expect(await emailOf()).toBe(fresh);

  const bob = await aUser(database.db);
  await answerOf(await start('bob@new.example', bob.id));
  const token = await mailedToken(database.db, 'bob@new.example', 'verify-email');
  await run(7 * 24);
  expect([await emailOf(bob.id), await waiting()]).toEqual([bob.email, 0]);
  expect((await post('verify-email', token)).status).toBe(404);
});

it('is stopped by the link in the old mailbox, once, and never by opening it', async () => {
  await answerOf(await start());
  await answerOf(await confirm());
  const [token, newToken] = [await stopToken(), await mailedToken(database.db, fresh, 'verify-email')];
  for (const wrong of ['', 'x', newToken, 'A'.repeat(43)])
    expect((await post('email-change/stop', wrong)).status).toBe(404);
  // The link stops; it confirms nothing.
  expect((await post('verify-email', token)).status).toBe(404);
  expect(await waiting()).toBe(1);
  await forgetQueuedMail(database.pool);
  await answerOf(await post('email-change/stop', token));
  expect((await post('email-change/stop', token)).status).toBe(404);
  expect(await receivers()).toEqual([lost, fresh, 'other@town.example', 'stella@town.example']);
  await run(100);
  expect(await emailOf()).toBe(lost);
  expect(await trail()).toContainEqual(['user.email-change-stopped', ada.id]);
});

it('is seen and stopped by the owner on the account page, and stands in the download', async () => {
  await answerOf(await start());
  const owner = new TestBrowser(createApi(services)).withSession(await aSession(database.db, ada.id));
  const guarded = { email: fresh, dueAt: new Date(now + 72 * hour).toISOString(), isConfirmed: false };
  expect(await answerOf(await owner.get('/api/account/email-change'))).toEqual({ pending: null, guarded });
  expect(await answerOf(await owner.get('/api/account/data'))).toMatchObject({
    emailChangeByStaff: { ...guarded, reason },
  });
  await answerOf(await owner.write('DELETE', '/api/account/email-change/guarded'));
  expect((await owner.write('DELETE', '/api/account/email-change/guarded')).status).toBe(404);
  expect(await answerOf(await owner.get('/api/account/email-change'))).toEqual({ pending: null, guarded: null });
});

it('is called off by staff, and can be started again', async () => {
  await answerOf(await start());
  expect(await problemOf(await start('third@new.example'))).toMatchObject({ status: 409 });
  expect(await answerOf(await staff.write('DELETE', path()))).toMatchObject({ emailChange: null });
  expect((await staff.write('DELETE', path())).status).toBe(404);
  await answerOf(await start('third@new.example'));
});

it('ends when a link that was mailed to the old address sets a password: somebody reads that mailbox', async () => {
  await answerOf(await start());
  await stranger.post('/api/auth/password-reset-mail', { body: { email: lost } });
  await runResetMailJobs(services);
  const token = await mailedToken(database.db, lost, 'reset-password');
  const password = 'under the old live oaks';
  await answerOf(await stranger.post('/api/auth/password-reset', { body: { token, password } }));
  expect(await waiting()).toBe(0);
});

it('ends when the email changes in the usual way, and drops the usual change when it starts', async () => {
  const password = 'under the old live oaks';
  await database.db
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(users.id, ada.id));
  const owner = new TestBrowser(createApi(services)).withSession(await aSession(database.db, ada.id));
  const ask = (email: string) => owner.post('/api/account/email', { body: { email, password } });
  expect((await ask('second@new.example')).status).toBe(202);
  await answerOf(await start());
  expect(await answerOf(await owner.get('/api/account/email-change'))).toMatchObject({ pending: null });
  expect((await ask('third@new.example')).status).toBe(202);
  for (const mailbox of [lost, 'third@new.example'])
    await answerOf(await post('verify-email', await mailedToken(database.db, mailbox, 'verify-email')));
  expect([await emailOf(), await waiting()]).toEqual(['third@new.example', 0]);
});

it('does not happen to somebody banned, nor to an address that has got an account meanwhile', async () => {
  await answerOf(await start());
  await answerOf(await confirm());
  await database.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, ada.id));
  await run(73);
  expect([await emailOf(), await waiting()]).toEqual([lost, 0]);

  await database.db.update(users).set({ bannedAt: null }).where(eq(users.id, ada.id));
  await answerOf(await start());
  await answerOf(await confirm());
  await aUser(database.db, { email: fresh.toUpperCase() });
  await run(73);
  expect([await emailOf(), await waiting()]).toEqual([lost, 0]);
  expect((await mailTo(database.db, 'stella@town.example')).at(-1)?.text).toContain('Another account uses');
});

it('is refused for oneself, for nobody, for an address in use, and without a reason', async () => {
  const bob = await aUser(database.db);
  expect((await start(fresh, stella.id)).status).toBe(409);
  expect((await start(fresh, '0198d3a0-0000-7000-8000-000000000000')).status).toBe(404);
  for (const email of [bob.email, lost.toUpperCase()]) {
    expect(await problemOf(await start(email))).toMatchObject({ status: 409, fields: { email: expect.any(String) } });
  }
  for (const body of [{ email: 'nonsense', reason }, { email: fresh, reason: 'short' }, { email: fresh }])
    expect((await staff.post(path(), { body })).status).toBe(422);
  await database.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, bob.id));
  expect((await start(fresh, bob.id)).status).toBe(409);
  expect([await waiting(), await receivers()]).toEqual([0, []]);
});
