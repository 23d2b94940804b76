/** Imports that staff run in the browser: the file, each run over it, and the rows that a run refused. */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, id, instant } from './columns.ts';

export const importUploads = pgTable('import_uploads', {
  id: id(),
  fileName: text().notNull(),
  sizeBytes: bigint({ mode: 'number' }).notNull(),
  kind: text({ enum: ['csv', 'geojson', 'overpass'] }).notNull(),
  /** features/imports/staff-contract.ts ImportColumn: name, guessed field, first values. */
  columns: jsonb().notNull().default([]),
  notes: jsonb().notNull().default([]),
  uploadedById: uuid().references(() => users.id, { onDelete: 'set null' }),
  createdAt: createdAt(),
  /** The file itself is kept for some weeks; the history stays. */
  fileRemovedAt: instant(),
});

export const importRuns = pgTable(
  'import_runs',
  {
    id: id(),
    uploadId: uuid()
      .notNull()
      .references(() => importUploads.id, { onDelete: 'cascade' }),
    dryRun: boolean().notNull(),
    categorySlug: text(),
    /** The field of each of the upload's columns; null: left out. */
    fields: jsonb().notNull().default([]),
    status: text({ enum: ['queued', 'running', 'done', 'failed', 'stopped'] })
      .notNull()
      .default('queued'),
    /** Somebody asked it to stop; it does after the batch at hand. */
    isStopAsked: boolean().notNull().default(false),
    /** Share of the file that has been read. */
    percent: smallint().notNull().default(0),
    /** features/imports/server/import-businesses.ts ImportCounts; null before the first batch. */
    counts: jsonb(),
    notes: jsonb().notNull().default([]),
    /** The first possible duplicates; counts say how many there are. */
    duplicates: jsonb().notNull().default([]),
    /** The first listings that it changed: features/imports/server/listing-changes.ts ListingUpdate. */
    updates: jsonb().notNull().default([]),
    error: text(),
    /** More than one: the machine stopped meanwhile. What is imported already is passed over. */
    attempts: integer().notNull().default(0),
    startedById: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** This run takes another one back. */
    undoesId: uuid().references((): AnyPgColumn => importRuns.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    startedAt: instant(),
    /** Last sign of life of the job that works on it. */
    seenAt: instant(),
    finishedAt: instant(),
  },
  (t) => [
    index('import_runs_upload_id').on(t.uploadId),
    // Two at a time would each refuse the other's rows as taken.
    uniqueIndex('import_runs_one_open').on(sql`(true)`).where(sql`${t.status} in ('queued', 'running')`),
  ],
);

/** The listings that a run wrote, kept for some weeks so that it can be taken back. They may be gone. */
export const importChanges = pgTable(
  'import_changes',
  {
    runId: uuid()
      .notNull()
      .references(() => importRuns.id, { onDelete: 'cascade' }),
    businessId: uuid().notNull(),
    /** The columns that an import writes, owner_id and version; null for a listing that the run added. */
    before: jsonb(),
    /** The listing's version right after it: another one means that somebody has changed the listing since. */
    versionAfter: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.businessId] }),
    index('import_changes_business_id').on(t.businessId, t.runId),
  ],
);

/**
 * The rows of files that the listings hold already, by a hash of all that a row says. A row is passed over while its listing has the version
 * that it had then; rows whose listing has another one are of no use, and go at night.
 */
export const importedRows = pgTable('imported_rows', {
  hash: uuid().primaryKey(),
  businessId: uuid().notNull(),
  version: integer().notNull(),
});

export const importRejections = pgTable(
  'import_rejections',
  {
    runId: uuid()
      .notNull()
      .references(() => importRuns.id, { onDelete: 'cascade' }),
    /** From 1, in the file's order. */
    position: integer().notNull(),
    line: integer().notNull(),
    reason: text().notNull(),
    name: text().notNull(),
    address: text().notNull(),
    /** {column: value}, under names that an import knows. Rows that earlier releases refused have none. */
    fields: jsonb().$type<Record<string, string>>().notNull().default({}),
  },
  (t) => [primaryKey({ columns: [t.runId, t.position] })],
);
