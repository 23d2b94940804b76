/** Stores uploaded files on disk until they are imported, and for some weeks afterwards. */
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '#server/env.ts';
import { syncFolder } from '#server/storage/sync-folder.ts';
import { Problem } from '#shared/problem.ts';
import { maxUploadBytes } from '../staff-contract.ts';

const folderOf = (env: Env) => join(env.dataDir, 'imports');
const pathOf = (env: Env, id: string) => join(folderOf(env), id);

/**
 * Writes the file as a stream, so that its size costs no memory. @returns its size @throws Problem
 * 'too_large', 'bad_request'
 */
export async function keepFile(env: Env, id: string, upload: AsyncIterable<Uint8Array>): Promise<number> {
  await mkdir(folderOf(env), { recursive: true });
  const part = `${pathOf(env, id)}.part`;
  const file = await open(part, 'w');
  let size = 0;
  try {
    for await (const piece of upload) {
      size += piece.byteLength;
      if (size > maxUploadBytes) {
        throw new Problem('too_large', 'This file is larger than 50 MB. Compress it with gzip, or import it in parts.');
      }
      await file.write(piece);
    }
    if (size === 0) throw new Problem('bad_request', 'The file is empty.');
    await file.sync();
    await rename(part, pathOf(env, id));
    await syncFolder(folderOf(env));
    return size;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** The caller closes it. */
export function openImportFile(env: Env, id: string): ReadStream {
  return createReadStream(pathOf(env, id));
}

export function removeImportFile(env: Env, id: string): Promise<void> {
  return rm(pathOf(env, id), { force: true });
}
