import { and, asc, eq, gt, gte, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses } from '#server/db/schema/index.ts';

/** The limit of sitemaps.org. */
const sitemapPartSize = 50_000;
const batchSize = 5000;

interface SitemapEntry {
  slug: string;
  updatedAt: Date;
}

/** When each part of the approved businesses last changed; part 1 first. */
export async function listSitemapParts(db: Database): Promise<Date[]> {
  const { rows } = await db.execute<{ changed: string }>(sql`
    select max(updated_at) as changed
    from (
      select updated_at, (row_number() over (order by id) - 1) / ${sitemapPartSize}::int as part
      from businesses where status = 'approved'
    ) as numbered
    group by part order by part`);
  return rows.map(({ changed }) => new Date(changed));
}

/** The first id of a part, counted from 1; null when there is no such part. */
export async function findSitemapPart(db: Database, part: number): Promise<string | null> {
  const [first] = await db
    .select({ id: businesses.id })
    .from(businesses)
    .where(eq(businesses.status, 'approved'))
    .orderBy(asc(businesses.id))
    .offset((part - 1) * sitemapPartSize)
    .limit(1);
  return first?.id ?? null;
}

/** A part's businesses in batches of 5,000, so that a whole part is never in memory. */
export async function* readSitemapPart(db: Database, firstId: string): AsyncGenerator<SitemapEntry[]> {
  let from = gte(businesses.id, firstId);
  for (let read = 0; read < sitemapPartSize; read += batchSize) {
    const batch = await db
      .select({ id: businesses.id, slug: businesses.slug, updatedAt: businesses.updatedAt })
      .from(businesses)
      .where(and(eq(businesses.status, 'approved'), from))
      .orderBy(asc(businesses.id))
      .limit(batchSize);
    if (batch.length > 0) yield batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < batchSize) return;
    from = gt(businesses.id, last.id);
  }
}
