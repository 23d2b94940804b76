/** The content of a backup: one head for the whole, then tables, then uploads. */
import * as z from 'zod/mini';

const names = z.array(z.string());

export const SiteHead = z.object({
  type: z.literal('site'),
  release: z.string(),
  madeAt: z.string(),
  /** The migrations (by their time stamps) that had made the tables. */
  migrations: z.array(z.number()),
  /** The version of the job queue's own tables; null when there were none. */
  jobTables: z.nullable(z.number()),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string(), called: z.boolean() })),
});
export type SiteHead = z.infer<typeof SiteHead>;

export const TableHead = z.object({ type: z.literal('table'), schema: z.string(), name: z.string(), columns: names });
export type TableHead = z.infer<typeof TableHead>;

/** `path` is relative to the uploads folder, with forward slashes. */
const UploadHead = z.object({
  type: z.literal('upload'),
  path: z.string().check(z.regex(/^(?!.*(^|\/)\.{1,2}(\/|$))[^/\\\0][^\\\0]*$/)),
});

/** The content of DATA_DIR/secret.key. */
const KeyHead = z.object({ type: z.literal('key') });

export const EntryHead = z.discriminatedUnion('type', [SiteHead, TableHead, UploadHead, KeyHead]);

/** Rows by table; see `nameOfTable`. */
export type RowCounts = Record<string, number>;

export const nameOfTable = ({ schema, name }: Pick<TableHead, 'schema' | 'name'>) => `${schema}.${name}`;

/** Makes values look the same whatever the server's settings are. */
export const sessionSettings = `
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set timezone = 'UTC';
  set bytea_output = 'hex'; set extra_float_digits = 3; set search_path = public`;

/** The job queue's tables with accepted work; the others are its own bookkeeping. */
export const jobTableNames = ['queue', 'schedule', 'subscription', 'job', 'job_dependency'];
