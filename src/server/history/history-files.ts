/**
 * The history of the embedded database in `DATA_DIR/history`: copies of the whole cluster ("bases"), and the files of its log
 * (WAL) from the oldest base on. A base and the log after it give the database of any moment since.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface HistoryFolders {
  bases: string;
  log: string;
  timelines: string;
}

export function historyIn(dataDir: string): HistoryFolders {
  const home = join(dataDir, 'history');
  return { bases: join(home, 'bases'), log: join(home, 'log'), timelines: join(home, 'timelines.json') };
}

export async function makeHistoryFolders({ bases, log }: HistoryFolders): Promise<void> {
  for (const folder of [bases, log]) await mkdir(folder, { recursive: true, mode: 0o700 });
}

export interface Base {
  file: string;
  /** The earliest moment that it gives. */
  endedAt: Date;
  /** The first file of the log that it needs. */
  firstLog: string;
}

/** A file of the log, as PostgreSQL names it: timeline, then its number in two parts. */
export const isLogFile = (name: string) => /^[0-9A-F]{24}$/.test(name);
export const isTimelineFile = (name: string) => /^[0-9A-F]{8}\.history$/.test(name);
export const timelineOf = (name: string) => Number.parseInt(name.slice(0, 8), 16);
/** Files of 16 MB: the last part of a name counts to 255. */
export const numberOf = (name: string) =>
  Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16, 24), 16);

export const baseName = (endedAt: Date, firstLog: string) => `${endedAt.getTime()}-${firstLog}.base`;
export const packedEnd = '.zst';

/** Reads what a base's name says; undefined for other names. */
export function baseOf(file: string): Base | undefined {
  const [, time, firstLog] = /(?:^|\/)(\d+)-([0-9A-F]{24})\.base$/.exec(file) ?? [];
  return time && firstLog ? { file, endedAt: new Date(Number(time)), firstLog } : undefined;
}

/** The oldest first. */
export const inOrder = (bases: readonly Base[]) => bases.toSorted((a, b) => a.endedAt.getTime() - b.endedAt.getTime());

/** All bases, the oldest first. */
export async function readBases({ bases }: HistoryFolders): Promise<Base[]> {
  const names = await readdir(bases).catch(() => []);
  return inOrder(names.flatMap((name) => baseOf(join(bases, name)) ?? []));
}

/** Names in the saved log, without the ending. */
export async function readLogNames({ log }: HistoryFolders): Promise<string[]> {
  const names = await readdir(log).catch(() => []);
  return names.filter((name) => name.endsWith(packedEnd)).map((name) => name.slice(0, -packedEnd.length));
}

/** Bases that no moment after `since` needs: all before the newest one that is older. */
export function basesToDrop(bases: readonly Base[], since: Date): Base[] {
  return bases.slice(
    0,
    Math.max(
      0,
      bases.findLastIndex(({ endedAt }) => endedAt <= since),
    ),
  );
}

/** Files of the log that none of the bases needs. A restore goes back in the log, so that the newest base is not always the last. */
export function logToDrop(bases: readonly Base[], names: readonly string[]): string[] {
  if (bases.length === 0) return [];
  const first = Math.min(...bases.map(({ firstLog }) => numberOf(firstLog)));
  return names.filter((name) => isLogFile(name) && numberOf(name) < first);
}

/** Deletes what is older than needed. */
export async function prune(folders: HistoryFolders, since: Date): Promise<void> {
  const bases = await readBases(folders);
  const dropped = basesToDrop(bases, since);
  for (const { file } of dropped) await rm(file, { force: true });
  const kept = bases.filter((base) => !dropped.includes(base));
  for (const name of logToDrop(kept, await readLogNames(folders)))
    await rm(join(folders.log, name + packedEnd), { force: true });
}

interface Timeline {
  timeline: number;
  /** When the site began to write to this timeline. */
  since: string;
  /** The timeline that it branched off, and the moment that was brought back. */
  from: number;
  at: string;
}

const readTimelines = async ({ timelines }: HistoryFolders): Promise<Timeline[]> =>
  readFile(timelines, 'utf8').then(
    (text) => JSON.parse(text) as Timeline[],
    () => [],
  );

/**
 * The timeline at that moment and its ancestors, each with the moment at which the next one branched off. Each restore to a minute
 * starts a new timeline.
 */
export async function lineageAt(folders: HistoryFolders, moment: Date): Promise<Map<number, Date>> {
  const known = await readTimelines(folders);
  let timeline = known.findLast(({ since }) => new Date(since) <= moment)?.timeline ?? 1;
  const lineage = new Map([[timeline, moment]]);
  for (;;) {
    const made = known.find((one) => one.timeline === timeline);
    if (made === undefined) return lineage;
    timeline = made.from;
    lineage.set(timeline, new Date(made.at));
  }
}

export async function noteTimeline(folders: HistoryFolders, made: Timeline): Promise<void> {
  const known = [...(await readTimelines(folders)), made];
  await writeFile(folders.timelines, JSON.stringify(known), { mode: 0o600, flush: true });
}
