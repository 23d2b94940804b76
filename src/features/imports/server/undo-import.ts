/** Takes a whole import back: what it added goes, what it changed gets its former values. */
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { Database } from '#server/db/client.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { type ImportProgress, noCounts } from './import-businesses.ts';
import { openImportSession } from './import-session.ts';
import { formerAssignments } from './value-columns.ts';
import { isInUse } from './why-it-stays.ts';

/** Listings per transaction. */
const batchSize = 2000;

async function undoBatch(tx: Database, runId: string, ids: readonly string[]) {
  const ofBatch = sql`c.run_id = ${runId} and c.business_id = any (${sql.param([...ids])}::uuid[])
    and b.id = c.business_id and b.version = c.version_after`;
  const removed = await tx.execute<{ id: string }>(sql`
    delete from businesses b using import_changes c
    where ${ofBatch} and c.before is null and b.owner_id is null and not ${isInUse} returning b.id`);
  const restored = await tx.execute<{ id: string; version: number; was: number }>(sql`
    update businesses b set ${formerAssignments}, website_by = o.website_by, name_key = o.name_key,
      address_key = o.address_key, version = b.version + 1, updated_at = now()
    from import_changes c, jsonb_populate_record(null::businesses, c.before) o
    where ${ofBatch} and c.before is not null and b.owner_id is not distinct from o.owner_id
    returning b.id, b.version, o.version as was`);
  // The listing is as an earlier run had left it, which can be taken back next.
  await tx.execute(sql`
    update import_changes c set version_after = r.version
    from json_to_recordset(${JSON.stringify(restored.rows)}) as r(id uuid, version integer, was integer)
    where c.business_id = r.id and c.version_after = r.was and c.run_id <> ${runId}`);
  const done = [...removed.rows, ...restored.rows].map(({ id }) => id);
  if (done.length > 0) {
    await tx.execute(sql`
      delete from import_changes where run_id = ${runId} and business_id = any (${sql.param(done)}::uuid[])`);
    await announceChange(tx, ['businesses', 'categories', ...done.map((id) => `business:${id}`)]);
  }
  return { removed: removed.rows.length, restored: restored.rows.length };
}

/**
 * Goes through the changes of a run, batch by batch, each whole or not at all. A listing that somebody has edited, claimed or
 * written about since stays as it is, and its change is kept. Throws ImportBusy while an import runs.
 * @param pool gives one connection for the whole undo
 */
export async function* undoImport(
  pool: Pool,
  runId: string,
): AsyncGenerator<{ progress: ImportProgress; percent: number }> {
  const session = await openImportSession(pool, false);
  try {
    const { rows: totals } = await session.db.execute<{ total: number }>(
      sql`select count(*)::int as total from import_changes where run_id = ${runId}`,
    );
    const total = totals[0]?.total ?? 0;
    const counts = { ...noCounts(), removed: 0 };
    let last = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const { rows } = await session.db.execute<{ id: string }>(sql`
        select business_id as id from import_changes where run_id = ${runId} and business_id > ${last}
        order by business_id limit ${batchSize}`);
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) {
        const { removed, restored } = await session.db.transaction((tx) => undoBatch(tx, runId, ids));
        counts.read += ids.length;
        counts.removed += removed;
        counts.updated += restored;
        counts.skipped += ids.length - removed - restored;
      }
      const progress = { counts: { ...counts }, rejections: [], duplicates: [], updates: [], notes: [] };
      yield { progress, percent: Math.min(99, Math.floor((counts.read / Math.max(1, total)) * 100)) };
      if (ids.length < batchSize) return;
      last = ids.at(-1) ?? last;
    }
  } finally {
    session.close();
  }
}
