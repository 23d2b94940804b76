/** The scheduled backups to keep: the newest of each of the last days, weeks and months that have one. */
export interface Keep {
  days: number;
  weeks: number;
  months: number;
}

const stamp = /^-(\d{4}-\d\d-\d\d)-(\d{4})\.backup(\.age)?$/;

/**
 * A name that sorts by time.
 * @param time the town's, 'YYYY-MM-DD' and 'HH:MM'
 */
export function backupName(pack: string, time: { day: string; clock: string }, isEncrypted: boolean): string {
  return `${pack}-${time.day}-${time.clock.replace(':', '')}.backup${isEncrypted ? '.age' : ''}`;
}

/** Begins the name of a backup in the bucket, in commands and reports. */
export const bucketMark = 's3:';
export const bucketName = (name: string) => bucketMark + name;

/** Tells whether the site itself has made a file of this name, for this pack. */
export const isOwnBackup = (name: string, pack: string) => name.startsWith(pack) && stamp.test(name.slice(pack.length));

export const partEnding = '.part';

/** Tells whether a file is what a killed backup of this pack has left. */
export function isPart(name: string, pack: string): boolean {
  return name.startsWith(pack) && name.endsWith(partEnding) && stamp.test(name.slice(pack.length, -partEnding.length));
}

function weekOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  // The Monday of its week.
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

/**
 * Names those of `names` that may go; files that no schedule of this pack made are never among them.
 * @param names of the files of the folder
 */
export function outdatedBackups(names: readonly string[], pack: string, { days, weeks, months }: Keep): string[] {
  const own = names
    .flatMap((name) => {
      const [, day, clock] = name.startsWith(pack) ? (stamp.exec(name.slice(pack.length)) ?? []) : [];
      return day === undefined ? [] : [{ name, day, at: `${day} ${clock}` }];
    })
    .toSorted((a, b) => b.at.localeCompare(a.at));
  // The newest stays, however few are wanted.
  const kept = new Set(own.slice(0, 1).map(({ name }) => name));
  const keepNewestOf = (count: number, periodOf: (day: string) => string) => {
    const periods = new Set<string>();
    for (const { name, day } of own) {
      const period = periodOf(day);
      if (periods.has(period)) continue;
      if (periods.size === count) break;
      periods.add(period);
      kept.add(name);
    }
  };
  keepNewestOf(days, (day) => day);
  keepNewestOf(weeks, weekOf);
  keepNewestOf(months, (day) => day.slice(0, 7));
  return own.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
}
