/** A restore without the key that sealed the second factors says what people have to do; a start without it refuses while another machine runs. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { sealFactor } from '#features/accounts/server/seal-factors.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { users, userTokens } from '#server/db/schema/index.ts';
import { createFolderStore } from '#server/storage/folder-store.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { commandTarget } from '#tests/support/command-target.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
const { url: targetUrl, machine, inFolder, command, sql: inTarget } = commandTarget(database);
const restore = (dataDir: string, option: string) => command(dataDir, 'restore', option);

/** As the supervisor does at a start. Returns the last report. */
async function prepare(dataDir: string): Promise<unknown> {
  const child = fork('src/app/cli/prepare.ts', { env: machine(dataDir), stdio: 'ignore' });
  const reports: unknown[] = [];
  child.on('message', (report) => {
    reports.push(report);
    if (reports.length === 1) child.send({ databaseUrl: targetUrl() });
  });
  await once(child, 'exit');
  return reports.at(-1);
}

it('names the number of factors to be set up anew, and leaves the recovery codes in force', async () => {
  const { id } = await aUser(database.db);
  const totpSecret = sealFactor(id, 'JBSWY3DPEHPK3PXP');
  await database.db.update(users).set({ totpSecret, totpConfirmedAt: new Date() }).where(eq(users.id, id));
  await database.db.insert(userTokens).values({ userId: id, purpose: 'recovery-code', tokenHash: 'code' });
  const file = inFolder('site.backup');
  await makeBackup({ url: database.url, uploads: createFolderStore(inFolder('uploads')), file });

  const { code, said } = await restore('data', file);
  expect(said).toContain('1 second factor cannot be opened: the backup was made without --with-key');
  expect(said).toContain('sign in with a recovery code and set up their factor anew');
  expect(code).toBe(0);
  // The account still asks for a factor, which only a recovery code can be now.
  const stored = 'select totp_secret, totp_confirmed_at is not null as "isOn" from users';
  expect(await inTarget(stored)).toEqual([{ totp_secret: totpSecret, isOn: true }]);
  expect(await inTarget('select purpose from user_tokens')).toEqual([{ purpose: 'recovery-code' }]);
}, 120_000);

it('starts after the restore, and with another key only while no other machine runs, or when that is asked for', async () => {
  expect(await prepare('data')).toMatchObject({ type: 'done' });
  const secrets = 'select name, value from site_secrets order by name';
  const sealed = await inTarget(secrets);
  expect(sealed).toMatchObject([{ name: 'csrf' }]);
  const beside = new Client({ connectionString: targetUrl(), application_name: 'alameda web' });
  await beside.connect();
  const refused = await prepare('another');
  await beside.end();
  const reason = expect.stringMatching(/another\/secret\.key is not the key .+ copy secret\.key .+ --new-key$/);
  expect(refused).toEqual({ type: 'failed', isMistake: true, reason });
  expect(await inTarget(secrets)).toEqual(sealed);

  const needless = await restore('data', '--new-key');
  expect(needless).toEqual({
    code: 0,
    said: expect.stringMatching(/^Nothing was changed: .+ is the key of this site\.\n$/),
  });
  const running = new Client({ connectionString: targetUrl(), application_name: 'alameda web' });
  await running.connect();
  expect(await restore('another', '--new-key')).toEqual({
    code: 1,
    said: expect.stringMatching(
      /^Nothing was changed: the site is running \(1 connections\)\. .+ copy its secret\.key/,
    ),
  });
  await running.end();
  expect(await inTarget(secrets)).toEqual(sealed);
  const { code, said } = await restore('another', '--new-key');
  expect(said).toMatch(/^The site goes on with .+another\/secret\.key\./);
  expect(said).toContain('1 second factor cannot be opened: the key with which they were set up is lost');
  expect(code).toBe(0);
  expect(await prepare('another')).toMatchObject({ type: 'done' });
  // Nobody uses the keys of the other folder.
  expect(await prepare('data')).toMatchObject({ type: 'done' });
  expect(await inTarget(secrets)).not.toEqual(sealed);
}, 240_000);
