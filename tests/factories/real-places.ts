import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Database } from '#server/db/client.ts';
import { businesses } from '#server/db/schema/index.ts';
import { aCategory, type Category } from './a-category.ts';

type Row = Record<'name' | 'category' | 'kind' | 'address' | 'city' | 'state' | 'zip' | 'phone' | 'website', string>;

/**
 * Stores the 231 places of fixtures/imports as approved businesses without a description, and their
 * categories. Returns the categories by name.
 */
export async function realPlaces(db: Database): Promise<Map<string, Category>> {
  const file = readFileSync(new URL('../fixtures/imports/near-olmos-park.csv', import.meta.url));
  const rows = parse(file, { columns: true }) as Row[];
  const categories = new Map<string, Category>();
  for (const name of new Set(rows.map(({ category }) => category || 'Other'))) {
    const slug = name.toLowerCase().replace(/[^a-z]+/g, '-');
    categories.set(name, await aCategory(db, { name, slug }));
  }
  await db.insert(businesses).values(
    rows.map((row, index) => ({
      slug: `place-${index}`,
      name: row.name,
      address: `${row.address}, ${row.city}, ${row.state} ${row.zip}`,
      phone: row.phone || null,
      website: row.website || null,
      categoryId: categories.get(row.category || 'Other')?.id ?? '',
      status: 'approved' as const,
      approvedAt: new Date(),
    })),
  );
  return categories;
}
