/** Commands with another secret.key than the site's refuse in the words of a start, change nothing, and make no key. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { makeBackup } from '#server/backup/make-backup.ts';
import { siteSecret } from '#server/site-secret.ts';
import { createFolderStore } from '#server/storage/folder-store.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { commandTarget } from '#tests/support/command-target.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
const { command, inFolder, sql } = commandTarget(database);
const refusal = (dataDir: string) => new RegExp(`/${dataDir}/secret\\.key is not the key .+ --new-key\n$`);

it('staff, import, inbound-mail, sample and a backup with the key refuse; a restore, a plain backup and the check-up do not', {
  timeout: 240_000,
}, async () => {
  await aUser(database.db);
  await siteSecret(database.db, 'csrf');
  const file = inFolder('site.backup');
  await makeBackup({ url: database.url, uploads: createFolderStore(inFolder('uploads')), file });
  // The restore makes the secrets anew, with the key of this folder.
  expect((await command('own', 'restore', file)).code).toBe(0);
  const secrets = await sql('select name, value from site_secrets order by name');
  expect(secrets.map(({ name }) => name)).toContain('csrf');

  const rows = inFolder('rows.csv');
  await writeFile(rows, 'name,address\nFig & Ladder,12 Oak Street\n');
  await mkdir(inFolder('another'));
  await writeFile(inFolder('another/secret.key'), `${Buffer.alloc(32, 7).toString('base64url')}\n`);
  const calls = [
    ['another', 'staff', 'list'],
    ['missing', 'staff', 'add', 'ada@example.com', '--username', 'ada'],
    ['missing', 'import', rows],
    ['another', 'sample', 'remove'],
    ['missing', 'backup', inFolder('with.backup'), '--with-key'],
  ] as const;
  for (const [dataDir, name, ...args] of calls) {
    const { code, said } = await command(dataDir, name, ...args);
    expect([name, code, said]).toEqual([name, 1, expect.stringMatching(refusal(dataDir))]);
  }
  const mail = await command('missing', 'inbound-mail');
  // The mail server tries again later.
  expect([mail.code, mail.said]).toEqual([75, expect.stringMatching(refusal('missing'))]);
  expect((await command('missing', 'doctor')).said).toMatch(/WRONG {2}Key: .+missing\/secret\.key is not the key/);
  expect(existsSync(inFolder('missing/secret.key'))).toBe(false);
  expect(existsSync(inFolder('with.backup'))).toBe(false);
  expect(await sql('select name, value from site_secrets order by name')).toEqual(secrets);
  expect(await sql("select email from users where email = 'ada@example.com'")).toEqual([]);
  expect(await sql("select name from businesses where name = 'Fig & Ladder'")).toEqual([]);

  expect((await command('another', 'backup', inFolder('plain.backup'))).code).toBe(0);
  // With the site's own key they go on.
  await copyFile(inFolder('own/secret.key'), inFolder('another/secret.key'));
  expect((await command('another', 'staff', 'list')).code).toBe(0);
});
