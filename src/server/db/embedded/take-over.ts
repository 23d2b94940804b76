/**
 * Brings the data of an older major version of PostgreSQL into this one: the older server gives out a backup, a new cluster beside it takes
 * it in, and they change places when every row has arrived. Until then nothing is changed, and afterwards the older cluster is kept, so that
 * there is a way back (docs/decisions/0001-embedded-postgres.md).
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import * as z from 'zod/mini';
import type { RowCounts } from '#server/backup/contents.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { log } from '#server/log.ts';
import { createFolderStore } from '#server/storage/folder-store.ts';
import { syncFolder } from '#server/storage/sync-folder.ts';
import { dayMs } from '#shared/times.ts';
import type { Account } from './account.ts';
import { createCluster } from './create-cluster.ts';
import { formerProgram, removeFormerPrograms } from './former-program.ts';
import { findPostmaster, isAlive } from './postmaster.ts';
import { findProgram, type PostgresProgram } from './program.ts';
import { spawnServer, stopServer, watchServer } from './server-process.ts';
import { type Folders, findPort, type Settings } from './settings.ts';

/** The older cluster is kept for so long. */
const keptDays = 30;

const TookOver = z.object({ from: z.string(), to: z.string(), at: z.string() });

const nextIn = ({ home }: Folders) => join(home, 'data.next');
const keptIn = ({ home }: Folders, major: string) => join(home, `data.postgres-${major}`);
const noteIn = ({ home }: Folders) => join(home, 'took-over.json');
const historyOf = (dataDir: string) => join(dataDir, 'history');

function readNote(folders: Folders): z.infer<typeof TookOver> | undefined {
  if (!existsSync(noteIn(folders))) return undefined;
  return TookOver.parse(JSON.parse(readFileSync(noteIn(folders), 'utf8')));
}

/** Finishes a change of places that was cut short. Call it before anything looks for the cluster. */
export function finishTakeOver(folders: Folders): void {
  if (!existsSync(folders.data) && existsSync(nextIn(folders))) renameSync(nextIn(folders), folders.data);
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce(
    (sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

function checkRoom({ home, data }: Folders): void {
  const { bavail, bsize } = statfsSync(home);
  // The new cluster, and the compressed copy on the way.
  const needed = 1.5 * sizeOf(data);
  if (bavail * bsize < needed)
    throw new Error(`bringing the data over needs ${Math.ceil(needed / 1e6)} MB more on the disk that holds DATA_DIR`);
}

interface Run {
  folders: Folders;
  settings: Settings;
  program: PostgresProgram;
  account: Account | undefined;
}

/** Runs a server for as long as `work` takes, on a port that nobody else knows. */
async function withServer<T>(
  { folders, settings, program, account }: Run,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const port = await findPort();
  const url = `postgres://alameda:${settings.password}@127.0.0.1:${port}/alameda`;
  const server = await spawnServer(folders, port, program, account);
  try {
    for (let isThere = false; !isThere; await sleep(50)) {
      if (!isAlive(server.postmaster.pid)) throw new Error(`PostgreSQL does not start: ${await server.ended}`);
      const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
      client.on('error', () => undefined);
      isThere = await client.connect().then(
        () => true,
        () => false,
      );
      await client.end().catch(() => undefined);
    }
    return await work(url);
  } finally {
    await stopServer(server);
  }
}

function compare(saved: RowCounts, restored: RowCounts): void {
  const short = Object.entries(saved).filter(([table, rows]) => restored[table] !== rows);
  if (short.length === 0) return;
  const [table, rows] = short[0] ?? [];
  throw new Error(`${table} had ${rows} rows and came over with ${restored[table ?? ''] ?? 0}: nothing was changed`);
}

/** The history of one major version means nothing to another: it waits in a folder of its own. */
function changeHistory(dataDir: string, leaving: string, coming: string): void {
  const history = historyOf(dataDir);
  if (!existsSync(history)) return;
  const parts = ['bases', 'log', 'timelines.json'];
  const move = (from: string, to: string) => {
    mkdirSync(to, { recursive: true, mode: 0o700 });
    for (const part of parts) if (existsSync(join(from, part))) renameSync(join(from, part), join(to, part));
  };
  move(history, join(history, `postgres-${leaving}`));
  if (existsSync(join(history, `postgres-${coming}`))) move(join(history, `postgres-${coming}`), history);
}

interface TakeOver {
  dataDir: string;
  folders: Folders;
  settings: Settings;
  account: Account | undefined;
  from: string;
  to: string;
}

/** @throws Error; then nothing is changed, and the next start begins again */
export async function takeOver({ dataDir, folders, settings, account, from, to }: TakeOver): Promise<void> {
  const begun = performance.now();
  log.info({ part: 'postgres', from, to }, 'bringing the data of an older PostgreSQL over; this takes some minutes');
  const running = findPostmaster(folders.data);
  if (running) await stopServer(watchServer(running));
  const former = formerProgram(folders.home, from, account);
  checkRoom(folders);
  const next = { ...folders, data: nextIn(folders) };
  const work = join(folders.home, 'take-over');
  // Uploads stay where they are.
  const uploadsFolder = join(work, 'uploads');
  const file = join(work, 'site.backup');
  for (const folder of [next.data, work]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(work, { mode: 0o700 });
  try {
    const saved = await withServer({ folders, settings, program: former, account }, (url) =>
      makeBackup({ url, uploads: createFolderStore(uploadsFolder), file, allowMissing: true }),
    );
    const program = await findProgram(account);
    await createCluster(next, settings, program, account);
    const restored = await withServer({ folders: next, settings, program, account }, (url) =>
      restoreBackup({ url, uploadsFolder, file, replace: true }),
    );
    if (restored.jobsLeftOut) throw new Error('the jobs that wait were written by another version of the queue');
    compare(saved.rowsOf, restored.rowsOf);
    writeFileSync(noteIn(folders), JSON.stringify({ from, to, at: new Date().toISOString() }), {
      mode: 0o600,
      flush: true,
    });
    rmSync(keptIn(folders, from), { recursive: true, force: true });
    renameSync(folders.data, keptIn(folders, from));
    renameSync(next.data, folders.data);
    await syncFolder(folders.home);
    changeHistory(dataDir, from, to);
    const seconds = Math.round((performance.now() - begun) / 1000);
    log.info({ part: 'postgres', from, to, rows: saved.rows, seconds }, 'the data has been brought over');
  } catch (error) {
    rmSync(next.data, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Deletes the older cluster once its time is over. */
export function dropFormerData(dataDir: string, folders: Folders, now: Date): void {
  const note = readNote(folders);
  if (note === undefined || now.getTime() - Date.parse(note.at) < keptDays * dayMs) return;
  rmSync(keptIn(folders, note.from), { recursive: true, force: true });
  rmSync(join(historyOf(dataDir), `postgres-${note.from}`), { recursive: true, force: true });
  removeFormerPrograms(folders.home, note.from);
  rmSync(noteIn(folders));
}

/**
 * Puts the older cluster back, as it was when it was left. What was written since stays beside it, for whoever needs to look into it.
 * @returns when it was left, and where the newer one is
 */
export async function goBack(dataDir: string, folders: Folders): Promise<{ from: string; at: string; newer: string }> {
  const note = readNote(folders);
  if (note === undefined || !existsSync(keptIn(folders, note.from)))
    throw new Error('there is no data of an older PostgreSQL to go back to');
  if (findPostmaster(folders.data)) throw new Error('the site is running: stop it first');
  const newer = keptIn(folders, note.to);
  rmSync(newer, { recursive: true, force: true });
  renameSync(folders.data, newer);
  renameSync(keptIn(folders, note.from), folders.data);
  rmSync(noteIn(folders));
  await syncFolder(folders.home);
  changeHistory(dataDir, note.to, note.from);
  return { from: note.from, at: note.at, newer };
}
