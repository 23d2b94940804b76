/**
 * `npm run backup -- FILE`: saves database and uploads into one file, also while the site runs.
 * `npm run backup -- --make-identity FILE`: makes the key pair of encrypted backups.
 */
import { existsSync } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readArguments } from '#app/cli/read-arguments.ts';
import { CommandError, resolvePath, runCommand } from '#app/cli/run-command.ts';
import { NoSite, withDatabase } from '#app/cli/with-database.ts';
import { encryptFile, makeIdentity } from '#server/backup/encrypt-file.ts';
import { noteBackup } from '#server/backup/last-backup.ts';
import { makeBackup, NothingToSave, UploadsMissing } from '#server/backup/make-backup.ts';
import { bucketMark } from '#server/backup/rotate.ts';
import { readEnv } from '#server/env.ts';
import { filesOf } from '#server/storage/site-files.ts';
import { readKeyFile } from '#server/vault.ts';

const usage = `Usage: npm run backup -- FILE [--allow-missing] [--with-key] [--plain]
  Saves database and uploads of the site into one file, also while it runs; encrypted where BACKUP_RECIPIENT is set.
  --allow-missing       saves the rest where uploads are missing
  --with-key            adds secret.key, which opens the second factors: keep such a file as you keep passwords
  --plain               not encrypted, also where BACKUP_RECIPIENT is set

       npm run backup -- --make-identity FILE
  Makes the key pair of encrypted nightly backups: FILE opens them, and the line that is printed goes into the settings.

For example: npm run backup -- /var/backups/town/today.backup`;

/** This many names are printed; the rest is counted. */
const maxNamed = 20;

function describeMissing({ message, files }: UploadsMissing): string {
  const more = files.length > maxNamed ? [`  … and ${files.length - maxNamed} more`] : [];
  return [
    `Nothing was saved: ${message}:`,
    ...files.slice(0, maxNamed).map((file) => `  ${file}`),
    ...more,
    'Run this where the uploads are (DATA_DIR), or add --allow-missing to save the rest.',
  ].join('\n');
}

async function writeIdentity(file: string): Promise<void> {
  const { identity, recipient } = await makeIdentity();
  await writeFile(file, `# Opens the backups that were made with BACKUP_RECIPIENT=${recipient}\n${identity}\n`, {
    mode: 0o600,
    flag: 'wx',
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new CommandError(`${file} is there already, and is left as it is.`);
    throw error;
  });
  console.log(`${file} opens the backups: keep it away from this machine, in two places. Without it they are lost.`);
  console.log(`The site needs only the public half:\nBACKUP_RECIPIENT=${recipient}`);
}

await runCommand(async () => {
  const { positionals, values } = readArguments(usage, {
    allowPositionals: true,
    options: {
      'allow-missing': { type: 'boolean' },
      'with-key': { type: 'boolean' },
      plain: { type: 'boolean' },
      'make-identity': { type: 'string' },
    },
  });
  if (values['make-identity'] !== undefined) return writeIdentity(resolvePath(values['make-identity']));
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) throw new CommandError(usage);
  if (name.startsWith(bucketMark)) {
    const way =
      'This command writes a file of this machine. With a bucket the site puts its nightly backups there by itself.';
    throw new CommandError(`${name} would be in the bucket. ${way}`);
  }
  const file = resolvePath(name);
  if (!existsSync(dirname(file))) throw new CommandError(`There is no folder ${dirname(file)}: make it first.`);
  const env = readEnv();
  const { uploads } = filesOf(env);
  // Most likely the shell, or cron, lacks the variables of the service. Otherwise nobody would notice the
  // useless file until it is needed.
  const allowMissing = values['allow-missing'] === true;
  const recipient = values.plain ? undefined : env.backupRecipient;
  const save = async ({ url }: { url: string }) => {
    const key = values['with-key'] ? readKeyFile(env.dataDir) : undefined;
    const wanted = { url, uploads, refuseEmpty: true, allowMissing, key };
    if (recipient === undefined) return await makeBackup({ ...wanted, file });
    const open = `${file}.open`;
    try {
      const made = await makeBackup({ ...wanted, file: open });
      await encryptFile(open, file, recipient);
      return { ...made, bytes: (await stat(file)).size };
    } finally {
      await rm(open, { force: true });
    }
  };
  // A backup without the key holds nothing of it, so it is made also where the key is lost.
  const key = values['with-key'] ? {} : ({ key: 'any' } as const);
  const done = await withDatabase(env, save, { isNamed: false, expectsSite: true, ...key }).catch((error: unknown) => {
    if (error instanceof UploadsMissing) throw new CommandError(describeMissing(error));
    if (!(error instanceof NothingToSave || error instanceof NoSite)) throw error;
    const where = env.databaseUrl ? 'the database of DATABASE_URL' : `DATA_DIR ${env.dataDir}`;
    throw new CommandError(`Nothing was saved: no site has run on ${where}. Set the same variables as the site has.`);
  });
  // The check-up is about the nightly ones, which are tried, where there are any.
  if (env.backups === undefined) await noteBackup(env.dataDir, { at: new Date(), file, proof: null });
  console.log(
    `${name}: ${done.rows} rows of ${done.tables} tables and ${done.uploads} uploads in ${(done.bytes / 1e6).toFixed(1)} MB.`,
  );
  if (recipient !== undefined) console.log('It is encrypted: to restore it takes --identity, with the private key.');
  else if (env.backupRecipient !== undefined) console.log('It is not encrypted, though BACKUP_RECIPIENT is set.');
  if (values['with-key'])
    console.log('It holds the key of the second factors (secret.key), too: keep it as you keep passwords.');
});
