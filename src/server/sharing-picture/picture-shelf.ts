/** Sharing pictures kept on disk under the hash of what they show; the oldest go when they take too much room. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface PictureShelf {
  find: (key: string) => Promise<Buffer | null>;
  /** A full disk is no reason not to answer: nothing is kept then. */
  keep: (key: string, png: Buffer) => Promise<void>;
}

const writesBetweenCounts = 50;

/** @param folder made when first needed @param maxBytes may be passed by the last few pictures */
export function createPictureShelf(folder: string, maxBytes: number): PictureShelf {
  let writes = 0;

  /** Several processes may share the folder, so what is there is counted and not remembered. */
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
    find: (key) => readFile(join(folder, `${key}.png`)).catch(() => null),
    keep: async (key, png) => {
      const unfinished = join(folder, `${randomUUID()}.tmp`);
      try {
        await mkdir(folder, { recursive: true });
        await writeFile(unfinished, png);
        await rename(unfinished, join(folder, `${key}.png`));
        if (writes++ % writesBetweenCounts === 0) await makeRoom();
      } catch {
        await unlink(unfinished).catch(() => undefined);
      }
    },
  };
}
