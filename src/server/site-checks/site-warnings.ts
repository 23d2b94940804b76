import { readBackupFailure, readLastBackup } from '#server/backup/last-backup.ts';
import type { Env } from '#server/env.ts';
import type { Check } from './check.ts';
import { checkHistory } from './history-check.ts';
import { checkBackup, checkDisk } from './machine-checks.ts';

/**
 * The faults that lose data if nobody looks: a disk that fills up, backups that fail or stopped. A site that never had a backup is told so
 * by its check-up.
 */
export async function siteWarnings(env: Env, now: Date): Promise<Check[]> {
  const [failure, last] = await Promise.all([readBackupFailure(env.dataDir), readLastBackup(env.dataDir)]);
  const backups = failure || last ? [checkBackup(env, now)] : [];
  const found = await Promise.all([checkDisk(env), checkHistory(env, now), ...backups]);
  return found.filter(({ state }) => state === 'wrong');
}
