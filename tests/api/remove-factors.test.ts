/** The command `npm run staff -- remove-factors`, for a person who has lost every factor. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { auditLog, passkeys, sessions, users, userTokens } from '#server/db/schema/index.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
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
