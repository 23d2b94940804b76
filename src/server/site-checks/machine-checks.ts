/** Checks of the machine's disk and files. */
import { randomBytes } from 'node:crypto';
import { mkdir, rm, rmdir, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LastBackup, readBackupFailure, readLastBackup } from '#server/backup/last-backup.ts';
import { bucketMark } from '#server/backup/rotate.ts';
import { type Env, isOnThisMachine } from '#server/env.ts';
import { describeError } from '#server/log.ts';
import { dayMs } from '#shared/times.ts';
import { type Check, note, right, wrong } from './check.ts';

const gigabyte = 1e9;
/** Below these shares of the disk. */
const [shortShare, scarceShare] = [0.05, 0.1];
/** Less than this is short on any disk. */
const minFreeBytes = gigabyte;

export async function checkDisk({ dataDir }: Pick<Env, 'dataDir'>): Promise<Check> {
  const name = 'Disk';
  const disk = await statfs(dataDir).catch(() => undefined);
  if (disk === undefined) return wrong(name, `DATA_DIR ${dataDir} cannot be read.`);
  const [free, all] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
  const text = `${(free / gigabyte).toFixed(1)} of ${(all / gigabyte).toFixed(1)} GB are free where DATA_DIR is.`;
  if (free < minFreeBytes || free < all * shortShare)
    return wrong(name, `${text} A full disk refuses every write: make room, or use a larger disk.`);
  return free < all * scarceShare ? note(name, `${text} Plan for a larger disk.`) : right(name, text);
}

/** DATA_DIR holds mails with links, uploads and keys, so other accounts of the machine must not read it. */
export async function checkFiles({ dataDir }: Pick<Env, 'dataDir'>): Promise<Check> {
  const name = 'Files';
  const folder = await stat(dataDir).catch(() => undefined);
  if (folder === undefined) return wrong(name, `DATA_DIR ${dataDir} is not there: the site has not started yet.`);
  // Passing through is no reading: PostgreSQL may run under another account, which has to reach its files.
  const open: string[] = folder.mode & 0o066 ? [dataDir] : [];
  for (const file of ['secret.key', 'outbox', 'uploads']) {
    const found = await stat(join(dataDir, file)).catch(() => undefined);
    if (found && found.mode & 0o077) open.push(file);
  }
  return open.length === 0
    ? right(name, 'Only the account of the site can read DATA_DIR.')
    : wrong(name, `Other accounts of this machine can read ${open.join(', ')}: chmod -R go-rwx them.`);
}

const maxBackupAgeMs = 2 * dayMs;

const ages = (at: Date, now: Date) => {
  const days = Math.floor((now.getTime() - at.getTime()) / dayMs);
  return days < 1 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
};

const proofs = {
  restored: 'It was restored into a database of its own, and every row and picture came back.',
  read: 'Every byte of it was read; to have it restored as well, let the database account make databases (CREATEDB).',
};

type BackupEnv = Pick<Env, 'dataDir' | 'siteUrl' | 'backups'>;

export async function checkBackup({ dataDir, siteUrl, backups }: BackupEnv, now: Date): Promise<Check> {
  const name = 'Backups';
  const [last, failure] = await Promise.all([readLastBackup(dataDir), readBackupFailure(dataDir)]);
  const fault = isOnThisMachine(siteUrl) ? note : wrong;
  if (failure) return wrong(name, `The backup that was tried ${ages(failure.at, now)} failed: ${failure.reason}`);
  if (last === null) {
    const way = backups
      ? `The first one is made at ${backups.at}.`
      : 'Set BACKUP_DIR, or the S3 settings, and the site makes one each night; npm run backup -- FILE makes one now.';
    return fault(name, `There is no backup yet. ${way}`);
  }
  const text = `The last backup was made ${ages(last.at, now)}: ${last.file}.`;
  if (await isGone(last)) {
    return wrong(
      name,
      `${text} That file is not there any more. Is its disk mounted? npm run backup -- FILE makes one now.`,
    );
  }
  if (now.getTime() - last.at.getTime() > maxBackupAgeMs) return fault(name, `${text} Look why no newer one was made.`);
  const proof = last.proof ? ` ${proofs[last.proof]}` : '';
  return right(name, `${text}${proof} Keep a copy on another machine.`);
}

const diskPatienceMs = 10_000;
/** The disk of another machine may never answer. */
const tooLate = <T>(said: T) => sleep(diskPatienceMs, said, { ref: false });

/** A person may have put away the backup that they made; the site's own stay where it has put them. */
async function isGone({ file, proof }: LastBackup): Promise<boolean> {
  if (proof === null || file.startsWith(bucketMark)) return false;
  const looked = stat(file).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT' || code === 'ENOTDIR',
  );
  return Promise.race([looked, tooLate(true)]);
}

/** Tries the folder of the backups with a small file: the age of the last backup says nothing about a folder that was set since. */
export async function checkBackupFolder({ backups }: Pick<Env, 'backups'>): Promise<Check[]> {
  const folder = backups?.folder;
  if (folder === undefined) return [];
  const late = tooLate(`no answer within ${diskPatienceMs / 1000} s`);
  const trouble = await Promise.race([tryToWrite(folder).then(() => undefined, describeError), late]);
  if (trouble === undefined) return [];
  const text = `BACKUP_DIR cannot be written, so the next backup will fail: ${trouble}. Give ${folder} to the account of the site, or set another folder.`;
  return [wrong('Backup folder', text)];
}

/** A folder that is not there yet is made and taken away again: made by another account, it would lock the site out. */
async function tryToWrite(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `.check-${randomBytes(6).toString('hex')}`);
  try {
    await writeFile(file, 'x', { flag: 'wx', mode: 0o600 });
  } finally {
    await rm(file, { force: true });
    for (let made = folder; first !== undefined && made.length >= first.length; made = dirname(made))
      await rmdir(made).catch(() => undefined);
  }
}
