/** From a form to columns, and what in them differs from what is there. */
import { eq, or, sql } from 'drizzle-orm';
import type { CityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, categories } from '#server/db/schema/index.ts';
import {
  isRequiredText,
  type ListingColumn,
  type ListingText,
  listingColumns,
  listingTexts,
} from '#shared/listing-fields.ts';
import { Problem } from '#shared/problem.ts';
import type { ListingForm } from '../business-form.ts';
import { addressKey, nameKey } from '../match-keys.ts';
import { checkProperties } from './check-properties.ts';

type Row = typeof businesses.$inferSelect;

/** Columns that a form writes; the names are those of the form's fields, but for the category. */
export const writtenFieldNames = listingColumns;
export type WrittenField = ListingColumn;
export type WrittenFields = Partial<Pick<Row, WrittenField>>;

/** @throws Problem 'invalid' for a category that there is not */
async function categoryIdOf(db: Database, given: string): Promise<string> {
  const [row] = await db
    .select({ id: categories.id })
    .from(categories)
    .where(or(eq(categories.slug, given), sql`${categories.id}::text = ${given}`, eq(categories.name, given)));
  if (row) return row.id;
  throw new Problem('invalid', 'Category is required', { fields: { category: 'Category is required' } });
}

/**
 * Left out: phone and the like stay as they are; empty: they are cleared.
 * @param stored the row that is edited
 * @throws Problem 'invalid' for a category or a property that there is not
 */
export async function writtenFields(
  db: Database,
  form: ListingForm,
  { city, stored }: { city: CityPack; stored?: Pick<Row, 'properties'> },
): Promise<WrittenFields> {
  const { hours, closures, socialLinks, properties } = form;
  const columns: { [C in WrittenField]: Row[C] | undefined } = {
    ...writtenTexts(form),
    categoryId: await categoryIdOf(db, form.category),
    hours,
    closures: closures?.toSorted((a, b) => a.from.localeCompare(b.from)),
    socialLinks,
    properties: properties && checkProperties(properties, city, stored?.properties ?? []),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** An empty optional text is null in the table. */
function writtenTexts(form: ListingForm): { [C in ListingText]: Row[C] | undefined } {
  const texts = listingTexts.map((name) => [name, isRequiredText(name) ? form[name] : emptyAsNull(form[name])]);
  return Object.fromEntries(texts);
}

const emptyAsNull = (text: string | undefined) => (text === '' ? null : text);

/** {field: [old, new]} of what the form would change. */
export function changedFields(row: Row, written: WrittenFields): Partial<Record<WrittenField, [unknown, unknown]>> {
  const changes: Partial<Record<WrittenField, [unknown, unknown]>> = {};
  for (const field of writtenFieldNames) {
    const [before, after] = [row[field], written[field]];
    if (after === undefined || isSameValue(before, after)) continue;
    if (field === 'website' && asAddress(before) === asAddress(after)) continue;
    changes[field] = [before, after];
  }
  return changes;
}

/** An import stores 'https://oak.com', a form sends 'https://oak.com/' for the same: whoever saves it has changed nothing. */
function asAddress(value: unknown): string {
  return typeof value === 'string' && URL.canParse(value) ? new URL(value).href : String(value ?? '');
}

/** Whatever order the keys of objects were written in. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return asText(one) === asText(other);
}

/** Equal values give equal texts, in whatever order their keys were written. */
function asText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => a.localeCompare(b)))
      : part,
  );
}

/** What goes with a name and an address wherever they are written. */
export function matchKeys({ name, address }: { name: string; address: string }): {
  nameKey: string;
  addressKey: string;
} {
  return { nameKey: nameKey(name), addressKey: addressKey(address) };
}
