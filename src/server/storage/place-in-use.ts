/** A note in DATA_DIR of where the running site keeps its files: its settings are those of its start, and a command may have others. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StorageEnv } from './s3-settings.ts';

const fileIn = (dataDir: string) => join(dataDir, 'files-are-in.txt');

/** In words. */
export function placeOf({ s3, storage }: StorageEnv): string {
  if (s3 === undefined) return 'a folder';
  const bucket = `the bucket ${s3.bucket} at ${s3.endpoint}`;
  return storage === 's3' ? bucket : `a folder, and what is left in ${bucket}`;
}

export function notePlace(env: StorageEnv & { dataDir: string }): void {
  writeFileSync(fileIn(env.dataDir), placeOf(env), { mode: 0o600 });
}

/** Undefined before the first start. */
export function readPlace(dataDir: string): string | undefined {
  try {
    return readFileSync(fileIn(dataDir), 'utf8');
  } catch {
    return undefined;
  }
}
