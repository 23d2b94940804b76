/**
 * `npm run restore -- FILE [--replace] [--identity FILE]`: replaces the site with a backup. `--to` brings a minute back (`--from s3` from
 * the bucket), `--former-postgres` the data as it was before a newer PostgreSQL took it over, and `--new-key` goes on without a lost key.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bringBack, bringBackFormerData } from '#app/cli/bring-back.ts';
import { readBack, readGone, sayWhoIsBack } from '#app/cli/came-back.ts';
import { sayLosses, takeNewKey } from '#app/cli/new-key.ts';
import { readArguments } from '#app/cli/read-arguments.ts';
import { CommandError, resolvePath, runCommand } from '#app/cli/run-command.ts';
import { withDatabase } from '#app/cli/with-database.ts';
import { sealAllFactors } from '#features/accounts/server/seal-factors.ts';
import { BackupFileError } from '#server/backup/archive.ts';
import { decryptFile, isEncrypted } from '#server/backup/encrypt-file.ts';
import { fetchBackup } from '#server/backup/fetch-backup.ts';
import { RestoreRefused, restoreBackup } from '#server/backup/restore-backup.ts';
import { bucketMark } from '#server/backup/rotate.ts';
import { openDataDir } from '#server/data-dir.ts';
import type { Database } from '#server/db/client.ts';
import { readEnv } from '#server/env.ts';
import { renewSecrets, sealAllSecrets } from '#server/site-secret.ts';
import { bucketStoreOf } from '#server/storage/site-files.ts';
import { replaceKeyFile } from '#server/vault.ts';

const usage = `Usage: npm run restore -- FILE [--replace] [--identity FILE]
  Brings a stopped site back from a backup: a file, or s3:NAME of the bucket.
  --replace        replaces what this site has; without it only an empty one is filled
  --identity FILE  the private key that --make-identity of npm run backup wrote, for an encrypted backup

       npm run restore -- --to 'YYYY-MM-DD HH:MM' [--from s3] [--identity FILE]
  Brings the embedded database back to a minute, by the town's clock; --from s3 reads the history in the bucket.

       npm run restore -- --former-postgres
  Brings back the data as an older PostgreSQL left it, for the release that had that one.

       npm run restore -- --new-key
  The file secret.key of this stopped site is lost: makes what it sealed anew with the one in DATA_DIR.

For example: npm run restore -- /var/backups/town/today.backup --replace`;

/** An encrypted file is decrypted beside the site's data for as long as it is read. */
async function openBackup(file: string, identity: string | undefined, dataDir: string) {
  if (!(await isEncrypted(file))) return { file, close: async () => undefined };
  if (identity === undefined)
    throw new BackupFileError('it is encrypted: add --identity FILE, the file that --make-identity wrote');
  openDataDir(dataDir);
  const folder = await mkdtemp(join(dataDir, 'restore-'));
  const close = () => rm(folder, { recursive: true, force: true });
  const plain = join(folder, 'site.backup');
  await decryptFile(file, plain, resolvePath(identity)).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { file: plain, close };
}

await runCommand(async () => {
  const { positionals, values } = readArguments(usage, {
    allowPositionals: true,
    options: {
      ...{ replace: { type: 'boolean' }, identity: { type: 'string' } },
      ...{ to: { type: 'string' }, from: { type: 'string' }, 'former-postgres': { type: 'boolean' } },
      'new-key': { type: 'boolean' },
    },
  });
  const [name, ...others] = positionals;
  const { to, from, identity } = values;
  if (to !== undefined && name === undefined) return bringBack(to, { from, identity });
  if (values['former-postgres'] && name === undefined && values.to === undefined) return bringBackFormerData();
  if (values['new-key'] && Object.keys(values).length === 1 && name === undefined) return takeNewKey();
  const isOther = to !== undefined || from !== undefined || values['former-postgres'] || values['new-key'];
  if (name === undefined || others.length > 0 || isOther) throw new CommandError(usage);
  const env = readEnv();
  const fetched = name.startsWith(bucketMark) ? await fetchBackup(name, env) : undefined;
  const path = fetched?.file ?? resolvePath(name);
  const opened = await openBackup(path, identity, env.dataDir).catch(async (error: unknown) => {
    await fetched?.close();
    throw error instanceof BackupFileError ? new CommandError(`${name} cannot be restored: ${error.message}.`) : error;
  });
  const request = {
    file: opened.file,
    replace: values.replace === true,
    uploadsFolder: join(env.dataDir, 'uploads'),
    bucket: env.storage === 's3' ? bucketStoreOf('uploads', env) : undefined,
  };
  try {
    const restore = async ({ url, db }: { url: string; db: Database }) => {
      const gone = await readGone(url);
      const restored = await restoreBackup({ ...request, url });
      if (restored.key !== null) replaceKeyFile(env.dataDir, restored.key);
      const { renewed } = await renewSecrets(db);
      await sealAllSecrets(db, env);
      const back = gone && (await readBack(db, gone));
      return { ...restored, ...(await sealAllFactors(db)), renewed, back };
    };
    const done = await withDatabase(env, restore, { tables: 'as it is', isNamed: false, key: 'any' });
    console.log(
      `Restored ${name} of ${done.madeAt}: ${done.rows} rows of ${done.tables} tables, ${done.uploads} uploads.`,
    );
    if (done.jobsLeftOut)
      console.log('Jobs that were queued then were left out: another version of the job queue wrote them.');
    sayLosses(done, 'the backup was made without --with-key, and this DATA_DIR has another secret.key');
    sayWhoIsBack(done.back, env.siteUrl);
  } catch (error) {
    if (error instanceof RestoreRefused) throw new CommandError(`Nothing was changed: ${error.message}.`);
    if (error instanceof BackupFileError) throw new CommandError(`${name} cannot be restored: ${error.message}.`);
    throw error;
  } finally {
    await opened.close();
    await fetched?.close();
  }
});
