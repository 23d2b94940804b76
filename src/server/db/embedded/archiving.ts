/**
 * Lets the server keep a copy of each finished file of its log for the history (src/server/history). The copies
 * lie inside the cluster: the account that runs PostgreSQL may be unable to reach any other folder. That the folder
 * is there means that the log is kept, whichever program starts the server.
 */
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from './account.ts';
import type { Folders } from './settings.ts';

export const spoolName = 'alameda_spool';
export const spoolIn = (dataFolder: string) => join(dataFolder, spoolName);

/** Lies in the spool while nothing is copied, because the disk is nearly full. */
export const pausedMark = 'paused';
/** Lies in the spool while the log since the last base may have a gap. */
export const needsBaseMark = 'needs-base';

/** Seconds after which a file of the log is finished even if it is not full. The history may lie on another disk. */
const longestFileSeconds = 600;

export function archivingFlags({ data }: Folders): Record<string, string | number> {
  if (!existsSync(spoolIn(data))) return {};
  const copy = `${spoolName}/%f`;
  // Renamed when it is on the disk: what has its right name is whole. The server runs in its data folder.
  const command = `test -e ${spoolName}/${pausedMark} || { cp %p ${copy}.part && sync ${copy}.part && mv ${copy}.part ${copy}; }`;
  return { archive_mode: 'on', archive_timeout: longestFileSeconds, archive_command: command };
}

export function setArchiving({ data }: Folders, isOn: boolean, account: Account | undefined): void {
  const spool = spoolIn(data);
  if (!isOn) rmSync(spool, { recursive: true, force: true });
  if (!isOn || existsSync(spool)) return;
  // Made under another name: the folder never stands there without the mark.
  const growing = `${spool}.new`;
  mkdirSync(growing, { recursive: true, mode: 0o700 });
  writeFileSync(join(growing, needsBaseMark), '');
  if (account) chownSync(growing, account.uid, account.gid);
  renameSync(growing, spool);
}
