import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Client, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Entry, writeArchive } from '#server/backup/archive.ts';
import {
  jobTableNames,
  nameOfTable,
  type RowCounts,
  type SiteHead,
  sessionSettings,
  type TableHead,
} from '#server/backup/contents.ts';
import { NamedUploads } from '#server/backup/missing-uploads.ts';
import { jobTablesVersion } from '#server/backup/target.ts';
import type { FileStore } from '#server/storage/file-store.ts';

interface BackupSummary {
  tables: number;
  rows: number;
  rowsOf: RowCounts;
  uploads: number;
  bytes: number;
}

interface BackupRequest {
  url: string;
  uploads: FileStore;
  file: string;
  /**
   * Refuses a database without a single row, which is nobody's site; by default it is saved like any other.
   */
  refuseEmpty?: boolean;
  /** Saves the backup even when the rows name pictures whose files are missing. */
  allowMissing?: boolean;
  /** The content of DATA_DIR/secret.key, when the backup is to hold it. */
  key?: Buffer | undefined;
}

/** Pictures on the site have no files here. An earlier backup file is left as it was. */
export class UploadsMissing extends Error {
  override name = 'UploadsMissing';
  readonly files: readonly string[];

  constructor(files: readonly string[], place: string) {
    super(`${files.length} files of pictures on the site are missing in ${place}`);
    this.files = files;
  }
}

/** An earlier backup file is left as it was. */
export class NothingToSave extends Error {
  override name = 'NothingToSave';
}

async function* nothing(): AsyncGenerator<Buffer> {}

/** Has a row in an empty database, too (src/server/db/apply-functions.ts), so that its row is no sign of a site. */
export const bookkeepingTable = 'search_state';

/**
 * Lists tables as people see them: partitions belong to their parent, extensions' tables to their extension.
 */
async function listTables(client: Client): Promise<TableHead[]> {
  const { rows } = await client.query<TableHead>(
    `select 'table' as type, n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and (n.nspname = 'public' or (n.nspname = 'pgboss' and c.relname = any ($1)))
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by n.nspname desc, array_position($1, c.relname::text), c.relname`,
    [jobTableNames],
  );
  return rows;
}

async function describeSite(client: Client): Promise<SiteHead> {
  const migrations = await client.query<{ created_at: string }>(
    'select created_at from drizzle.__drizzle_migrations order by created_at',
  );
  const sequences = await client.query<SiteHead['sequences'][number]>(
    `select schemaname::text as schema, sequencename::text as name, last_value::text as last, true as called
     from pg_sequences where schemaname in ('public', 'pgboss') and last_value is not null`,
  );
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
    version: string;
  };
  return {
    type: 'site',
    release: version,
    madeAt: new Date().toISOString(),
    migrations: migrations.rows.map((row) => Number(row.created_at)),
    jobTables: await jobTablesVersion(client),
    sequences: sequences.rows,
  };
}

async function* entries(
  client: Client,
  { url, uploads, refuseEmpty, allowMissing, key }: BackupRequest,
  summary: BackupSummary,
): AsyncGenerator<Entry> {
  yield { head: await describeSite(client), content: nothing() };
  if (key) yield { head: { type: 'key' }, content: Readable.from([key]) };
  const named = new NamedUploads();
  for (const table of await listTables(client)) {
    const columns = table.columns.map(escapeIdentifier).join(', ');
    const source = `${escapeIdentifier(table.schema)}.${escapeIdentifier(table.name)}`;
    const copy = client.query(copyTo(`copy (select ${columns} from ${source}) to stdout`));
    yield { head: table, content: named.note(table, copy) };
    summary.tables += 1;
    summary.rowsOf[nameOfTable(table)] = copy.rowCount ?? 0;
    if (table.name !== bookkeepingTable) summary.rows += copy.rowCount ?? 0;
  }
  if (refuseEmpty && summary.rows === 0) throw new NothingToSave('The database holds nothing yet.');
  // Listed after the rows: a file that came in between is harmless.
  const files: string[] = [];
  for await (const { name } of uploads.list()) files.push(name);
  const missing = allowMissing ? [] : await named.missing(url, files);
  if (missing.length > 0) throw new UploadsMissing(missing, uploads.place);
  for (const path of files) {
    const upload = await uploads.open(path);
    // Deleted since it was listed.
    if (!upload) continue;
    yield { head: { type: 'upload', path }, content: upload.content };
    summary.uploads += 1;
  }
}

/** Writes database and uploads into one file, as they were at one moment; the site may keep running. */
export async function makeBackup(request: BackupRequest): Promise<BackupSummary> {
  const { url, file } = request;
  const client = new Client({ connectionString: url, application_name: 'alameda backup' });
  const lost = Promise.withResolvers<never>();
  client.on('error', lost.reject);
  lost.promise.catch(() => undefined);
  await client.connect();
  const summary: BackupSummary = { tables: 0, rows: 0, rowsOf: {}, uploads: 0, bytes: 0 };
  try {
    await client.query(sessionSettings);
    await client.query('begin isolation level repeatable read read only');
    await Promise.race([writeArchive(file, entries(client, request, summary)), lost.promise]);
    summary.bytes = (await stat(file)).size;
    return summary;
  } finally {
    await client.end().catch(() => undefined);
  }
}
