import { namedCityPack } from '#app/cli/named-city-pack.ts';
import { CommandError, resolvePath } from '#app/cli/run-command.ts';
import { BackupFileError } from '#server/backup/archive.ts';
import { RestoreRefused } from '#server/backup/restore-backup.ts';
import { openDataDir } from '#server/data-dir.ts';
import { foldersIn } from '#server/db/embedded/settings.ts';
import { goBack } from '#server/db/embedded/take-over.ts';
import { type Env, readEnv } from '#server/env.ts';
import { restoreTo } from '#server/history/restore-to.ts';
import { describeError, log } from '#server/log.ts';
import { bucketStoreOf } from '#server/storage/site-files.ts';
import { formatLongDate, formatTime } from '#shared/dates.ts';
import { maybeBack } from './came-back.ts';
import { readMoment } from './read-moment.ts';

interface Choices {
  /** `s3`: the history in the bucket; undefined: that of this disk. */
  from: string | undefined;
  /** The file of a private key. */
  identity: string | undefined;
}

function bucketOf(env: Env, { from, identity }: Choices) {
  if (from === undefined && identity === undefined) return undefined;
  if (from !== 's3') throw new CommandError('--from is s3, or left out: then the history of this disk is read.');
  const store = bucketStoreOf('history', env);
  if (store === undefined) throw new CommandError('No bucket is set: S3_ENDPOINT, S3_REGION, S3_BUCKET and two keys.');
  return { store, identityFile: identity === undefined ? undefined : resolvePath(identity) };
}

/** `npm run restore -- --to MOMENT`: the embedded database as it was then. */
export async function bringBack(text: string, choices: Choices): Promise<void> {
  const env = readEnv();
  if (!process.env.LOG_LEVEL) log.level = 'fatal';
  const { timeZone } = (await namedCityPack(env.cityPack)).facts;
  const moment = readMoment(text, timeZone);
  if (moment === undefined)
    throw new CommandError(
      `--to is ${JSON.stringify(text)}, allowed is a time of the town (${timeZone}), such as '2026-11-21 14:05', or with a zone, such as 2026-11-21T20:05:00Z.`,
    );
  if (env.databaseUrl)
    throw new CommandError(
      'Nothing was changed: DATABASE_URL is set. Its own PostgreSQL can bring back a minute (docs/running.md).',
    );
  openDataDir(env.dataDir);
  const shown = (date: Date) => `${formatLongDate(date, timeZone)}, ${formatTime(date, timeZone)} (${timeZone})`;
  try {
    const { base, former } = await restoreTo(env.dataDir, { moment, now: new Date(), from: bucketOf(env, choices) });
    console.log(
      `The database is as it was on ${shown(moment)}, ${moment.toISOString()}; read from the copy of ${shown(base)}.`,
    );
    console.log(
      'Pictures and other files are those of today: what was deleted since then is missing, and what was added since then goes in the night. ' +
        'What came after that minute is still in the history: restore --to a later one brings it back.',
    );
    console.log(maybeBack('that minute'));
    if (former)
      console.log(`The history of the database that was here before is in ${former}: delete it when it is of no use.`);
  } catch (error) {
    if (error instanceof RestoreRefused) throw new CommandError(`Nothing was changed: ${error.message}.`);
    if (error instanceof BackupFileError)
      throw new CommandError(`Nothing was changed: the history cannot be read: ${error.message}.`);
    throw error;
  }
}

/** `npm run restore -- --former-postgres`: the data as an older PostgreSQL left it, for the release that had that one. */
export async function bringBackFormerData(): Promise<void> {
  const env = readEnv();
  if (!process.env.LOG_LEVEL) log.level = 'fatal';
  openDataDir(env.dataDir);
  const { timeZone } = (await namedCityPack(env.cityPack)).facts;
  try {
    const { from, at, newer } = await goBack(env.dataDir, foldersIn(env.dataDir));
    const left = new Date(at);
    console.log(
      `The database is as PostgreSQL ${from} left it on ${formatLongDate(left, timeZone)}, ${formatTime(left, timeZone)} (${timeZone}). ` +
        `What was written since then is in ${newer}. Start the release that had PostgreSQL ${from}: this one would take the data over again.`,
    );
    console.log(maybeBack('then'));
  } catch (error) {
    throw new CommandError(`Nothing was changed: ${describeError(error)}.`);
  }
}
