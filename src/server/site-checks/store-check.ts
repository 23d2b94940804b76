import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Env } from '#server/env.ts';
import { describeError } from '#server/log.ts';
import { countFiles } from '#server/storage/move-files.ts';
import { createS3Client } from '#server/storage/s3-client.ts';
import { fileKinds, folderStoreOf } from '#server/storage/site-files.ts';
import { type Check, note, right, wrong } from './check.ts';

const name = 'File store';

/** Writes, reads and deletes a small object. No line where files are kept in a folder. */
export async function checkStore(env: Pick<Env, 'dataDir' | 's3' | 'storage'>): Promise<Check[]> {
  const { s3, storage } = env;
  if (s3 === undefined) return [];
  const place = `the bucket ${s3.bucket} at ${s3.endpoint}`;
  try {
    const client = createS3Client(s3);
    const [key, bytes] = [`probe/${randomUUID()}`, Buffer.from(randomUUID())];
    await client.put(key, bytes, 'text/plain');
    const found = await client.get(key);
    const back = found && (await buffer(found.content));
    await client.remove(key);
    if (!back?.equals(bytes)) return [wrong(name, `${place} does not give back what was written to it.`)];
  } catch (error) {
    const todo = 'Pictures cannot be uploaded meanwhile. Check the five S3 settings, and that the bucket is there.';
    return [wrong(name, `${place} cannot be used: ${describeError(error)}. ${todo}`)];
  }
  if (storage === 'folder')
    return [note(name, `New files go to DATA_DIR; those in ${place} are read, too, until they are moved.`)];
  const left = (await Promise.all(fileKinds.map((kind) => countFiles(folderStoreOf(kind, env))))).reduce(
    (sum, { files }) => sum + files,
    0,
  );
  if (left > 0)
    return [note(name, `${left} files are still in DATA_DIR of this machine: npm run storage -- move --to s3.`)];
  return [right(name, `A file was written to ${place}, read there and deleted.`)];
}
