import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { containing } from '#server/db/containing.ts';
import type { KeysetCursor } from '#server/http/keyset-cursor.ts';
import type { eventStates, StaffEventRow } from '../staff-contract.ts';
import { describeRule } from './describe-rule.ts';

interface Asked {
  state: (typeof eventStates)[number];
  search: string;
  cursor: KeysetCursor | undefined;
  /** Only those that this listing puts on. */
  businessId?: string;
  limit: number;
  now: Date;
}

interface Row extends Record<string, unknown> {
  id: string;
  slug: string;
  title: string;
  location: string;
  category: StaffEventRow['category'];
  status: StaffEventRow['status'];
  all_day: boolean;
  rule: string | null;
  source: string | null;
  start_ms: string;
  end_ms: string | null;
  is_over: boolean;
}

/**
 * Lists the events of one state: coming ones soonest first, past and canceled ones latest first. A postponed
 * event counts as coming, even without a new date.
 */
export async function listStaffEvents(
  db: Database,
  { state, search, cursor, businessId, limit, now }: Asked,
): Promise<{ rows: StaffEventRow[]; last: KeysetCursor | undefined }> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const wanted = {
    upcoming: sql`status <> 'cancelled' and (not is_over or status = 'postponed')`,
    past: sql`status <> 'cancelled' and is_over and status <> 'postponed'`,
    cancelled: sql`status = 'cancelled'`,
  }[state];
  const isForward = state === 'upcoming';
  const after = cursor
    ? sql`and (start_ms, id) ${isForward ? sql`>` : sql`<`} (${cursor.at.getTime()}::bigint, ${cursor.id}::uuid)`
    : sql``;
  const pattern = containing(search);
  const { rows } = await db.execute<Row>(sql`
    with times as (
      select e.id, e.slug, e.title, e.location, e.category, e.status, e.all_day, e.rule, e.source,
        coalesce(next.starts_at, last.starts_at, e.starts_at) as starts_at,
        case when next.id is not null then next.ends_at when last.id is not null then last.ends_at else e.ends_at end as ends_at,
        next.id is null as is_over
      from events e
      left join lateral (
        select o.id, o.starts_at, o.ends_at from event_occurrences o
        where o.event_id = e.id and o.status <> 'cancelled'
          and coalesce(o.ends_at, o.starts_at + case when e.all_day then interval '24 hours' else interval '3 hours' end) > ${at}
        order by o.starts_at limit 1) next on true
      left join lateral (
        select o.id, o.starts_at, o.ends_at from event_occurrences o
        where o.event_id = e.id order by o.starts_at desc limit 1) last on next.id is null
      where ${businessId === undefined ? sql`true` : sql`e.business_id = ${businessId}`} and ${search === '' ? sql`true` : sql`(e.title ilike ${pattern} or e.location ilike ${pattern} or e.description ilike ${pattern})`}
    ), dated as (
      select *, floor(extract(epoch from starts_at) * 1000)::bigint as start_ms,
        floor(extract(epoch from ends_at) * 1000)::bigint as end_ms from times
    )
    select id, slug, title, location, category, status, all_day, rule, source, start_ms::text, end_ms::text, is_over
    from dated where ${wanted} ${after}
    order by start_ms ${isForward ? sql`asc` : sql`desc`}, id ${isForward ? sql`asc` : sql`desc`} limit ${limit + 1}`);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.map((row) => ({
      id: row.id,
      slug: row.slug,
      title: row.title,
      location: row.location,
      category: row.category,
      status: row.status,
      allDay: row.all_day,
      startDate: new Date(Number(row.start_ms)).toISOString(),
      endDate: row.end_ms === null ? null : new Date(Number(row.end_ms)).toISOString(),
      isOver: row.is_over,
      recurring: row.rule !== null,
      repeats: describeRule(row.rule),
      source: row.source,
    })),
    last: rows.length > limit && last ? { at: new Date(Number(last.start_ms)), id: last.id } : undefined,
  };
}
