import { and, desc, eq, ilike, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { containing } from '#server/db/containing.ts';
import { businesses, categories, users } from '#server/db/schema/index.ts';
import type { BusinessFilter, StaffBusinessRow } from '../staff-contract.ts';

interface Search extends BusinessFilter {
  cursor?: string | undefined;
}

/** The listings of a filter. Searches for the exact text, so that staff find listings that the public search cannot. */
export function fitsFilter({ search, status, category, owner }: BusinessFilter): SQL | undefined {
  const { ownerId, slug, name, address, phone, email, website } = businesses;
  // The index holds ten digits: a 1 before them is the country's.
  const digits = (search?.replace(/\D/g, '') ?? '').replace(/^1(?=\d{10}$)/, '');
  const isFound = search
    ? or(
        ...[name, address, email, website, slug].map((column) => ilike(column, containing(search))),
        digits.length < 4 ? undefined : sql`right(regexp_replace(${phone}, '\\D', '', 'g'), 10) like ${`%${digits}%`}`,
      )
    : undefined;
  return and(
    isFound,
    status ? eq(businesses.status, status) : undefined,
    category ? sql`${businesses.categoryId} = (select c.id from categories c where c.slug = ${category})` : undefined,
    owner === undefined ? undefined : owner === 'none' ? isNull(ownerId) : isNotNull(ownerId),
  );
}

/** Lists businesses in any state, newest first. */
export async function searchAllBusinesses(
  db: Database,
  { cursor, ...filter }: Search,
  { limit, now }: { limit: number; now: Date },
): Promise<StaffBusinessRow[]> {
  const { id, slug, name, address, phone, featuredByStaff, updatedAt } = businesses;
  const rows = await db
    .select({
      id,
      slug,
      name,
      address,
      phone,
      categoryName: categories.name,
      status: businesses.status,
      featuredByStaff,
      isPremium: sql<boolean>`coalesce(${businesses.premiumExpiresAt} > ${now.toISOString()}::timestamptz, false)`,
      owner: users.username,
      updatedAt,
    })
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .leftJoin(users, eq(users.id, businesses.ownerId))
    .where(and(fitsFilter(filter), cursor ? lt(id, cursor) : undefined))
    .orderBy(desc(id))
    .limit(limit);
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }));
}
