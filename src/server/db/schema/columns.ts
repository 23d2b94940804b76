/** Column shapes that several tables share. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type AnyPgColumn, customType, index, timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';

/** UUIDv7 primary key: sorts by creation, so an index on it grows at its end. */
export const id = () => uuid().primaryKey().$defaultFn(uuidv7);

export const instant = () => timestamp({ withTimezone: true, mode: 'date' });

export const createdAt = () => instant().notNull().defaultNow();

/**
 * Finds any part of what people wrote, from three letters on, without reading the table. A query has to name the same columns in the same
 * way: anyWords.
 */
export const wordsIndex = (name: string, ...columns: AnyPgColumn[]) =>
  index(name).using('gin', sql`(${anyWords(columns)}) gin_trgm_ops`);

/** The texts of a row as one. A missing one counts as empty. */
export const anyWords = (columns: readonly SQLWrapper[]): SQL =>
  sql.join(
    columns.map((column) => sql`coalesce(${column}, '')`),
    sql` || ' ' || `,
  );

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
