import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { needsBaseMark, pausedMark, spoolIn } from '#server/db/embedded/archiving.ts';
import { foldersIn } from '#server/db/embedded/settings.ts';
import { diskWarning, readDisk } from '#server/disk.ts';
import type { Env } from '#server/env.ts';
import { describeError, log } from '#server/log.ts';
import { historyPlaceOf } from '#server/storage/site-files.ts';
import { dayMs, minuteMs } from '#shared/times.ts';
import { followHistory } from './follow-history.ts';
import { historyIn, makeHistoryFolders, prune, readBases } from './history-files.ts';
import { makeBase } from './make-base.ts';
import { saveSpool } from './save-log.ts';

const everyMs = 5_000;
/** A base that failed is tried again so much later. */
const pauseMs = 10 * minuteMs;

/**
 * The supervisor's: saves the log as it grows, makes a base a day, drops what is older than HISTORY_DAYS, and sends everything to the
 * bucket where there is one. The returned function ends it, and saves what the server has finished until then.
 */
export function keepHistory(superuserUrl: string, env: Env): () => Promise<void> {
  const { dataDir, historyDays: days } = env;
  const { data: dataFolder } = foldersIn(dataDir);
  const folders = historyIn(dataDir);
  const abort = new AbortController();
  const mark = (name: string) => join(spoolIn(dataFolder), name);
  let base: Promise<void> | undefined;
  let notBefore = 0;
  const place = historyPlaceOf(env);
  const following = place && followHistory(place, env, abort.signal);

  async function isDue(): Promise<boolean> {
    const newest = (await readBases(folders)).at(-1);
    return existsSync(mark(needsBaseMark)) || newest === undefined || newest.endedAt.getTime() < Date.now() - dayMs;
  }

  async function copyAll(): Promise<void> {
    const begun = Date.now();
    await makeBase({ superuserUrl, dataFolder, folders, signal: abort.signal });
    await rm(mark(needsBaseMark), { force: true });
    await prune(folders, new Date(Date.now() - days * dayMs));
    log.info({ part: 'history', ms: Date.now() - begun }, 'the database can be brought back to any minute from here');
  }

  /** A history that fills the disk would end the site that it is for: the oldest day goes first, then nothing is added. */
  async function makeRoom(): Promise<boolean> {
    const isScarce = async () => diskWarning(await readDisk(dataDir)) !== undefined;
    while (await isScarce()) {
      const [, second] = await readBases(folders);
      if (second === undefined) return false;
      await prune(folders, second.endedAt);
    }
    return true;
  }

  async function look(): Promise<void> {
    const isPaused = existsSync(mark(pausedMark));
    if (!(await makeRoom())) {
      if (isPaused) return;
      for (const name of [needsBaseMark, pausedMark]) await writeFile(mark(name), '');
      log.error({ part: 'history' }, 'no minute from here on can be brought back: the disk is nearly full, make room');
      return;
    }
    if (isPaused) await rm(mark(pausedMark), { force: true });
    await saveSpool(dataFolder, folders);
    following?.look();
    if (base === undefined && Date.now() > notBefore && (await isDue())) {
      base = copyAll()
        .catch((error: unknown) => {
          notBefore = Date.now() + pauseMs;
          if (!abort.signal.aborted)
            log.error({ part: 'history', reason: describeError(error) }, 'the day’s copy of the database failed');
        })
        .finally(() => {
          base = undefined;
        });
    }
  }

  const running = (async () => {
    await makeHistoryFolders(folders);
    for (const name of await readdir(folders.bases)) {
      if (!name.endsWith('.base')) await rm(join(folders.bases, name), { force: true });
    }
    while (!abort.signal.aborted) {
      await look().catch((error: unknown) =>
        log.error({ part: 'history', reason: describeError(error) }, 'the log of the database could not be saved'),
      );
      await sleep(everyMs, undefined, { signal: abort.signal }).catch(() => undefined);
    }
    await base;
    await following?.end();
  })();

  return async () => {
    abort.abort(new Error('stopping'));
    await running;
  };
}
