/**
 * The rows that the listings hold already (table imported_rows): a file that was read before, or an import that was killed, passes over
 * them by one look at their hashes, without reading what they say.
 */
import { hash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import type { RawRow } from '../import-row.ts';
import type { ImportSession } from './import-session.ts';

/** Raise it when rows are read or matched in another way than before: then no row counts as known. */
const rulesVersion = 1;

/** Makes a function from a row to its hash. `settings` are all that decide, beside the row itself, what it becomes. */
export function rowHasher(settings: unknown): (row: RawRow) => string {
  const all = hash('sha256', JSON.stringify([rulesVersion, settings]), 'base64');
  // As many digits as a uuid has.
  return ({ fields, rejected }) => hash('sha256', JSON.stringify([all, fields, rejected]), 'hex').slice(0, 32);
}

/**
 * Finds the hashes of rows that changed nothing when they were imported now, and notes their listings as matched by this run.
 */
export async function findKnownRows({ db }: ImportSession, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const { rows } = await db.execute<{ hash: string }>(sql`
    with known as materialized (
      select r.hash, b.id from imported_rows r join businesses b on b.id = r.business_id and b.version = r.version
      where r.hash = any(${sql.param(hashes)}::uuid[])
    ), touched as (insert into import_touched select id from known on conflict do nothing)
    select replace(hash::text, '-', '') as hash from known`);
  return new Set(rows.map((row) => row.hash));
}

interface ImportedRow {
  hash: string;
  businessId: string;
  /** The listing's version, unless somebody changed it while the row was being matched. */
  version: number;
}

/** Call it in the transaction that writes the rows' listings. */
export async function noteRows({ db, dryRun }: ImportSession, rows: readonly ImportedRow[]): Promise<void> {
  if (dryRun || rows.length === 0) return;
  await db.execute(sql`
    insert into imported_rows (hash, business_id, version)
    select distinct on (r.hash) r.hash, b.id, b.version
    from unnest(${sql.param(rows.map((row) => row.hash))}::uuid[], ${sql.param(rows.map((row) => row.businessId))}::uuid[],
      ${sql.param(rows.map((row) => row.version))}::integer[]) as r(hash, id, version)
    join businesses b on b.id = r.id and b.version = r.version
    on conflict (hash) do update set business_id = excluded.business_id, version = excluded.version`);
}

/** Deletes what no import can use any more. */
export async function sweepImportedRows(db: Database): Promise<void> {
  await db.execute(sql`
    delete from imported_rows r
    where not exists (select from businesses b where b.id = r.business_id and b.version = r.version)`);
}
