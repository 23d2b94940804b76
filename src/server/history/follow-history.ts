/** Keeps the copies of the history in the bucket like the history on this disk. */
import { setTimeout as sleep } from 'node:timers/promises';
import { foldersIn } from '#server/db/embedded/settings.ts';
import type { Env } from '#server/env.ts';
import { describeError, log } from '#server/log.ts';
import { dayMs, minuteMs } from '#shared/times.ts';
import { type BucketPlace, clusterNumber, historySender } from './bucket-history.ts';
import { noteBucket } from './bucket-note.ts';
import { historyIn } from './history-files.ts';

/** A bucket that failed is left alone for so long. */
const bucketPauseMs = minuteMs;
/** A file that is on its way when the site stops may still arrive. The next start sends what did not. */
const lastSendMs = 5_000;

interface Following {
  /** Begins to send what has been added, unless that is going on, or the bucket has just failed. */
  look: () => void;
  /** Waits a little for what is on its way. */
  end: () => Promise<void>;
}

/** Sends what has been added, one thing at a time, while more of it is saved. */
export function followHistory(
  place: BucketPlace,
  { dataDir, historyDays }: Pick<Env, 'dataDir' | 'historyDays'>,
  signal: AbortSignal,
): Following {
  const folders = historyIn(dataDir);
  const { data } = foldersIn(dataDir);
  let sender: ReturnType<typeof historySender> | undefined;
  let running: Promise<void> | undefined;
  let notBefore = 0;
  let prunedAt = 0;

  async function sendAll(): Promise<void> {
    const cluster = await clusterNumber(data);
    if (cluster === undefined) return;
    const isFirst = sender === undefined;
    sender ??= historySender(folders, place, cluster);
    const count = await sender.send(signal);
    if (count > 0 || isFirst) await noteBucket(folders);
    if (signal.aborted || prunedAt > Date.now() - dayMs) return;
    await sender.prune(historyDays, new Date());
    prunedAt = Date.now();
  }

  return {
    look: () => {
      if (running !== undefined || Date.now() < notBefore) return;
      running = sendAll()
        .catch(async (error: unknown) => {
          notBefore = Date.now() + bucketPauseMs;
          // The next try asks anew which files are there.
          sender = undefined;
          log.error({ part: 'history', reason: describeError(error) }, 'the history could not be sent to the bucket');
          await noteBucket(folders, error);
        })
        .finally(() => {
          running = undefined;
        });
    },
    end: () => Promise.race([running, sleep(lastSendMs, undefined, { ref: false })]),
  };
}
