import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import type { Remaining } from '../staff-contract.ts';
import { whyItStays } from './why-it-stays.ts';

const listingsShown = 20;

interface Wanted {
  /** The import that is, or was, taken back. */
  runId: string;
  /** Before an undo: only what it would leave. Otherwise all that it has left, with what can be taken back by now. */
  onlyStaying: boolean;
}

interface Row extends Record<string, unknown> {
  count: number;
  undoable: number;
  later: Remaining['later'];
  listings: Remaining['listings'];
}

/** Null when nothing is left. Ids of runs ascend with time. A listing that is gone has the name that it had when it was merged or deleted. */
export async function readRemaining(db: Database, { runId, onlyStaying }: Wanted): Promise<Remaining | null> {
  const { rows } = await db.execute<Row>(sql`
    with stays as materialized (
      select * from (
        select c.business_id as id, coalesce(b.name, gone.name) as name, later.run_id, gone.merged_into,
          case when b.id is null then case when gone.merged_into is null then 'gone' else 'merged' end
            when later.run_id is not null then 'import' else ${whyItStays} end as why
        from import_changes c
        left join businesses b on b.id = c.business_id
        left join lateral (
          select x.run_id from import_changes x
          where x.business_id = c.business_id and x.run_id > c.run_id order by x.run_id desc limit 1
        ) later on true
        left join lateral (
          select a.data->>'name' as name, a.data->>'into' as merged_into from audit_log a
          where b.id is null and a.subject_type = 'business' and a.subject_id = c.business_id::text
            and a.action in ('business.merged-away', 'business.deleted', 'business.withdrawn')
          order by a.id desc limit 1
        ) gone on true
        where c.run_id = ${runId}) x
      where name is not null ${onlyStaying ? sql`and why is not null` : sql``})
    select (select count(*)::int from stays) as count,
      (select count(*)::int from stays where why not in ('merged', 'gone') or why is null) as undoable,
      (select coalesce(json_agg(l), '[]') from (
        select u.id as "uploadId", u.file_name as "fileName", to_json(r.created_at) #>> '{}' as at, n.count
        from (select run_id, count(*)::int as count from stays where why = 'import' group by run_id) n
        join import_runs r on r.id = n.run_id join import_uploads u on u.id = r.upload_id
        order by r.id desc) l) as later,
      (select coalesce(json_agg(l), '[]') from (
        select id, name, coalesce(why = 'import', false) as "isChangedByImport", why, merged_into as "mergedInto"
        from stays order by name, id limit ${listingsShown}) l) as listings`);
  const [left] = rows;
  if (left === undefined || left.count === 0) return null;
  return { ...left, runId, later: left.later.map((run) => ({ ...run, at: new Date(run.at).toISOString() })) };
}
