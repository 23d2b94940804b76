import { asc, not } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { categories } from '#server/db/schema/index.ts';
import type { Category } from '../contract.ts';
import { categoryColumns } from './category-columns.ts';

/** The categories that people are offered, in the order of the screen. */
export async function readCategories(db: Database): Promise<Category[]> {
  const rows = await db
    .select(categoryColumns)
    .from(categories)
    .where(not(categories.isHidden))
    .orderBy(asc(categories.position));
  return rows as Category[];
}
