import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { categories } from '#server/db/schema/index.ts';
import type { Category } from '../contract.ts';
import { categoryColumns } from './category-columns.ts';

export async function findCategory(db: Database, slug: string): Promise<Category | null> {
  const [row] = await db.select(categoryColumns).from(categories).where(eq(categories.slug, slug));
  return (row as Category | undefined) ?? null;
}
