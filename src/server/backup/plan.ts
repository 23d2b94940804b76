/** The settings of the backups that the site makes by itself. */
import { resolve } from 'node:path';
import type * as z from 'zod/mini';
import { variable } from '#server/env-variable.ts';
import type { Keep } from './rotate.ts';

export interface BackupPlan {
  /** An absolute path; undefined: none. */
  folder: string | undefined;
  /** True where they go into the bucket of the site's files, too. */
  inBucket: boolean;
  /** The town's time, 'HH:MM'. */
  at: string;
  keep: Keep;
  /** A public key of age; undefined leaves the files readable by whoever may read the folder. */
  recipient: string | undefined;
}

export const backupVariables = {
  BACKUP_DIR: variable({ allowed: 'a folder', read: (text) => resolve(text) }),
  BACKUP_AT: variable({
    fallback: '03:15',
    allowed: 'a time of day, such as 03:15',
    read: (text) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : undefined),
  }),
  BACKUP_KEEP: variable({
    fallback: '7,4,6',
    allowed: 'how many days, weeks and months keep one, such as 7,4,6',
    read: (text): Keep | undefined => {
      const [, days, weeks, months] = /^(\d{1,3}),(\d{1,3}),(\d{1,3})$/.exec(text) ?? [];
      return days === undefined ? undefined : { days: Number(days), weeks: Number(weeks), months: Number(months) };
    },
  }),
  BACKUP_RECIPIENT: variable({
    allowed: 'a public key that begins with age1; npm run backup -- --make-identity FILE makes one',
    read: (text) => (/^age1[02-9ac-hj-np-z]{58}$/.test(text) ? text : undefined),
  }),
};

type Held = { [Name in keyof typeof backupVariables]: z.output<(typeof backupVariables)[Name]> };

/** @param inBucket the site keeps its files in a bucket */
export function readBackupPlan(held: Held, inBucket: boolean): BackupPlan | undefined {
  const { BACKUP_DIR: folder, BACKUP_AT: at, BACKUP_KEEP: keep, BACKUP_RECIPIENT: recipient } = held;
  return (folder || inBucket) && at && keep ? { folder, inBucket, at, keep, recipient } : undefined;
}
