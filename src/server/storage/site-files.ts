/** The stores of one site, the same ones for every caller of a process. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '#server/env.ts';
import { createChainedStore } from './chained-store.ts';
import type { FileStore } from './file-store.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Client } from './s3-client.ts';
import { createS3Store } from './s3-store.ts';

/** Each is a folder of DATA_DIR, or the beginning of the names in the bucket. */
export const fileKinds = ['uploads', 'imports'] as const;
type FileKind = (typeof fileKinds)[number];
/** Backups have another place without a bucket; the history and tiles are on this disk, too. */
type BucketKind = FileKind | 'backups' | 'history' | 'tiles';

/** `uploads`: pictures, as they are served at /media/u/. `imports`: lists of staff, until some weeks after they are imported. */
type SiteFiles = Record<FileKind, FileStore>;

type Place = Pick<Env, 'dataDir' | 's3' | 'storage'>;

/** Copies of what the bucket holds may take so much of this machine's disk. */
const copiesBytes: Record<BucketKind, number> = {
  uploads: 1024 ** 3,
  imports: 256 * 1024 ** 2,
  backups: 0,
  history: 0,
  tiles: 0,
};

const known = new WeakMap<Place, SiteFiles>();

export function filesOf(env: Place): SiteFiles {
  const found = known.get(env) ?? openFiles(env);
  known.set(env, found);
  return found;
}

function openFiles(env: Place): SiteFiles {
  return Object.fromEntries(fileKinds.map((kind) => [kind, openStore(kind, env)])) as SiteFiles;
}

function openStore(kind: FileKind, env: Place): FileStore {
  const folder = folderStoreOf(kind, env);
  // Files that were uploaded before the bucket was set are there until they are moved.
  const isFilling = existsSync(folder.workFolder);
  const bucket = bucketStoreOf(kind, env, isFilling);
  if (bucket === undefined) return folder;
  if (env.storage === 'folder') return createChainedStore(folder, bucket);
  return isFilling ? createChainedStore(bucket, folder) : bucket;
}

export const folderStoreOf = (kind: FileKind, { dataDir }: Pick<Env, 'dataDir'>): FileStore =>
  createFolderStore(join(dataDir, kind));

/** Where the history of the embedded database goes besides this disk. */
export function historyPlaceOf(env: Place & Pick<Env, 'backups'>) {
  const store = env.storage === 's3' ? bucketStoreOf('history', env) : undefined;
  return store && { store, recipient: env.backups?.recipient };
}

/** Undefined where no S3 store is set. */
export function bucketStoreOf(
  kind: BucketKind,
  { dataDir, s3 }: Omit<Place, 'storage'>,
  isFilling = false,
): FileStore | undefined {
  if (s3 === undefined) return undefined;
  return createS3Store({
    client: createS3Client(s3),
    prefix: `${kind}/`,
    bucket: s3.bucket,
    folder: join(dataDir, 'cache/files', kind),
    maxBytes: copiesBytes[kind],
    isFilling,
  });
}
