import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import type { ListingPlace } from '../contract.ts';

/** Fewer listings of a kind would tell the numbers of one. */
const minOfKind = 3;

interface Row extends Record<string, unknown> {
  rank: number;
  count: number;
  category_name: string;
  premium: number;
  others: number;
  premium_views: number | null;
  other_views: number | null;
}

/** A listing's place by views among the approved listings of its category; null for one without views, and for the only one. */
export async function readPlace(
  db: Database,
  { businessId, from, to, now }: { businessId: string; from: string; to: string; now: Date },
): Promise<ListingPlace | null> {
  const { rows } = await db.execute<Row>(sql`
    with kind as (
      select c.id, c.name from categories c join businesses b on b.category_id = c.id where b.id = ${businessId}
    ), seen as (
      select b.id, coalesce(b.premium_expires_at > ${now.toISOString()}::timestamptz, false) as is_premium,
        coalesce(sum(d.views), 0)::int as views
      from businesses b
      left join business_days d on d.business_id = b.id and d.day between ${from}::date and ${to}::date
      where b.category_id = (select id from kind) and (b.status = 'approved' or b.id = ${businessId})
      group by b.id
    ), own as (select views from seen where id = ${businessId})
    select (count(*) filter (where views > (select views from own)) + 1)::int as rank, count(*)::int as count,
      (select name from kind) as category_name,
      (count(*) filter (where is_premium))::int as premium, (count(*) filter (where not is_premium))::int as others,
      percentile_disc(0.5) within group (order by views desc) filter (where is_premium) as premium_views,
      percentile_disc(0.5) within group (order by views desc) filter (where not is_premium) as other_views
    from seen where (select views from own) > 0`);
  const [row] = rows;
  if (row === undefined || row.count < 2) return null;
  const hasBoth = row.premium >= minOfKind && row.others >= minOfKind;
  return {
    rank: row.rank,
    of: row.count,
    categoryName: row.category_name,
    usual: hasBoth ? { premium: row.premium_views ?? 0, others: row.other_views ?? 0 } : null,
  };
}
