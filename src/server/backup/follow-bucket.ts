import { noteBackup, readLastBackup } from '#server/backup/last-backup.ts';
import { bucketName, isOwnBackup } from '#server/backup/rotate.ts';
import type { FileStore, StoredFile } from '#server/storage/file-store.ts';

/** Notes on this machine the newest backup in the bucket, which another machine may have made. */
export async function followBucket(
  bucket: FileStore,
  { dataDir, pack }: { dataDir: string; pack: string },
): Promise<void> {
  let newest: StoredFile | undefined;
  for await (const file of bucket.list()) {
    if (isOwnBackup(file.name, pack) && (!newest || file.modifiedAt > newest.modifiedAt)) newest = file;
  }
  const last = await readLastBackup(dataDir);
  if (!newest || (last && last.at >= newest.modifiedAt) || last?.file.endsWith(newest.name)) return;
  // Only what was proved is put into the bucket; by which means, that machine knows.
  await noteBackup(dataDir, { at: newest.modifiedAt, file: bucketName(newest.name), proof: null });
}
