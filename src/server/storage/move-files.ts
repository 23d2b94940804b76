/** Moves files from one place to the other while the site uses both. A run that was killed is taken up by the next. */

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { v7 as uuidv7 } from 'uuid';
import { hashOfStream } from '#server/hash-of-stream.ts';
import { type FileStore, type StoredFile, unfinishedStart } from './file-store.ts';

interface Moved {
  files: number;
  bytes: number;
}

const atOnce = 4;

/** Null when the store does not have the file. */
async function hashIn(store: FileStore, name: string): Promise<string | null> {
  const found = await store.open(name);
  return found && hashOfStream(found.content);
}

/** Keeps what it copies on this machine's disk meanwhile. Null when somebody has deleted the file. */
async function fetchTo(path: string, from: FileStore, name: string): Promise<string | null> {
  const found = await from.open(name);
  if (found === null) return null;
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(found.content, hashing, createWriteStream(path));
  return hash.digest('hex');
}

/**
 * Copies one file, reads it where it arrived, and only then deletes it where it was. A picture that a visitor deletes in between may be
 * there again; then nothing names it, and the nightly sweep finds it.
 */
async function moveOne({ name }: StoredFile, from: FileStore, to: FileStore): Promise<void> {
  await mkdir(to.workFolder, { recursive: true });
  const path = join(to.workFolder, unfinishedStart + uuidv7());
  try {
    const hash = await fetchTo(path, from, name);
    if (hash === null) return;
    if ((await hashIn(to, name)) !== hash) {
      await to.take(new Map([[name, path]]));
      if ((await hashIn(to, name)) !== hash)
        throw new Error(`${to.place} gives back other bytes of ${name} than it got`);
    }
    await from.remove([name]);
  } finally {
    await rm(path, { force: true });
  }
}

/** @param onFile called after each file */
export async function moveFiles(from: FileStore, to: FileStore, onFile: (moved: Moved) => void): Promise<Moved> {
  const moved: Moved = { files: 0, bytes: 0 };
  const files = from.list()[Symbol.asyncIterator]();
  const work = async () => {
    for (let next = await files.next(); !next.done; next = await files.next()) {
      await moveOne(next.value, from, to);
      moved.files += 1;
      moved.bytes += next.value.bytes;
      onFile(moved);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return moved;
}

export async function countFiles(store: FileStore): Promise<Moved> {
  const counted: Moved = { files: 0, bytes: 0 };
  for await (const { bytes } of store.list()) {
    counted.files += 1;
    counted.bytes += bytes;
  }
  return counted;
}
