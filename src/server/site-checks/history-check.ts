import { isEmbeddedUrl } from '#server/db/embedded/settings.ts';
import type { Env } from '#server/env.ts';
import { type BucketNote, readBucketNote } from '#server/history/bucket-note.ts';
import { historyIn, readBases } from '#server/history/history-files.ts';
import { dayMs, hourMs } from '#shared/times.ts';
import { type Check, note, right, wrong } from './check.ts';

/** A base is made each day; one that failed is tried again after minutes. */
const maxBaseAgeMs = 2 * dayMs;
/** A bucket that is away for a while gets everything later. */
const maxBehindMs = hourMs;

type Settings = Pick<Env, 'dataDir' | 'databaseUrl' | 'historyDays' | 'storage'>;

/** The fault of the copy in the bucket, in words; undefined: there is none. */
function bucketTrouble({ completeAt, failure }: BucketNote, now: Date): string | undefined {
  if (failure === null) return undefined;
  const behindMs = now.getTime() - new Date(completeAt ?? 0).getTime();
  const since = completeAt === null ? 'has never been whole' : `lacks what came after ${completeAt}`;
  return behindMs > maxBehindMs ? `The copy in the bucket ${since}: ${failure}.` : undefined;
}

export async function checkHistory(settings: Settings, now: Date): Promise<Check> {
  const { dataDir, databaseUrl, historyDays, storage } = settings;
  const name = 'Any minute back';
  if (databaseUrl !== undefined && !isEmbeddedUrl(dataDir, databaseUrl))
    return note(name, 'The site’s own PostgreSQL has to see to that: docs/running.md.');
  if (historyDays === 0) return note(name, 'HISTORY_DAYS is 0: only backups bring earlier data back.');
  const bases = await readBases(historyIn(dataDir));
  const [oldest, newest] = [bases[0], bases.at(-1)];
  if (oldest === undefined || newest === undefined)
    return note(name, 'Nothing is kept yet: the first copy is made some seconds after the start of the site.');
  const bucket = storage === 's3' ? await readBucketNote(historyIn(dataDir)) : undefined;
  const trouble = bucket && bucketTrouble(bucket, now);
  if (trouble !== undefined) return wrong(name, trouble);
  const where = bucket?.completeAt ? ' The bucket has a copy (--from s3).' : '';
  const text = `npm run restore -- --to brings the database back to any minute since ${oldest.endedAt.toISOString()}.${where}`;
  return now.getTime() - newest.endedAt.getTime() > maxBaseAgeMs
    ? wrong(
        name,
        `No copy was made since ${newest.endedAt.toISOString()}: the log says why, most likely the disk is nearly full.`,
      )
    : right(name, text);
}
