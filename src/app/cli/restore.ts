/** `npm run restore -- FILE [--replace]`: replaces the site with a backup. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError, resolvePath, runCommand } from '#app/cli/run-command.ts';
import { withDatabase } from '#app/cli/with-database.ts';
import { BackupFileError } from '#server/backup/archive.ts';
import { RestoreRefused, restoreBackup } from '#server/backup/restore-backup.ts';
import { readEnv } from '#server/env.ts';

await runCommand(async () => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean' } } });
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) throw new CommandError('Usage: npm run restore -- FILE [--replace]');
  const env = readEnv();
  const request = {
    file: resolvePath(name),
    replace: values.replace === true,
    uploadsFolder: join(env.dataDir, 'uploads'),
  };
  try {
    const restore = ({ url }: { url: string }) => restoreBackup({ ...request, url });
    const done = await withDatabase(env, restore, { tables: 'as it is', isNamed: false });
    console.log(
      `Restored ${name} of ${done.madeAt}: ${done.rows} rows of ${done.tables} tables, ${done.uploads} uploads.`,
    );
    if (done.jobsLeftOut)
      console.log('Jobs that were queued then were left out: another version of the job queue wrote them.');
  } catch (error) {
    if (error instanceof RestoreRefused) throw new CommandError(`Nothing was changed: ${error.message}.`);
    if (error instanceof BackupFileError) throw new CommandError(`${name} cannot be restored: ${error.message}.`);
    throw error;
  }
});
