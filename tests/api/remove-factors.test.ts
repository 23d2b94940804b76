/** For a person who has lost every factor: the command `npm run staff -- remove-factors`, and the same by an administrator. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { PersonDetail } from '#features/accounts/people-contract.ts';
import { auditLog, guardedEmailChanges, passkeys, sessions, users, userTokens } from '#server/db/schema/index.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();

async function removeFactors(email: string): Promise<{ code: number; said: string }> {
  const env = { ...process.env, DATABASE_URL: database.url };
  const child = spawn(process.execPath, ['src/app/cli/staff.ts', 'remove-factors', email], { env, stdio: 'pipe' });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, said: out + err };
}

it('are removed by a command for somebody who lost them, with sessions and recovery codes, and the person is told', async () => {
  const lost = { totpSecret: 'x', totpConfirmedAt: new Date() };
  const ada = await aUser(database.db, { email: 'ada@example.com', ...lost });
  const bob = await aUser(database.db, { email: 'bob@example.com', ...lost });
  for (const { id } of [ada, bob]) {
    await aSession(database.db, id);
    const publicKey = Buffer.from('key');
    await database.db.insert(passkeys).values({ userId: id, credentialId: id, publicKey, counter: 0, name: 'Phone' });
    await database.db.insert(userTokens).values({ userId: id, purpose: 'recovery-code', tokenHash: id });
  }
  expect(await removeFactors('Ada@example.com')).toMatchObject({
    code: 0,
    said: expect.stringContaining(ada.username),
  });
  const [after] = await database.db.select().from(users).where(eq(users.id, ada.id));
  expect(after).toMatchObject({ totpSecret: null, totpConfirmedAt: null });
  for (const table of [passkeys, sessions, userTokens]) {
    expect(await database.db.select({ userId: table.userId }).from(table)).toEqual([{ userId: bob.id }]);
  }
  expect((await database.db.select().from(auditLog)).map(({ action, subjectId }) => [action, subjectId])).toEqual([
    ['account.factors-removed', ada.id],
  ]);
  const mails = await queuedMail(database.pool);
  expect(mails.map(({ to }) => to)).toEqual(['ada@example.com']);

  expect(await removeFactors('ada@example.com')).toMatchObject({
    code: 1,
    said: expect.stringContaining('has no second factor'),
  });
  expect(await removeFactors('nobody@example.com')).toMatchObject({
    code: 1,
    said: expect.stringContaining('There is no account'),
  });
}, 120_000);

it('are removed by an administrator with a reason; the person and the other administrators are told', async () => {
  await forgetQueuedMail(database.pool);
  const { staff, staffUser } = await aStaffOffice(database);
  const colleague = await aUser(database.db, { role: 'staff' });
  const lost = { totpSecret: 'x', totpConfirmedAt: new Date() };
  const eve = await aUser(database.db, { email: 'eve@example.com', ...lost });
  await aSession(database.db, eve.id);
  const reason = 'She came to town hall with her license.';
  const remove = (id: string, body: object = { reason }) =>
    staff.post(`/api/staff/people/${id}/factors-removal`, { body });
  expect((await remove(eve.id, { reason: 'hm' })).status).toBe(422);
  expect((await remove('0198d3a0-0000-7000-8000-000000000000')).status).toBe(404);
  expect(await problemOf(await remove(staffUser.id))).toMatchObject({
    status: 409,
    message: expect.stringContaining('for yourself'),
  });
  await database.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, eve.id));
  expect(await problemOf(await remove(eve.id))).toMatchObject({
    status: 409,
    message: expect.stringContaining('banned'),
  });
  await database.db.update(users).set({ bannedAt: null }).where(eq(users.id, eve.id));
  const later = new Date(Date.now() + 86_400_000);
  await database.db.insert(guardedEmailChanges).values({
    ...{ userId: eve.id, email: 'new@example.com', reason, startedById: staffUser.id, dueAt: later, expiresAt: later },
  });
  expect(await problemOf(await remove(eve.id))).toMatchObject({
    status: 409,
    message: expect.stringContaining('change of the email waits'),
  });
  await database.db.delete(guardedEmailChanges);
  expect(await queuedMail(database.pool)).toEqual([]);

  const after = await answerOf<PersonDetail>(await remove(eve.id));
  expect(after).toMatchObject({ secondFactor: false, sessions: [] });
  const [line] = await database.db.select().from(auditLog).where(eq(auditLog.action, 'user.factors-removed'));
  expect(line).toMatchObject({ actorId: staffUser.id, subjectId: eve.id, data: { reason } });
  const mails = await queuedMail(database.pool);
  expect(mails.map(({ to }) => to).toSorted()).toEqual([colleague.email, eve.email, staffUser.email].toSorted());
  const told = mails.find(({ to }) => to === eve.email);
  expect(told?.text).toContain('stella, an administrator of the site, removed');
  expect(told?.text).toContain(reason);
  expect(told?.text).not.toContain('The operator');
  expect((await remove(eve.id)).status).toBe(409);
});
