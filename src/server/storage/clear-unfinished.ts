import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unfinishedStart } from './file-store.ts';

/** Deletes what killed processes were writing before that moment. */
export async function clearUnfinished(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter((one) => one.startsWith(unfinishedStart))) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && found.mtime < before) await rm(join(folder, name), { recursive: true, force: true });
  }
}
