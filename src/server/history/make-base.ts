/**
 * Copies the cluster while it runs, by PostgreSQL's own means for it: between pg_backup_start and pg_backup_stop files may be copied
 * as they are, and the log of that time makes them whole.
 */
import { createReadStream } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Entry, writeArchive } from '#server/backup/archive.ts';
import { spoolName } from '#server/db/embedded/archiving.ts';
import { syncFolder } from '#server/storage/sync-folder.ts';
import { baseName, type HistoryFolders } from './history-files.ts';

/** Folders whose content the next start makes anew. */
const keptEmpty = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
  spoolName,
]);
const leftOut = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*)$/;

export interface BaseHead {
  kind: 'folder' | 'file';
  path: string;
}

async function* nothing(): AsyncGenerator<Buffer> {
  // A folder has no content.
}

/** A file that is dropped while the copy goes on is empty here; the log knows that it is gone. */
async function* contentOf(file: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) yield chunk as Buffer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

async function* entriesOf(root: string, path = ''): AsyncGenerator<Entry> {
  const found = await readdir(join(root, path), { withFileTypes: true }).catch(() => []);
  for (const entry of found.filter(({ name }) => !leftOut.test(name))) {
    const inside = join(path, entry.name);
    const head: BaseHead = { kind: entry.isDirectory() ? 'folder' : 'file', path: inside };
    if (head.kind === 'file') {
      yield { head, content: contentOf(join(root, inside)) };
      continue;
    }
    yield { head, content: nothing() };
    if (!keptEmpty.has(inside)) yield* entriesOf(root, inside);
  }
}

interface Request {
  superuserUrl: string;
  dataFolder: string;
  folders: HistoryFolders;
  signal: AbortSignal;
}

/** Makes one base. The log must go on being saved meanwhile: PostgreSQL waits for it. */
export async function makeBase({ superuserUrl, dataFolder, folders, signal }: Request): Promise<void> {
  const client = new Client({ connectionString: superuserUrl, application_name: 'alameda history' });
  client.on('error', () => undefined);
  await client.connect();
  // Also while PostgreSQL waits for its log to be saved.
  const leave = () => void client.end().catch(() => undefined);
  signal.addEventListener('abort', leave, { once: true });
  const growing = join(folders.bases, `${process.pid}.growing`);
  let firstLog = '';
  let endedAt = new Date();
  async function* entries(): AsyncGenerator<Entry> {
    await client.query(`select pg_backup_start('alameda', true)`);
    for await (const entry of entriesOf(dataFolder)) {
      signal.throwIfAborted();
      yield entry;
    }
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(true)');
    const label = rows[0]?.label ?? '';
    firstLog = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)$/m.exec(label)?.[1] ?? '';
    if (firstLog === '') throw new Error('PostgreSQL does not say where the log of its base begins');
    endedAt = (await client.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]?.now ?? new Date();
    const head: BaseHead = { kind: 'file', path: 'backup_label' };
    yield {
      head,
      content: (async function* () {
        yield Buffer.from(label);
      })(),
    };
  }
  try {
    await writeArchive(growing, entries());
    await rename(growing, join(folders.bases, baseName(endedAt, firstLog)));
    await syncFolder(folders.bases);
  } finally {
    signal.removeEventListener('abort', leave);
    // Ends a copy that was not finished.
    await client.end().catch(() => undefined);
    await rm(growing, { force: true });
  }
}
