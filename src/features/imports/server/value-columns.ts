/** The columns that an import reads and writes. All its statements are made from this list. */
import { type SQL, sql } from 'drizzle-orm';
import { plainTexts, recordOf } from '#shared/listing-fields.ts';
import type { ListingValues } from '../listing.ts';

interface ValueColumn {
  column: string;
  type: string;
  /** Reads it from the listing b and its category c; without it, from the column of b. */
  read?: string;
  /** Makes the column's value of the record r and its category c; without it, the record's own. */
  write?: string;
}

const columnNameOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const text = (column: string): ValueColumn => ({ column, type: 'text' });

const valueColumns: Record<keyof ListingValues, ValueColumn> = {
  name: text('name'),
  address: text('address'),
  phone: text('phone'),
  website: text('website'),
  email: text('email'),
  description: text('description'),
  categorySlug: { column: 'category_id', type: 'text', read: 'c.slug', write: 'c.id' },
  latitude: { column: 'latitude', type: 'double precision' },
  longitude: { column: 'longitude', type: 'double precision' },
  hours: { column: 'hours', type: 'jsonb' },
  properties: { column: 'properties', type: 'text[]' },
  source: text('source'),
  sourceId: text('source_id'),
  ...recordOf(plainTexts, (name) => text(columnNameOf(name))),
};

const list = (part: (column: ValueColumn, name: string) => string): SQL =>
  sql.raw(
    Object.entries<ValueColumn>(valueColumns)
      .map(([name, column]) => part(column, name))
      .join(', '),
  );

/** `b.name as "name", …` */
export const readValues = list(({ column, read }, name) => `${read ?? `b.${column}`} as "${name}"`);
/** `"name" text, …`, for json_to_recordset. */
export const recordTypes = list(({ type }, name) => `"${name}" ${type}`);
/** `name, …` */
export const columnNames = list(({ column }) => column);
/** `r."name", …`, in the order of the columns' names. */
export const writtenValues = list(({ write }, name) => write ?? `r."${name}"`);
/** `'name', o.name, …`, for jsonb_build_object: the columns as they are. */
export const columnsAsJson = list(({ column }) => `'${column}', o.${column}`);
/** `name = o.name, …` */
export const formerAssignments = list(({ column }) => `${column} = o.${column}`);
/** `name = r."name", …` */
export const assignments = list(({ column, write }, name) => `${column} = ${write ?? `r."${name}"`}`);
