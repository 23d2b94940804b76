/**
 * Keeps some of the disk that holds DATA_DIR in reserve. When other programs, or this site, fill it up, the reserve is given
 * back, and writes are refused: so PostgreSQL can finish what it has begun, and pages go on being served.
 */
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { describeError, log } from '#server/log.ts';

const megabyte = 1e6;

interface Disk {
  freeBytes: number;
  sizeBytes: number;
}

/** The bounds of a disk: a small one has a small reserve. */
export function boundsOf({ sizeBytes }: Disk) {
  const reserveBytes = Math.floor(Math.min(96 * megabyte, sizeBytes / 25));
  return {
    reserveBytes,
    /** Below this the reserve is given back. PostgreSQL needs 16 MB for a new file of its log. */
    giveBackBelow: Math.floor(reserveBytes / 3),
    /** Below this nothing is written. It is more than the reserve gives back, so that writes do not begin again by that alone. */
    refuseBelow: Math.floor(reserveBytes * 1.5),
    /** The reserve is taken again from here. */
    takeFrom: reserveBytes * 4,
    /** Operators are told from here. */
    warnBelow: Math.floor(Math.min(2000 * megabyte, sizeBytes / 5)),
  };
}

export async function readDisk(dataDir: string): Promise<Disk | undefined> {
  const disk = await statfs(dataDir).catch(() => undefined);
  return disk && { freeBytes: disk.bavail * disk.bsize, sizeBytes: disk.blocks * disk.bsize };
}

const fileIn = (dataDir: string) => join(dataDir, 'disk-reserve');
const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** Filled with random bytes: neither holes nor compression may make it smaller than it says. */
async function take(file: string, bytes: number): Promise<void> {
  const piece = new Uint8Array(64 * 1024);
  crypto.getRandomValues(piece);
  const made = await open(`${file}.new`, 'w', 0o600);
  try {
    for (let written = 0; written < bytes; ) written += (await made.write(piece)).bytesWritten;
    await made.sync();
  } finally {
    await made.close();
  }
  await rename(`${file}.new`, file).catch(async (error: unknown) => {
    // Another site that started at the same moment on the same folder has taken it.
    if ((await sizeOf(file)) < bytes) throw error;
  });
}

/** One look: takes the reserve, gives it back, or leaves it. */
export async function tendReserve(dataDir: string, disk: Disk): Promise<void> {
  const file = fileIn(dataDir);
  const { reserveBytes, giveBackBelow, takeFrom } = boundsOf(disk);
  const { freeBytes } = disk;
  const isHeld = (await sizeOf(file)) > 0;
  if (isHeld && freeBytes < giveBackBelow) {
    await rm(file, { force: true });
    log.error(
      { freeBytes, reserveBytes },
      'the disk that holds DATA_DIR is full: its reserve is given back, make room',
    );
  } else if (!isHeld && freeBytes > takeFrom) {
    await take(file, reserveBytes);
    log.info({ reserveBytes }, 'a reserve of disk is kept for the day when it is full');
  }
}

/** The supervisor's: looks every second. The returned function ends it. */
export function keepReserve(dataDir: string, everyMs = 1_000): () => void {
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    const disk = await readDisk(dataDir);
    if (disk) {
      await tendReserve(dataDir, disk).catch(async (error: unknown) => {
        log.warn({ reason: describeError(error) }, 'the reserve of disk could not be kept');
        await rm(`${fileIn(dataDir)}.new`, { force: true });
      });
    }
    isLooking = false;
  };
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  void look();
  return () => clearInterval(timer);
}

let latest: Disk | undefined;

/**
 * The web processes': remembers how much is free, so that no request has to look. The returned function ends it.
 * @param read a test's own disk
 */
export function watchDisk(dataDir: string, { everyMs = 1_000, read = readDisk } = {}): () => void {
  let isOver = false;
  const look = async () => {
    const disk = await read(dataDir);
    if (!isOver) latest = disk;
  };
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  void look();
  return () => {
    isOver = true;
    clearInterval(timer);
    latest = undefined;
  };
}

/** True while so little is left that nothing may be written; false in a process that does not watch. */
export function refusesWrites(): boolean {
  return latest !== undefined && latest.freeBytes < boundsOf(latest).refuseBelow;
}

/** In words, for operators; undefined while there is enough. */
export function diskWarning(disk: Disk | undefined = latest): string | undefined {
  if (disk === undefined) return undefined;
  const { refuseBelow, warnBelow } = boundsOf(disk);
  if (disk.freeBytes >= warnBelow) return undefined;
  const left = `the disk that holds DATA_DIR has ${Math.floor(disk.freeBytes / megabyte)} MB left`;
  return disk.freeBytes < refuseBelow ? `${left}: nothing is saved until there is room` : left;
}
