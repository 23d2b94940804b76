/** The backup that the site makes by itself: saved, proved by restoring it, put away, and old ones removed. */

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { encrypted } from '#server/backup/encrypt-file.ts';
import type { BackupFailure, LastBackup } from '#server/backup/last-backup.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import type { BackupPlan } from '#server/backup/plan.ts';
import { backupName, bucketName, isPart, outdatedBackups, partEnding } from '#server/backup/rotate.ts';
import { type Proof, verifyBackup } from '#server/backup/verify-backup.ts';
import { hashOfStream } from '#server/hash-of-stream.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { syncFolder } from '#server/storage/sync-folder.ts';
import { dayOf, instantAtFloating, wallTime } from '#shared/dates.ts';
import { dayMs, hourMs } from '#shared/times.ts';

interface Site {
  url: string;
  dataDir: string;
  uploads: FileStore;
  /** Undefined where the plan has none. */
  bucket: FileStore | undefined;
  /** The name of the city pack, with which the files' names begin. */
  pack: string;
  timeZone: string;
}

/** The last moment at which the town's clock showed the time of the plan. */
export function lastMoment(at: string, now: Date, timeZone: string): Date {
  const today = Date.parse(`${dayOf(now, timeZone)}T${at}:00Z`);
  const moment = instantAtFloating(today, timeZone);
  return moment <= now ? moment : instantAtFloating(today - dayMs, timeZone);
}

/**
 * Tells whether one is due: once after each of the plan's moments, also when the machine was off then. A failed one is tried
 * again after an hour.
 */
export function isBackupDue(
  { at }: Pick<BackupPlan, 'at'>,
  {
    now,
    timeZone,
    last,
    failure,
  }: { now: Date; timeZone: string; last: LastBackup | null; failure: BackupFailure | null },
): boolean {
  if (last && last.at >= lastMoment(at, now, timeZone)) return false;
  return failure === null || now.getTime() - failure.at.getTime() >= hourMs;
}

/** Passes bytes through and takes their checksum. */
function hashing() {
  const hash = createHash('sha256');
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, digest: () => hash.digest('hex') };
}

/** Copies the file to its place, whole or not at all, and reads there what was written. */
async function putAway(file: string, folder: string, name: string, recipient: string | undefined): Promise<string> {
  const target = join(folder, name);
  const part = target + partEnding;
  try {
    const source = recipient === undefined ? createReadStream(file) : await encrypted(file, recipient);
    const { stream, digest } = hashing();
    await pipeline(source, stream, createWriteStream(part, { mode: 0o600, flush: true }));
    const read = createHash('sha256');
    for await (const chunk of createReadStream(part)) read.update(chunk as Buffer);
    if (read.digest('hex') !== digest()) throw new Error(`${folder} gives back other bytes than were written to it`);
    await rename(part, target);
    await syncFolder(folder);
    return target;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function putIntoBucket(file: string, bucket: FileStore, name: string, recipient?: string): Promise<string> {
  const source = recipient === undefined ? createReadStream(file) : await encrypted(file, recipient);
  const sent = `${file}.sent`;
  await pipeline(source, createWriteStream(sent, { mode: 0o600 }));
  const written = await hashOfStream(createReadStream(sent));
  await bucket.take(new Map([[name, sent]]));
  const back = await bucket.open(name);
  if (back && (await hashOfStream(back.content)) === written) return bucketName(name);
  await bucket.remove([name]);
  throw new Error(`${bucket.place} gives back other bytes than were written to it`);
}

async function namesIn(store: FileStore): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list()) names.push(name);
  return names;
}

async function clearFolder(folder: string, pack: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) if (isPart(name, pack)) await rm(join(folder, name));
}

/** @throws whatever went wrong; an earlier backup is left as it was, and nothing is removed then */
export async function makeScheduledBackup(plan: BackupPlan, site: Site, now: Date): Promise<LastBackup> {
  const { folder, keep, recipient } = plan;
  const { url, dataDir, uploads, pack, timeZone } = site;
  if (folder !== undefined) await clearFolder(folder, pack);
  const work = join(dataDir, 'backup-work');
  // A killed one may have left files there.
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true, mode: 0o700 });
  const file = join(await mkdtemp(join(work, 'made-')), 'site.backup');
  try {
    const made = await makeBackup({ url, uploads, file, refuseEmpty: true });
    const proof: Proof = await verifyBackup({ url, file, workFolder: work, rows: made.rowsOf, uploads: made.uploads });
    const { hour, minute } = wallTime(now, timeZone);
    const clock = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
    const name = backupName(pack, { day: dayOf(now, timeZone), clock }, recipient !== undefined);
    let kept = '';
    if (site.bucket) {
      kept = await putIntoBucket(file, site.bucket, name, recipient);
      await site.bucket.remove(outdatedBackups(await namesIn(site.bucket), pack, keep));
    }
    if (folder !== undefined) {
      kept = await putAway(file, folder, name, recipient);
      for (const outdated of outdatedBackups(await readdir(folder), pack, keep)) await rm(join(folder, outdated));
    }
    return { at: now, file: kept, proof };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
