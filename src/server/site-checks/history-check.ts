import { isEmbeddedUrl } from '#server/db/embedded/settings.ts';
import type { Env } from '#server/env.ts';
import { historyIn, readBases } from '#server/history/history-files.ts';
import { dayMs } from '#shared/times.ts';
import { type Check, note, right, wrong } from './check.ts';

/** A base is made each day; one that failed is tried again after minutes. */
const maxBaseAgeMs = 2 * dayMs;

type Settings = Pick<Env, 'dataDir' | 'databaseUrl' | 'historyDays'>;

export async function checkHistory({ dataDir, databaseUrl, historyDays }: Settings, now: Date): Promise<Check> {
  const name = 'Any minute back';
  if (databaseUrl !== undefined && !isEmbeddedUrl(dataDir, databaseUrl))
    return note(name, 'The site’s own PostgreSQL has to see to that: docs/running.md.');
  if (historyDays === 0) return note(name, 'HISTORY_DAYS is 0: only backups bring earlier data back.');
  const bases = await readBases(historyIn(dataDir));
  const [oldest, newest] = [bases[0], bases.at(-1)];
  if (oldest === undefined || newest === undefined)
    return note(name, 'Nothing is kept yet: the first copy is made some seconds after the start of the site.');
  const text = `npm run restore -- --to brings the database back to any minute since ${oldest.endedAt.toISOString()}.`;
  return now.getTime() - newest.endedAt.getTime() > maxBaseAgeMs
    ? wrong(
        name,
        `No copy was made since ${newest.endedAt.toISOString()}: the log says why, most likely the disk is nearly full.`,
      )
    : right(name, text);
}
