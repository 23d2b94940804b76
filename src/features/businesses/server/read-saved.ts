import { and, eq, inArray, or } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, businessSlugs, categories } from '#server/db/schema/index.ts';
import type { ListedBusiness } from '../contract.ts';
import { listedColumns, toListed } from './business-columns.ts';

type Saved = ListedBusiness & { savedAs: string };

/** Reads the approved businesses with these slugs, current or former, each once, in the order of the slugs. */
export async function readSaved(db: Database, slugs: readonly string[], now: Date): Promise<Saved[]> {
  if (slugs.length === 0) return [];
  const wanted = [...slugs];
  const former = await db.select().from(businessSlugs).where(inArray(businessSlugs.slug, wanted));
  const formerIds = former.map(({ businessId }) => businessId);
  const rows = await db
    .select(listedColumns(now))
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .where(
      and(
        eq(businesses.status, 'approved'),
        or(inArray(businesses.slug, wanted), formerIds.length > 0 ? inArray(businesses.id, formerIds) : undefined),
      ),
    );
  const listed = new Map<string, Saved>();
  for (const savedAs of slugs) {
    const formerly = former.find(({ slug }) => slug === savedAs)?.businessId;
    const row = rows.find(({ id, slug }) => slug === savedAs || id === formerly);
    if (row === undefined || listed.has(row.id)) continue;
    listed.set(row.id, { ...toListed(row, { now }), savedAs });
  }
  return [...listed.values()];
}
