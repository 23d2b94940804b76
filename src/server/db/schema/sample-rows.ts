import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

/** The made-up rows that a start loaded from the city pack, so that they can be told from everybody else's and taken out again. */
export const sampleRows = pgTable(
  'sample_rows',
  {
    kind: text({ enum: ['business', 'event', 'article', 'ad', 'person'] }).notNull(),
    rowId: uuid().notNull(),
    /** The row's columns as they were loaded: a row that differs has been touched by somebody. */
    content: jsonb().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.rowId] })],
);
