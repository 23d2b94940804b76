/**
 * Deletes uploaded pictures that nothing uses any more. A picture is in use when any column of any table
 * names it, so drafts, former versions, sent issues and settings count, and a new table counts by itself.
 * The audit log counts only for settings of the last month: their history can put a former value back.
 */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/http/serve.ts';
import { clearUnfinished } from '#server/storage/clear-unfinished.ts';
import type { FileStore, StoredFile } from '#server/storage/file-store.ts';
import { filesOf } from '#server/storage/site-files.ts';
import { dayMs } from '#shared/times.ts';

/** A picture is uploaded before the text that shows it is saved. */
const graceMs = dayMs;

/** The slides of the home page can be put back as they were in this time. */
const settingsMs = 30 * dayMs;

const stored = /^([\w-]+)\.\d+x\d+@\d+\.(avif|webp|jpg)$/;

export async function sweepPictures({ db, env, now, log }: Services): Promise<void> {
  const { uploads } = filesOf(env);
  const before = new Date(now().getTime() - graceMs);
  await clearUnfinished(uploads.workFolder, before);
  const old = await oldFiles(uploads, before);
  if (old.size === 0) return;
  // Read after the files were listed: a picture that came into use meanwhile stays.
  const used = await usedPictures(db, now());
  let removed = 0;
  for (const [name, files] of old) {
    if (used.has(name)) continue;
    await uploads.remove(files.map((file) => file.name));
    removed++;
  }
  if (removed > 0) log.info({ part: 'pictures', removed }, 'Deleted uploaded pictures that nothing uses');
}

/** Files by picture; leaves out pictures of which a file is newer than `before`. */
async function oldFiles(uploads: FileStore, before: Date): Promise<Map<string, StoredFile[]>> {
  const files = new Map<string, StoredFile[]>();
  for await (const file of uploads.list()) {
    const name = stored.exec(file.name)?.[1];
    if (name !== undefined) files.set(name, [...(files.get(name) ?? []), file]);
  }
  for (const [name, own] of files) if (own.some((file) => file.modifiedAt >= before)) files.delete(name);
  return files;
}

interface Column extends Record<string, unknown> {
  table: string;
  column: string;
}

async function usedPictures(db: Database, now: Date): Promise<Set<string>> {
  const { rows: columns } = await db.execute<Column>(sql`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'audit_log'
      and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY')`);
  const { rows: former } = await db.execute<{ name: string }>(sql`
    select distinct (regexp_matches(data::text, '/media/u/([A-Za-z0-9_-]+)', 'g'))[1] as name from audit_log
    where subject_type = 'settings' and at > ${new Date(now.getTime() - settingsMs).toISOString()}::timestamptz`);
  const used = new Set(former.map(({ name }) => name));
  for (const { table, column } of columns) {
    const value = sql`${sql.identifier(column)}::text`;
    const { rows } = await db.execute<{ name: string }>(sql`
      select distinct (regexp_matches(${value}, '/media/u/([A-Za-z0-9_-]+)', 'g'))[1] as name
      from ${sql.identifier(table)} where ${value} like '%/media/u/%'`);
    for (const { name } of rows) used.add(name);
  }
  return used;
}
