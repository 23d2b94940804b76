import { open } from 'node:fs/promises';

/**
 * Writes a folder's list of names to the disk. A file that was synced and renamed is found after a power cut only once its
 * folder is synced, too: call this before telling anybody that the file is kept.
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
