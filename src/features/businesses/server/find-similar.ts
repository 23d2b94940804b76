import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, categories } from '#server/db/schema/index.ts';
import { addressKey, nameKey } from '../match-keys.ts';
import type { SimilarBusiness } from '../owner-contract.ts';
import { suggestBusinesses } from './suggest-businesses.ts';

const maxSimilar = 3;

/**
 * Finds approved businesses that may be the one somebody is about to add: without an owner those of the same name, at the same
 * street address, or with a name that begins alike; with an owner those of the same name at the same address.
 */
export async function findSimilar(db: Database, typed: { name: string; address: string }): Promise<SimilarBusiness[]> {
  const name = nameKey(typed.name);
  if (name.length < 3) return [];
  const address = addressKey(typed.address);
  // Without a house number the key is only a street, which many businesses share.
  const place = /^\d/.test(address) ? address : '';
  const beginning = await suggestBusinesses(db, typed.name);
  const slugs = sql.param(beginning.map(({ slug }) => slug));
  const isSameName = sql`${businesses.nameKey} = ${name}`;
  const isSamePlace = sql`(${place} <> '' and ${businesses.addressKey} = ${place})`;
  return db
    .select({
      id: businesses.id,
      slug: businesses.slug,
      name: businesses.name,
      address: sql<string | null>`nullif(${businesses.address}, '')`,
      categoryName: categories.name,
      isOwned: sql<boolean>`${businesses.ownerId} is not null`,
    })
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .where(
      and(
        eq(businesses.status, 'approved'),
        sql`(${isSameName} or ${isSamePlace} or ${businesses.slug} = any(${slugs}))`,
        sql`(${businesses.ownerId} is null or ${isSameName} and ${isSamePlace})`,
      ),
    )
    .orderBy(sql`(${isSameName})::int + (${isSamePlace})::int desc, ${businesses.name}`)
    .limit(maxSimilar);
}
