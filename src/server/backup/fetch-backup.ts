import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bucketMark } from '#server/backup/rotate.ts';
import { openDataDir } from '#server/data-dir.ts';
import type { Env } from '#server/env.ts';
import { bucketStoreOf } from '#server/storage/site-files.ts';

/** A backup of the bucket comes beside the site's data for as long as it is read. @param name `s3:…` @throws Error in words */
export async function fetchBackup(name: string, env: Env) {
  const bucket = bucketStoreOf('backups', env);
  if (bucket === undefined) throw new Error(`${name} is in a bucket, and none is set: S3_BUCKET and its keys.`);
  const asked = name.slice(bucketMark.length);
  const found = asked === '' ? null : await bucket.open(asked);
  if (found === null) {
    const names: string[] = [];
    for await (const file of bucket.list()) names.push(`  ${bucketMark}${file.name}`);
    if (names.length === 0) throw new Error(`No backup is in ${bucket.place}.`);
    throw new Error([`${asked === '' ? '' : `There is no ${name}. `}In ${bucket.place} are:`, ...names].join('\n'));
  }
  openDataDir(env.dataDir);
  const folder = await mkdtemp(join(env.dataDir, 'restore-'));
  const file = join(folder, 'fetched.backup');
  await writeFile(file, found.content, { mode: 0o600, flush: true });
  return { file, close: () => rm(folder, { recursive: true, force: true }) };
}
