/**
 * Stores drawn pictures on disk under the hash of their content; the oldest are deleted when they take too
 * much space.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface PictureShelf {
  /** @param file its name in the folder */
  find: (file: string) => Promise<Buffer | null>;
  /** Stores a picture. A full disk is not an error: then nothing is stored. */
  keep: (file: string, bytes: Uint8Array) => Promise<void>;
}

const writesBetweenCounts = 50;

/** @param folder made when first needed @param maxBytes the last few pictures may exceed it */
export function createPictureShelf(folder: string, maxBytes: number): PictureShelf {
  let writes = 0;

  /** Lists the folder each time, because several processes may share it. */
  async function makeRoom(): Promise<void> {
    const names = await readdir(folder);
    const found = await Promise.all(
      names.map(async (name) => {
        const info = await stat(join(folder, name)).catch(() => null);
        return { name, size: info?.size ?? 0, mtimeMs: info?.mtimeMs ?? 0 };
      }),
    );
    let bytes = found.reduce((sum, { size }) => sum + size, 0);
    for (const { name, size } of found.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (bytes <= maxBytes) return;
      await unlink(join(folder, name)).catch(() => undefined);
      bytes -= size;
    }
  }

  return {
    find: (file) => readFile(join(folder, file)).catch(() => null),
    keep: async (file, bytes) => {
      const unfinished = join(folder, `${randomUUID()}.tmp`);
      try {
        await mkdir(folder, { recursive: true });
        await writeFile(unfinished, bytes);
        await rename(unfinished, join(folder, file));
        if (writes++ % writesBetweenCounts === 0) await makeRoom();
      } catch {
        await unlink(unfinished).catch(() => undefined);
      }
    },
  };
}
