import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isAlive } from '#server/db/embedded/postmaster.ts';

/**
 * Cleans up after a killed restore: `uploads.new-PID` and `uploads.old-PID` beside the uploads. When it was
 * killed between the two renames that put its uploads in place, this does the second one.
 */
export async function clearRestoreLeftovers(uploadsFolder: string): Promise<void> {
  const parent = dirname(uploadsFolder);
  const names = existsSync(parent) ? await readdir(parent) : [];
  const leftover = new RegExp(`^${RegExp.escape(basename(uploadsFolder))}\\.(?:new|old)-(\\d+)$`);
  for (const name of names) {
    const pid = Number(leftover.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || pid === process.pid || isAlive(pid)) continue;
    const [stage, old] = [`${uploadsFolder}.new-${pid}`, `${uploadsFolder}.old-${pid}`];
    if (!existsSync(uploadsFolder) && existsSync(stage) && existsSync(old)) await rename(stage, uploadsFolder);
    await rm(join(parent, name), { recursive: true, force: true });
  }
}
