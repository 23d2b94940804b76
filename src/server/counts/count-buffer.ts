/**
 * Collects counts in the process for a few seconds and writes them together, so that a page view costs no
 * write of its own. A killed process loses the counts since the last flush, at most `flushEveryMs`; a process
 * that is told to stop writes them first.
 */
import type { Database } from '#server/db/client.ts';
import { describeError, type Log } from '#server/log.ts';

export interface Tally {
  /** The id of the counted thing. */
  subject: string;
  /** '2026-07-04', in the city's time zone. */
  day: string;
  what: string;
  count: number;
}

const flushEveryMs = 3_000;
/** The maximum number of different tallies; a client that invents more is ignored. */
const maxWaiting = 20_000;

interface Waiting {
  tallies: Map<string, Tally>;
  timer: NodeJS.Timeout | undefined;
  writing: Promise<void>;
}

interface Counts {
  add(services: { db: Database; log: Log }, tally: Omit<Tally, 'count'>): void;
  /** Writes the waiting counts. @throws when the database refuses; unwritten counts keep waiting */
  flush(db: Database): Promise<void>;
}

const all = new Set<Counts>();

/** @param write adds the tallies to the stored counts and skips subjects that are gone */
export function defineCounts(write: (db: Database, tallies: readonly Tally[]) => Promise<void>): Counts {
  const kept = new WeakMap<Database, Waiting>();

  const waitingFor = (db: Database): Waiting => {
    const known = kept.get(db);
    if (known) return known;
    const made: Waiting = { tallies: new Map(), timer: undefined, writing: Promise.resolve() };
    kept.set(db, made);
    return made;
  };

  function put({ tallies }: Waiting, tally: Tally): void {
    const key = `${tally.subject} ${tally.day} ${tally.what}`;
    const there = tallies.get(key);
    if (there) there.count += tally.count;
    else if (tallies.size < maxWaiting) tallies.set(key, { ...tally });
  }

  async function writeOut(db: Database, waiting: Waiting): Promise<void> {
    if (waiting.tallies.size === 0) return;
    const tallies = [...waiting.tallies.values()];
    waiting.tallies = new Map();
    try {
      await write(db, tallies);
    } catch (error) {
      for (const tally of tallies) put(waiting, tally);
      throw error;
    }
  }

  const counts: Counts = {
    add({ db, log }, tally) {
      const waiting = waitingFor(db);
      put(waiting, { ...tally, count: 1 });
      const flushLater = () => {
        waiting.timer ??= setTimeout(() => {
          waiting.timer = undefined;
          counts.flush(db).catch((error: unknown) => {
            log.warn({ reason: describeError(error) }, 'Could not write counts; they wait for the next attempt');
            flushLater();
          });
        }, flushEveryMs).unref();
      };
      flushLater();
    },
    flush(db) {
      const waiting = waitingFor(db);
      const turn = waiting.writing.then(() => writeOut(db, waiting));
      waiting.writing = turn.catch(() => undefined);
      return turn;
    },
  };
  all.add(counts);
  return counts;
}

/** Called before a process stops. */
export async function flushAllCounts(db: Database): Promise<void> {
  for (const counts of all) await counts.flush(db);
}
