import { type BucketNote, readBucketNote } from './bucket-note.ts';
import { historyIn, readBases } from './history-files.ts';

interface HistoryAge {
  /** Since the newest copy of the whole database, one of which is made each day; NaN: there is none. */
  baseSeconds: number;
  /** The delay of the copy in the bucket: 0 after a try that sent all, infinite before the first of these; NaN: there is no bucket. */
  bucketSeconds: number;
}

/** Tells an operator in time whether a restore to a minute would succeed. */
export async function historyAge(dataDir: string, now: Date): Promise<HistoryAge> {
  const folders = historyIn(dataDir);
  const newest = (await readBases(folders)).at(-1);
  const bucket = await readBucketNote(folders);
  const since = (moment: Date) => (now.getTime() - moment.getTime()) / 1000;
  return {
    baseSeconds: newest ? since(newest.endedAt) : Number.NaN,
    bucketSeconds: bucket ? behind(bucket) : Number.NaN,
  };

  function behind({ failure, completeAt }: BucketNote): number {
    if (failure === null) return 0;
    return completeAt === null ? Number.POSITIVE_INFINITY : since(new Date(completeAt));
  }
}
