import { RestoreRefused } from '#server/backup/restore-backup.ts';
import { type Base, isLogFile, isTimelineFile, numberOf, timelineOf } from './history-files.ts';

interface RestorePlan {
  base: Base;
  timeline: number;
  /** Names of the log's files to read. Those that describe lines of time are all here, so that PostgreSQL gives the next one a new number. */
  names: string[];
  /** True when a file is missing behind the last one. */
  endsInGap: boolean;
}

interface Known {
  /** The oldest first. */
  bases: readonly Base[];
  /** Names in the log, without the ending. */
  names: readonly string[];
  lineage: ReadonlyMap<number, Date>;
}

/** Chooses the base, and the files of the log from there on without a gap. @throws RestoreRefused */
export function planRestore({ bases, names: all, lineage }: Known, moment: Date): RestorePlan {
  const timeline = Math.max(...lineage.keys());
  const mayUse = (name: string) => lineage.has(timelineOf(name));
  const base = bases.findLast(({ endedAt, firstLog }) => endedAt <= (lineage.get(timelineOf(firstLog)) ?? 0));
  if (base === undefined) {
    const since = bases[0] ? `it begins at ${bases[0].endedAt.toISOString()}` : 'there is none';
    throw new RestoreRefused(`the history does not reach back to ${moment.toISOString()}: ${since}`);
  }
  const first = numberOf(base.firstLog);
  // Two bases later every change of the moment has long been written.
  const later = bases.filter(({ endedAt, firstLog }) => endedAt > moment && timelineOf(firstLog) === timeline)[1];
  const last = later ? numberOf(later.firstLog) : Number.POSITIVE_INFINITY;
  const inRange = all.filter(
    (name) => isLogFile(name) && mayUse(name) && numberOf(name) >= first && numberOf(name) <= last,
  );
  const there = new Set(inRange.map(numberOf));
  let end = first;
  while (there.has(end)) end += 1;
  return {
    base,
    timeline,
    names: [...inRange.filter((name) => numberOf(name) < end), ...all.filter(isTimelineFile)],
    endsInGap: [...there].some((number) => number > end),
  };
}
