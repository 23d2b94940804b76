import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import type { Remaining } from '../staff-contract.ts';

const listingsShown = 20;

interface Wanted {
  /** The import that is, or was, taken back. */
  runId: string;
  /** Only what a later import has changed; otherwise all that an undo has left. */
  onlyLater: boolean;
}

/** Null when nothing is left. A listing that is gone counts no more. Ids of runs ascend with time. */
export async function readRemaining(db: Database, { runId, onlyLater }: Wanted): Promise<Remaining | null> {
  const left = sql`
    select b.id, b.name, later.run_id from import_changes c
    join businesses b on b.id = c.business_id
    left join lateral (
      select x.run_id from import_changes x
      where x.business_id = c.business_id and x.run_id > c.run_id order by x.run_id desc limit 1
    ) later on true
    where c.run_id = ${runId} ${onlyLater ? sql`and later.run_id is not null` : sql``}`;
  const { rows: later } = await db.execute<Remaining['later'][number]>(sql`
    select u.id as "uploadId", u.file_name as "fileName", to_json(r.created_at) #>> '{}' as at, l.count
    from (select run_id, count(*)::int as count from (${left}) x group by run_id) l
    join import_runs r on r.id = l.run_id join import_uploads u on u.id = r.upload_id
    order by r.id desc`);
  const { rows: totals } = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${left}) x`);
  const count = totals[0]?.count ?? 0;
  if (count === 0) return null;
  const { rows: listings } = await db.execute<Remaining['listings'][number]>(sql`
    select id, name, run_id is not null as "isChangedByImport" from (${left}) x order by name, id limit ${listingsShown}`);
  return { runId, count, later: later.map((run) => ({ ...run, at: new Date(run.at).toISOString() })), listings };
}
