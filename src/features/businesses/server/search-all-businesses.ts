import { and, desc, eq, ilike, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { containing } from '#server/db/containing.ts';
import { businesses, categories, users } from '#server/db/schema/index.ts';
import type { StaffBusinessRow } from '../staff-contract.ts';

interface Search {
  search?: string | undefined;
  status?: StaffBusinessRow['status'] | undefined;
  cursor?: string | undefined;
}

/** Lists businesses in any state, newest first. Searches for the exact text, so that staff find listings that the public search cannot. */
export async function searchAllBusinesses(
  db: Database,
  { search, status, cursor }: Search,
  { limit, now }: { limit: number; now: Date },
): Promise<StaffBusinessRow[]> {
  const { id, slug, name, address, phone, email, website, featuredByStaff, updatedAt } = businesses;
  const digits = search?.replace(/\D/g, '') ?? '';
  const isFound = search
    ? or(
        ...[name, address, email, website, slug].map((column) => ilike(column, containing(search))),
        digits.length < 4 ? undefined : sql`right(regexp_replace(${phone}, '\\D', '', 'g'), 10) like ${`%${digits}%`}`,
      )
    : undefined;
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
    .where(and(isFound, status ? eq(businesses.status, status) : undefined, cursor ? lt(id, cursor) : undefined))
    .orderBy(desc(id))
    .limit(limit);
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }));
}
