import { asc } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { categories } from '#server/db/schema/index.ts';
import type { Category } from '../contract.ts';
import { categoryColumns } from './category-columns.ts';

/** Categories in the order of the city pack. */
export async function readCategories(db: Database): Promise<Category[]> {
  const rows = await db.select(categoryColumns).from(categories).orderBy(asc(categories.position));
  return rows as Category[];
}
