/** Stores uploaded files until they are imported, and for some weeks afterwards. */
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { Env } from '#server/env.ts';
import { unfinishedStart } from '#server/storage/file-store.ts';
import { filesOf } from '#server/storage/site-files.ts';
import { Problem } from '#shared/problem.ts';
import { maxUploadBytes } from '../staff-contract.ts';

/**
 * Writes the file as a stream, so that its size costs no memory. @returns its size @throws Problem
 * 'too_large', 'bad_request'
 */
export async function keepFile(env: Env, id: string, upload: AsyncIterable<Uint8Array>): Promise<number> {
  const { imports } = filesOf(env);
  await mkdir(imports.workFolder, { recursive: true });
  const growing = join(imports.workFolder, unfinishedStart + uuidv7());
  try {
    const size = await write(growing, upload);
    await imports.take(new Map([[id, growing]]));
    return size;
  } finally {
    await rm(growing, { force: true });
  }
}

async function write(path: string, upload: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'w');
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
    return size;
  } finally {
    await file.close();
  }
}

/** The caller closes it. Null when there is no such file. */
export async function openImportFile(env: Env, id: string): Promise<ReadStream | null> {
  const path = await filesOf(env).imports.localCopy(id);
  return path === null ? null : createReadStream(path);
}

export function removeImportFile(env: Env, id: string): Promise<void> {
  return filesOf(env).imports.remove([id]);
}
