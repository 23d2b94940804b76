import type { Database } from '#server/db/client.ts';
import { businesses } from '#server/db/schema/index.ts';
import { aCategory } from './a-category.ts';
import { nextNumber } from './unique.ts';

export type Business = typeof businesses.$inferSelect;

/**
 * Stores an approved business without an owner. Fields that the test does not give are made up, the category
 * too. One that waits for review has what the forms ask for.
 */
export async function aBusiness(db: Database, given: Partial<typeof businesses.$inferInsert> = {}): Promise<Business> {
  const number = nextNumber();
  const [row] = await db
    .insert(businesses)
    .values({
      slug: `business-${number}`,
      name: `Business ${number}`,
      status: 'approved',
      approvedAt: new Date(),
      websiteBy: 'import',
      ...(given.status === 'pending' ? { address: `${number} Elm Street`, description: 'A shop that waits.' } : {}),
      ...given,
      categoryId: given.categoryId ?? (await aCategory(db)).id,
    })
    .returning();
  if (!row) throw new Error('the business was not stored');
  return row;
}
