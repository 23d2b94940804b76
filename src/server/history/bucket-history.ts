/**
 * Copies of the history in the bucket, each below the number of its cluster: another database that begins with the same bucket,
 * on a new machine, writes over nothing.
 */
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { encrypted } from '#server/backup/encrypt-file.ts';
import type { FileStore, StoredFile } from '#server/storage/file-store.ts';
import { dayMs, minuteMs } from '#shared/times.ts';
import { baseOf, basesToDrop, type HistoryFolders, inOrder, logToDrop, packedEnd } from './history-files.ts';

export interface BucketPlace {
  store: FileStore;
  /** `age1…`; undefined leaves the files readable by whoever may read the bucket. */
  recipient: string | undefined;
}

export const encryptedEnd = '.age';
/** The store's clock may be off by so much: S3 refuses requests whose clock is off by more. */
const maxClockSkewMs = 15 * minuteMs;
const timelinesName = 'timelines.json';
const plainName = (name: string) => (name.endsWith(encryptedEnd) ? name.slice(0, -encryptedEnd.length) : name);

/** The number that PostgreSQL gives a cluster when it is made; undefined where there is none. */
export async function clusterNumber(dataFolder: string): Promise<string | undefined> {
  const handle = await open(join(dataFolder, 'global/pg_control')).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    // It is the first thing in the file.
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return bytesRead === 8 ? String(buffer.readBigUInt64LE(0)) : undefined;
  } finally {
    await handle.close();
  }
}

/** Files of the history that are whole, by their names in the bucket: `bases/…`, `log/…`, `timelines.json`. */
async function wholeFiles({ bases, log, timelines }: HistoryFolders): Promise<Map<string, string>> {
  const [baseNames, logNames] = await Promise.all([bases, log].map((folder) => readdir(folder).catch(() => [])));
  const files = new Map<string, string>();
  // Lines of time first: they say what the others are.
  if (await stat(timelines).catch(() => undefined)) files.set(timelinesName, timelines);
  for (const name of (logNames ?? []).filter((name) => name.endsWith(packedEnd)).toSorted())
    files.set(`log/${name}`, join(log, name));
  for (const name of (baseNames ?? []).filter((name) => name.endsWith('.base')).toSorted())
    files.set(`bases/${name}`, join(bases, name));
  return files;
}

interface BucketFile extends StoredFile {
  cluster: string;
  /** `bases/…`, `log/…` or `timelines.json`, without the ending of encrypted files. */
  path: string;
}

/** Everything in the bucket's history. Other names are left out, so that a restore writes nothing outside of its folders. */
export async function listBucketHistory(store: FileStore): Promise<BucketFile[]> {
  const found: BucketFile[] = [];
  for await (const file of store.list()) {
    const [, cluster, path] = /^(\d+)\/((?:bases\/|log\/)?[\w.-]+)$/.exec(file.name) ?? [];
    if (cluster !== undefined && path !== undefined) found.push({ ...file, cluster, path: plainName(path) });
  }
  return found;
}

interface HistorySender {
  /** Sends what the bucket does not have. @returns how many files that were */
  send: (signal?: AbortSignal) => Promise<number>;
  /** Deletes there what is older than needed, and other databases to which nothing has been added for so long. */
  prune: (days: number, now: Date) => Promise<void>;
}

export function historySender(
  folders: HistoryFolders,
  { store, recipient }: BucketPlace,
  cluster: string,
): HistorySender {
  const ending = recipient === undefined ? '' : encryptedEnd;
  /** When each file was changed that is in the bucket. */
  let sent: Map<string, number> | undefined;
  /** When the folders were changed whose whole content is there. */
  let completeFor: string | undefined;

  /** Each file comes by a new name in its folder, which changes the folder. */
  async function changesOf({ bases, log, timelines }: HistoryFolders): Promise<string> {
    const times = [bases, log, timelines].map((path) =>
      stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    );
    return (await Promise.all(times)).join();
  }

  async function readBucket(): Promise<Map<string, number>> {
    const own = (await listBucketHistory(store)).filter((file) => file.cluster === cluster);
    return new Map(own.map(({ path, modifiedAt }) => [path, modifiedAt.getTime() - maxClockSkewMs]));
  }

  async function sendOne(path: string, file: string): Promise<void> {
    await mkdir(store.workFolder, { recursive: true, mode: 0o700 });
    const copy = join(store.workFolder, `history-${process.pid}`);
    try {
      if (recipient === undefined) await copyFile(file, copy);
      else await pipeline(await encrypted(file, recipient), createWriteStream(copy, { mode: 0o600 }));
      await store.take(new Map([[`${cluster}/${path}${ending}`, copy]]));
    } finally {
      await rm(copy, { force: true });
    }
  }

  return {
    send: async (signal) => {
      const changes = await changesOf(folders);
      if (changes === completeFor) return 0;
      sent ??= await readBucket();
      let count = 0;
      for (const [path, file] of await wholeFiles(folders)) {
        if (signal?.aborted) return count;
        const changedAt = (await stat(file).catch(() => undefined))?.mtimeMs;
        if (changedAt === undefined || changedAt <= (sent.get(path) ?? 0)) continue;
        await sendOne(path, file);
        sent.set(path, changedAt);
        count += 1;
      }
      completeFor = changes;
      return count;
    },
    prune: async (days, now) => {
      const since = new Date(now.getTime() - days * dayMs);
      const all = await listBucketHistory(store);
      const outdated: string[] = [];
      for (const [number, files] of Map.groupBy(all, (file) => file.cluster)) {
        if (number !== cluster) {
          if (files.every(({ modifiedAt }) => modifiedAt < since)) outdated.push(...files.map(({ name }) => name));
          continue;
        }
        const bases = files.flatMap(({ path }) => baseOf(path) ?? []);
        const dropped = basesToDrop(inOrder(bases), since);
        const kept = bases.filter((base) => !dropped.includes(base));
        const names = files.flatMap(({ path }) => /^log\/(.+)\.zst$/.exec(path)?.[1] ?? []);
        const gone = new Set([
          ...dropped.map(({ file }) => file),
          ...logToDrop(kept, names).map((name) => `log/${name}${packedEnd}`),
        ]);
        outdated.push(...files.filter(({ path }) => gone.has(path)).map(({ name }) => name));
      }
      await store.remove(outdated);
    },
  };
}
