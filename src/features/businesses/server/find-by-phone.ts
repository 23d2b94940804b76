/** Finds whose telephone number somebody typed, as who has missed a call does. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, categories } from '#server/db/schema/index.ts';
import type { ListedBusiness } from '../contract.ts';
import { conditionsOf } from './browse/browse.ts';
import { listedColumns, toListed } from './business-columns.ts';
import type { Choices } from './choices.ts';

/** A number of more businesses than that is none to call back. */
const maxListed = 12;

/**
 * The ten digits of a search that is nothing but a telephone number; null for any other. One without an area code is of the
 * town: '555-0137'.
 */
export function phoneIn(search: string, areaCode: string): string | null {
  if (!/^\+?[\d\s().\u2010-\u2015/-]+$/.test(search.trim())) return null;
  const digits = search.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  if (digits.length === 7 && areaCode !== '') return `${areaCode}${digits}`;
  return digits.length === 10 ? digits : null;
}

/** Approved businesses with that number that the choices leave, by name. @param digits ten of them */
export async function findByPhone(
  db: Database,
  { digits, choices, now }: { digits: string; choices?: Choices; now: Date },
): Promise<ListedBusiness[]> {
  const rows = await db
    .select(listedColumns(now))
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .where(
      and(
        eq(businesses.status, 'approved'),
        // As the index businesses_phone_digits has it.
        sql`${businesses.phone} is not null and right(regexp_replace(${businesses.phone}, '\\D', '', 'g'), 10) = ${digits}`,
        choices &&
          sql`exists (select from search_docs where business_id = ${businesses.id} and ${conditionsOf(choices)})`,
      ),
    )
    .orderBy(asc(businesses.name), asc(businesses.id))
    .limit(maxListed);
  return rows.map((row) => toListed(row, { now, near: choices?.near ?? null }));
}
