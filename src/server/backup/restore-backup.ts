/** Restores a backup file: the whole site, or nothing changes. */
import { createWriteStream, existsSync } from 'node:fs';
import { lchown, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Client, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupFileError, checkArchive, type Entry, readArchive } from '#server/backup/archive.ts';
import {
  EntryHead,
  nameOfTable,
  type RowCounts,
  type SiteHead,
  sessionSettings,
  type TableHead,
} from '#server/backup/contents.ts';
import { bookkeepingTable } from '#server/backup/make-backup.ts';
import { clearRestoreLeftovers } from '#server/backup/restore-leftovers.ts';
import {
  emptyForRestore,
  holdsData,
  jobTablesVersion,
  otherSessions,
  withoutForeignKeys,
} from '#server/backup/target.ts';
import { applyFunctions } from '#server/db/apply-functions.ts';
import { applyMigrations, readMigrations, takeStartLock } from '#server/db/migrate.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { createFolderStore } from '#server/storage/folder-store.ts';
import { syncFolder } from '#server/storage/sync-folder.ts';

/** The restore did not begin: the target has data, or a site uses it. */
export class RestoreRefused extends Error {
  override name = 'RestoreRefused';
}

interface RestoreSummary {
  madeAt: string;
  tables: number;
  rows: number;
  rowsOf: RowCounts;
  uploads: number;
  /** The queued jobs could not be restored: another version of the job queue wrote them. */
  jobsLeftOut: boolean;
  /** The backup's secret.key; null when it holds none. */
  key: string | null;
}

interface RestoreRequest {
  url: string;
  /** Where uploads are put together, and where they stay when there is no bucket. */
  uploadsFolder: string;
  /** Uploads go there. Names are never used twice, so those that are there do no harm, and the nightly sweep finds the unused ones. */
  bucket?: FileStore | undefined;
  file: string;
  /** Allows the target's data to be deleted. */
  replace: boolean;
}

async function readHead(file: string): Promise<SiteHead> {
  for await (const { head } of readArchive(file)) {
    const parsed = EntryHead.safeParse(head);
    if (parsed.success && parsed.data.type === 'site') return parsed.data;
    break;
  }
  throw new BackupFileError('its content makes no sense');
}

async function copyIn(client: Client, table: TableHead, content: Entry['content']): Promise<number> {
  const columns = table.columns.map(escapeIdentifier).join(', ');
  const target = `${escapeIdentifier(table.schema)}.${escapeIdentifier(table.name)}`;
  const copy = client.query(copyFrom(`copy ${target} (${columns}) from stdin`));
  await pipeline(Readable.from(content), copy);
  return copy.rowCount;
}

async function load(client: Client, { file }: RestoreRequest, head: SiteHead, stage: string): Promise<RestoreSummary> {
  const begun = { madeAt: head.madeAt, tables: 0, rows: 0, rowsOf: {}, uploads: 0, jobsLeftOut: false };
  const summary: RestoreSummary = { ...begun, key: null };
  const takesJobs = head.jobTables === (await jobTablesVersion(client));
  for await (const { head: words, content } of readArchive(file)) {
    const entry = EntryHead.parse(words);
    if (entry.type === 'upload') {
      const target = join(stage, entry.path);
      await mkdir(dirname(target), { recursive: true });
      await pipeline(Readable.from(content), createWriteStream(target, { flush: true }));
      summary.uploads += 1;
    } else if (entry.type === 'key') {
      summary.key = await textOf(Readable.from(content));
    } else if (entry.type === 'table') {
      if (entry.schema === 'pgboss' && !takesJobs) {
        summary.jobsLeftOut = head.jobTables !== null;
        continue;
      }
      const rows = await copyIn(client, entry, content);
      summary.rowsOf[nameOfTable(entry)] = rows;
      // Counts as the backup did, so that both say the same number.
      if (entry.name !== bookkeepingTable) summary.rows += rows;
      summary.tables += 1;
    }
  }
  for (const { schema, name, last, called } of head.sequences) {
    await client.query('select setval(to_regclass($1), $2, $3) where to_regclass($1) is not null', [
      `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`,
      last,
      called,
    ]);
  }
  return summary;
}

async function refuseUnfitTarget(client: Client, { replace, uploadsFolder, bucket }: RestoreRequest): Promise<void> {
  const sessions = await otherSessions(client);
  if (sessions > 0) throw new RestoreRefused(`the site is running (${sessions} connections): stop it first`);
  if (replace) return;
  const hasUploads = !bucket && existsSync(uploadsFolder) && (await readdir(uploadsFolder)).length > 0;
  if (hasUploads || (await holdsData(client))) {
    throw new RestoreRefused('there is data already: add --replace to throw it away, best after a backup of it');
  }
}

async function filesIn(stage: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const { name } of createFolderStore(stage).list()) files.set(name, join(stage, name));
  return files;
}

/** When root restores, the files must belong to the account that runs the site: the owner of DATA_DIR. */
async function giveToOwner(stage: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(stage));
  for (const name of ['', ...(await readdir(stage, { recursive: true }))]) await lchown(join(stage, name), uid, gid);
}

async function putInPlace(stage: string, uploadsFolder: string): Promise<void> {
  const old = `${uploadsFolder}.old-${process.pid}`;
  if (existsSync(uploadsFolder)) await rename(uploadsFolder, old);
  await rename(stage, uploadsFolder);
  await syncFolder(dirname(uploadsFolder));
  await rm(old, { recursive: true, force: true });
}

/**
 * Reads the file once before anything changes, then replaces tables and rows in one transaction, and the
 * uploads by a rename. A backup of an older release is loaded into the tables of its time, which are then
 * migrated. Throws `BackupFileError` or `RestoreRefused`.
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreSummary> {
  await checkArchive(request.file);
  const head = await readHead(request.file);
  const known = readMigrations();
  const unknown = head.migrations.filter((time) => !known.some((migration) => migration.folderMillis === time));
  if (unknown.length > 0) throw new BackupFileError(`a newer release (${head.release}) made it`);

  const stage = `${request.uploadsFolder}.new-${process.pid}`;
  const client = new Client({ connectionString: request.url, application_name: 'alameda restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await clearRestoreLeftovers(request.uploadsFolder);
    await mkdir(stage, { recursive: true });
    await client.query(sessionSettings);
    await client.query('begin');
    await takeStartLock(client);
    await refuseUnfitTarget(client, request);
    await emptyForRestore(client);
    const ofItsDay = known.filter((migration) => head.migrations.includes(migration.folderMillis));
    await applyMigrations(client, ofItsDay);
    const summary = await withoutForeignKeys(client, () => load(client, request, head, stage));
    await applyMigrations(client, known);
    await applyFunctions(client, { isCurrent: ofItsDay.length === known.length });
    if (request.bucket) await request.bucket.take(await filesIn(stage));
    else await giveToOwner(stage);
    await client.query('commit');
    if (!request.bucket) await putInPlace(stage, request.uploadsFolder);
    return summary;
  } finally {
    await client.end().catch(() => undefined);
    await rm(stage, { recursive: true, force: true });
  }
}
