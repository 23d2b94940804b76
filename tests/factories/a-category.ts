import type { Database } from '#server/db/client.ts';
import { categories } from '#server/db/schema/index.ts';
import { nextNumber } from './unique.ts';

export type Category = typeof categories.$inferSelect;

/** Stores a category; fields that the test does not give are made up. */
export async function aCategory(db: Database, given: Partial<typeof categories.$inferInsert> = {}): Promise<Category> {
  const number = nextNumber();
  const [row] = await db
    .insert(categories)
    .values({
      slug: `category-${number}`,
      name: `Category ${number}`,
      icon: 'other',
      color: 'gray',
      position: number,
      ...given,
    })
    .returning();
  if (!row) throw new Error('the category was not stored');
  return row;
}

/** Returns the id of the category with this slug, which is made where it is missing. */
export async function categoryIdOf(db: Database, slug: string): Promise<string> {
  const known = await db.query.categories.findFirst({ where: (category, { eq }) => eq(category.slug, slug) });
  return (known ?? (await aCategory(db, { slug, name: slug }))).id;
}
