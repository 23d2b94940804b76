/** Turns a form into columns, and compares them with the stored row. */
import { eq, or, sql } from 'drizzle-orm';
import type { CityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, categories } from '#server/db/schema/index.ts';
import {
  columnOf,
  isRequiredText,
  type ListingColumn,
  type ListingFieldName,
  type ListingText,
  listingColumns,
  listingTexts,
} from '#shared/listing-fields.ts';
import { Problem } from '#shared/problem.ts';
import type { ListingForm } from '../business-form.ts';
import { addressKey, nameKey } from '../match-keys.ts';
import { placeIn } from '../place.ts';
import { checkPlace } from './check-place.ts';
import { checkProperties } from './check-properties.ts';

type Row = typeof businesses.$inferSelect;

/** The history's name of what a form writes: a column, or the place, whose two columns change together. */
export type WrittenField = ListingColumn | 'place';
export const writtenFieldNames: readonly WrittenField[] = [...listingColumns, 'place'];
type WrittenColumn = ListingColumn | 'latitude' | 'longitude';
export type WrittenFields = Partial<Pick<Row, WrittenColumn>>;

export const writtenFieldOf = (field: ListingFieldName): WrittenField =>
  field === 'place' ? 'place' : columnOf(field);

/** The value that the history keeps; undefined for what an edit does not write. */
export function fieldValue(row: WrittenFields, field: WrittenField): unknown {
  if (field !== 'place') return row[field];
  const { latitude, longitude } = row;
  return latitude === undefined || longitude === undefined ? undefined : placeIn({ latitude, longitude });
}

/** The columns of a value that the history kept. */
export function columnsOfValue(field: WrittenField, value: unknown): WrittenFields {
  if (field !== 'place') return { [field]: value };
  return (value as Pick<Row, 'latitude' | 'longitude'> | null) ?? { latitude: null, longitude: null };
}

/** @throws Problem 'invalid' for a category that there is not, and for a hidden one in which the listing is not yet */
async function categoryIdOf(db: Database, given: string, stored: string | undefined): Promise<string> {
  const [row] = await db
    .select({ id: categories.id, isHidden: categories.isHidden })
    .from(categories)
    .where(or(eq(categories.slug, given), sql`${categories.id}::text = ${given}`, eq(categories.name, given)));
  if (row && (!row.isHidden || row.id === stored)) return row.id;
  if (row) {
    const message = 'This category is not offered any more. Please choose another one.';
    throw new Problem('invalid', message, { fields: { category: message } });
  }
  throw new Problem('invalid', 'Category is required', { fields: { category: 'Category is required' } });
}

const unsayable = 'Please use a name with a letter or a digit';

/**
 * An optional field that the form does not send keeps its value; '' clears it.
 * @param stored the row that is edited
 * @throws Problem 'invalid' for a category or a property that there is not, and for a place outside of the town's map
 */
export async function writtenFields(
  db: Database,
  form: ListingForm,
  { city, stored }: { city: CityPack; stored?: Pick<Row, 'categoryId' | 'properties' | 'latitude' | 'longitude'> },
): Promise<WrittenFields> {
  const { hours, closures, socialLinks, properties } = form;
  // The search and the address of the page go by letters and digits, of any script.
  if (!/[\p{L}\p{N}]/u.test(form.name)) throw new Problem('invalid', unsayable, { fields: { name: unsayable } });
  const columns: { [C in WrittenColumn]: Row[C] | undefined } = {
    ...writtenTexts(form),
    categoryId: await categoryIdOf(db, form.category, stored?.categoryId),
    ...checkPlace(form, city, stored),
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
    const [before, after] = [fieldValue(row, field), fieldValue(written, field)];
    if (after === undefined || isSameValue(before, after)) continue;
    if (field === 'website' && asAddress(before) === asAddress(after)) continue;
    changes[field] = [before, after];
  }
  return changes;
}

/** Compares addresses of websites: an import stores 'https://oak.com', a form sends 'https://oak.com/', which is no change. */
function asAddress(value: unknown): string {
  return typeof value === 'string' && URL.canParse(value) ? new URL(value).href : String(value ?? '');
}

/** Ignores the order of an object's keys. */
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

/** The keys for finding look-alikes. Every write of a name or an address writes them too. */
export function matchKeys({ name, address }: { name: string; address: string }): {
  nameKey: string;
  addressKey: string;
} {
  return { nameKey: nameKey(name), addressKey: addressKey(address) };
}
