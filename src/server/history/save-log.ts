import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { needsBaseMark, pausedMark, spoolIn } from '#server/db/embedded/archiving.ts';
import { syncFolder } from '#server/storage/sync-folder.ts';
import { type HistoryFolders, isLogFile, isTimelineFile, numberOf, packedEnd } from './history-files.ts';

async function pack(from: string, name: string, { log }: HistoryFolders): Promise<void> {
  const growing = join(log, `${name}.part`);
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  await pipeline(createReadStream(from), compress, createWriteStream(growing, { mode: 0o600, flush: true }));
  await rename(growing, join(log, name + packedEnd));
}

export async function unpackLog({ log }: HistoryFolders, name: string, to: string): Promise<void> {
  await pipeline(
    createReadStream(join(log, name + packedEnd)),
    createZstdDecompress(),
    createWriteStream(to, { mode: 0o600 }),
  );
}

/** Moves what the server has finished into the history. Nothing leaves the spool before it is on the disk. */
export async function saveSpool(dataFolder: string, folders: HistoryFolders): Promise<void> {
  const spool = spoolIn(dataFolder);
  const names = await readdir(spool).catch(() => []);
  const done = names.filter((name) => !name.endsWith('.part') && name !== pausedMark && name !== needsBaseMark);
  const wanted = done.filter((name) => isLogFile(name) || isTimelineFile(name));
  for (const name of wanted) await pack(join(spool, name), name, folders);
  if (wanted.length > 0) await syncFolder(folders.log);
  for (const name of done) await rm(join(spool, name), { force: true });
}

/** True for a file that the server has written under this name, and not only renamed for later. */
async function isOwn(file: string, name: string): Promise<boolean> {
  const handle = await open(file);
  try {
    // The first page says for which place of the log it was written.
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    return bytesRead === 16 && buffer.readBigUInt64LE(8) === BigInt(numberOf(name)) * 16_777_216n;
  } finally {
    await handle.close();
  }
}

/** Saves the log of a stopped server to its last byte, also of one that was killed. */
export async function saveWholeLog(dataFolder: string, folders: HistoryFolders): Promise<void> {
  await saveSpool(dataFolder, folders);
  const source = join(dataFolder, 'pg_wal');
  for (const name of await readdir(source).catch(() => [])) {
    const file = join(source, name);
    if (isTimelineFile(name) || (isLogFile(name) && (await isOwn(file, name)))) await pack(file, name, folders);
  }
  await syncFolder(folders.log);
}
