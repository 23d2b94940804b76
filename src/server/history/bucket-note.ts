import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describeError } from '#server/log.ts';
import type { HistoryFolders } from './history-files.ts';

/** The state of the copies in the bucket, for the check-up. */
export interface BucketNote {
  /** When everything was there last. */
  completeAt: string | null;
  /** Why the last try failed; null: it did not. */
  failure: string | null;
}

const noteIn = ({ timelines }: HistoryFolders) => join(dirname(timelines), 'bucket.json');

export async function readBucketNote(folders: HistoryFolders): Promise<BucketNote | undefined> {
  return readFile(noteIn(folders), 'utf8').then(
    (text) => JSON.parse(text) as BucketNote,
    () => undefined,
  );
}

/** @param error why something is missing in the bucket; undefined: nothing is */
export async function noteBucket(folders: HistoryFolders, error?: unknown): Promise<void> {
  const before = await readBucketNote(folders);
  const note: BucketNote =
    error === undefined
      ? { completeAt: new Date().toISOString(), failure: null }
      : { completeAt: before?.completeAt ?? null, failure: describeError(error) };
  await writeFile(noteIn(folders), JSON.stringify(note), { mode: 0o600 });
}
