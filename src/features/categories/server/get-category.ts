import { and, eq, gt, not, or } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { categories } from '#server/db/schema/index.ts';
import type { ShownCategory } from '../contract.ts';
import { categoryColumns } from './category-columns.ts';

/** Null for a slug that there is not, and for a hidden category without listings. */
export async function findCategory(db: Database, slug: string): Promise<ShownCategory | null> {
  const isShown = or(not(categories.isHidden), gt(categories.businessCount, 0));
  const [row] = await db
    .select({ ...categoryColumns, isHidden: categories.isHidden })
    .from(categories)
    .where(and(eq(categories.slug, slug), isShown));
  return (row as ShownCategory | undefined) ?? null;
}
