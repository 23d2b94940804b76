/** Copies on this machine's disk of files that a store keeps: the longest unused ones go when they take too much space. */
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { v7 as uuidv7 } from 'uuid';
import { Crowded, Turns } from '#server/turns.ts';
import { minuteMs } from '#shared/times.ts';
import { type StoredFile, unfinishedStart } from './file-store.ts';
import { StoreAway } from './store-away.ts';

/** A copy is served for so long before the store is asked whether another machine has deleted the file. */
const trustedMs = minuteMs;
/** Names that the store did not know are not asked for again so soon. */
const missingMs = 10_000;
const maxMissing = 2_000;
const fetchesAtOnce = 16;
const maxWaiting = 200;
const copiesBetweenCounts = 50;

interface Options {
  folder: string;
  workFolder: string;
  maxBytes: number;
  /** Files arrive from another place while it is used: what was not there a moment ago may be there now. */
  isFilling: boolean;
  read: (name: string) => Promise<{ file: StoredFile; content: Readable } | null>;
  exists: (name: string) => Promise<boolean>;
}

interface LocalCopies {
  /** @throws StoreAway when there is no copy, and the store cannot be asked */
  find: (name: string) => Promise<string | null>;
  /** Makes the file itself the copy. */
  adopt: (name: string, path: string) => Promise<void>;
  forget: (name: string) => Promise<void>;
}

export function createLocalCopies({ folder, workFolder, maxBytes, isFilling, read, exists }: Options): LocalCopies {
  const turns = new Turns(fetchesAtOnce, maxWaiting);
  const fetching = new Map<string, Promise<string | null>>();
  const missing = new Map<string, number>();
  let copied = 0;
  const pathOf = (name: string) => join(folder, name);

  /** Several processes of a machine share the folder, so it is read each time. */
  async function makeRoom(most: number): Promise<void> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const files: { path: string; size: number; usedMs: number }[] = [];
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      const found = entry.isFile() ? await stat(path).catch(() => null) : null;
      if (found) files.push({ path, size: found.size, usedMs: found.mtimeMs });
    }
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size } of files.toSorted((a, b) => a.usedMs - b.usedMs)) {
      if (bytes <= most) return;
      await rm(path, { force: true });
      bytes -= size;
    }
  }

  async function adopt(name: string, path: string): Promise<void> {
    const target = pathOf(name);
    await mkdir(dirname(target), { recursive: true });
    await rename(path, target);
    missing.delete(name);
    if (copied++ % copiesBetweenCounts === 0) await makeRoom(maxBytes);
  }

  async function download(name: string): Promise<string | null> {
    const found = await read(name);
    if (found === null) {
      if (missing.size >= maxMissing) missing.clear();
      if (!isFilling) missing.set(name, Date.now());
      return null;
    }
    const growing = join(workFolder, unfinishedStart + uuidv7());
    try {
      await mkdir(workFolder, { recursive: true });
      await pipeline(found.content, createWriteStream(growing));
      if ((await stat(growing)).size !== found.file.bytes) throw new StoreAway('the file store sent half a file');
      await adopt(name, growing);
      return pathOf(name);
    } catch (error) {
      await rm(growing, { force: true });
      throw error;
    }
  }

  async function downloadInTurn(name: string): Promise<string | null> {
    try {
      return await turns.take(() => download(name));
    } catch (error) {
      if (error instanceof Crowded) throw new StoreAway('too many files are fetched from the store at once');
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      // The disk is full. Drops all cached copies: the store still has them.
      await makeRoom(0);
      return download(name);
    }
  }

  /** Null when the file is gone from the store. A store that is away leaves the copy as it is. */
  async function confirm(name: string): Promise<string | null> {
    const path = pathOf(name);
    const isThere = await exists(name).catch((error: unknown) => {
      if (error instanceof StoreAway) return null;
      throw error;
    });
    if (isThere === null) return path;
    if (isThere) await utimes(path, new Date(), new Date()).catch(() => undefined);
    else await rm(path, { force: true });
    return isThere ? path : null;
  }

  function once(name: string, work: (name: string) => Promise<string | null>): Promise<string | null> {
    const running = fetching.get(name);
    if (running) return running;
    const started = work(name).finally(() => fetching.delete(name));
    fetching.set(name, started);
    return started;
  }

  return {
    adopt: (name, path) => adopt(name, path).catch(() => rm(path, { force: true })),
    forget: (name) => rm(pathOf(name), { force: true }),
    find: async (name) => {
      const found = await stat(pathOf(name)).catch(() => null);
      if (found && Date.now() - found.mtimeMs < trustedMs) return pathOf(name);
      if (found) return once(name, confirm);
      const missedAt = missing.get(name);
      if (missedAt !== undefined && Date.now() - missedAt < missingMs) return null;
      return once(name, downloadInTurn);
    },
  };
}
