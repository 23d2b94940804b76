import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { type FileStore, type StoredFile, unfinishedStart } from './file-store.ts';
import { syncFolder } from './sync-folder.ts';

/** Null instead of the error that says that a file is not there. */
const orNull = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
};

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Keeps files in a folder, which is made with the first one. `workFolder` is the folder itself, so that `take` renames. */
export function createFolderStore(folder: string): FileStore {
  const pathOf = (name: string) => join(folder, name);

  async function statFile(name: string): Promise<StoredFile | null> {
    const found = await stat(pathOf(name)).catch(orNull);
    return found?.isFile() ? { name, bytes: found.size, modifiedAt: found.mtime } : null;
  }

  async function take(files: ReadonlyMap<string, string>): Promise<void> {
    const moved: string[] = [];
    try {
      await mkdir(folder, { recursive: true });
      const folders = new Set([folder]);
      for (const [name, path] of files) {
        const target = pathOf(name);
        await mkdir(dirname(target), { recursive: true });
        await syncFile(path);
        await rename(path, target);
        moved.push(target);
        folders.add(dirname(target));
      }
      for (const changed of folders) await syncFolder(changed);
    } catch (error) {
      for (const target of moved) await rm(target, { force: true });
      throw error;
    }
  }

  return {
    place: folder,
    workFolder: folder,
    take,
    put: async (name, bytes) => {
      await mkdir(folder, { recursive: true });
      const growing = join(folder, unfinishedStart + uuidv7());
      try {
        await writeFile(growing, bytes);
        await take(new Map([[name, growing]]));
      } catch (error) {
        await rm(growing, { force: true });
        throw error;
      }
    },
    open: async (name, range) => {
      const handle = await open(pathOf(name)).catch(orNull);
      if (handle === null) return null;
      const { size, mtime } = await handle.stat();
      return { file: { name, bytes: size, modifiedAt: mtime }, content: handle.createReadStream(range) };
    },
    stat: statFile,
    list: async function* () {
      const entries = (await readdir(folder, { recursive: true, withFileTypes: true }).catch(orNull)) ?? [];
      const names = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .map((path) => path.replaceAll(sep, '/'))
        .filter((name) => !name.startsWith(unfinishedStart))
        .toSorted();
      for (const name of names) {
        const found = await statFile(name);
        if (found) yield found;
      }
    },
    remove: async (names) => {
      for (const name of names) await rm(pathOf(name), { force: true });
    },
    localCopy: async (name) => ((await statFile(name)) ? pathOf(name) : null),
  };
}
