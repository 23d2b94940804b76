/** Imports that staff run in the browser: a file, the fields of its columns, and each run. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { fieldNames, noticeTexts } from './import-row.ts';

export const maxUploadBytes = 50 * 1024 * 1024;

export const ImportColumn = z.object({
  name: z.string(),
  /** The field that staff chose in the last run over such columns, or that the name suggests; null: it is left out. */
  field: z.nullable(z.enum(fieldNames)),
  /** Values of the first rows. */
  samples: z.array(z.string()),
});
export type ImportColumn = z.infer<typeof ImportColumn>;

const noticeKind = z.enum(Object.keys(noticeTexts) as (keyof typeof noticeTexts)[]);

const ImportCountsAnswer = z.object({
  read: z.number(),
  added: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  skipped: z.number(),
  rejected: z.number(),
  possibleDuplicates: z.number(),
  /** For an undo: `updated` got their former values, `skipped` were left as somebody has changed them since. */
  removed: z.optional(z.number()),
  notices: z.partialRecord(noticeKind, z.number()),
  /** The first lines of the file that have such values; none in runs of earlier releases. */
  noticeLines: z._default(z.partialRecord(noticeKind, z.array(z.number())), {}),
  /** The words of the file that name no category of the site, '' for rows without one; none in runs of earlier releases. */
  unknownCategories: z._default(z.array(z.object({ word: z.string(), count: z.number() })), []),
});

const runStates = ['queued', 'running', 'done', 'failed', 'stopped'] as const;

export const ImportRun = z.object({
  id: z.string(),
  dryRun: z.boolean(),
  status: z.enum(runStates),
  isStopAsked: z.boolean(),
  percent: z.number(),
  counts: z.nullable(ImportCountsAnswer),
  error: z.nullable(z.string()),
  /** More than one means that it was interrupted and has gone on. */
  attempts: z.number(),
  startedBy: z.nullable(z.string()),
  /** The run that this one takes back; null for an import. */
  undoesId: z.nullable(z.string()),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
});
export type ImportRun = z.infer<typeof ImportRun>;

const ImportRejection = z.object({
  line: z.number(),
  reason: z.string(),
  name: z.string(),
  address: z.string(),
});

const PossibleDuplicateAnswer = z.object({
  line: z.number(),
  name: z.string(),
  address: z.string(),
  otherName: z.string(),
  otherAddress: z.string(),
  /** The listing that was there before the run. */
  otherId: z.optional(z.string()),
  added: z.boolean(),
});

const ImportUpdateAnswer = z.object({
  /** The listing, under the name that it had. */
  id: z.string(),
  name: z.string(),
  fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});

/** Further changed listings are counted but not listed. */
export const maxUpdates = 200;

/** The listings that an undo leaves as they are, or has left. */
const Remaining = z.object({
  /** The import that can be taken back, of which this is left. */
  runId: z.string(),
  count: z.number(),
  /** The number of these that are still there. */
  undoable: z.number(),
  /** Imports that changed some of them later, newest first: taken back first, they free what they changed. */
  later: z.array(z.object({ uploadId: z.string(), fileName: z.string(), at: z.string(), count: z.number() })),
  /** The first ones. */
  listings: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      isChangedByImport: z.boolean(),
      /** Why it stays; null: it can be taken back now. */
      why: z.nullable(z.enum(['import', 'edited', 'owned', 'in-use', 'merged', 'gone'])),
      /** The listing into which it was merged. */
      mergedInto: z.nullable(z.string()),
    }),
  ),
});
export type Remaining = z.infer<typeof Remaining>;

export const ImportRunDetail = z.extend(ImportRun, {
  uploadId: z.string(),
  /** Before an undo, what it would leave; after one, all that it has left. Null: nothing. */
  remaining: z.nullable(Remaining),
  /** Some of what it wrote is as the run left it, for all that is known, and can be taken back. */
  isUndoable: z.boolean(),
  notes: z.array(z.string()),
  /** The first ones; the counts tell their number. */
  duplicates: z.array(PossibleDuplicateAnswer),
  /** The first listings that it changed, or would change. The counts tell their number, unless it was interrupted. */
  updates: z.array(ImportUpdateAnswer),
  /** The first ones; the file to download has all of them. */
  rejections: z.array(ImportRejection),
});
export type ImportRunDetail = z.infer<typeof ImportRunDetail>;

export const ImportUpload = z.object({
  id: z.string(),
  fileName: z.string(),
  sizeBytes: z.number(),
  kind: z.enum(['csv', 'geojson', 'overpass']),
  uploadedBy: z.nullable(z.string()),
  createdAt: z.string(),
  /** False when the file is deleted and only the results are kept. */
  isFileThere: z.boolean(),
  /** The newest run. */
  lastRun: z.nullable(ImportRun),
});
export type ImportUpload = z.infer<typeof ImportUpload>;

export const ImportUploadDetail = z.extend(ImportUpload, {
  columns: z.array(ImportColumn),
  notes: z.array(z.string()),
  /** Newest first. */
  runs: z.array(ImportRun),
});
export type ImportUploadDetail = z.infer<typeof ImportUploadDetail>;

const params = z.object({ id: z.guid() });

export const listImports = endpoint({
  method: 'GET',
  path: '/api/staff/imports',
  who: 'staff',
  rights: ['administrator'],
  summary: 'Files that were uploaded for import, newest first, 50 at a time; the Link header leads on',
  query: z.object({ cursor: z.optional(z.guid()) }),
  answer: z.array(ImportUpload),
  problems: [],
});

export const uploadImport = endpoint({
  method: 'POST',
  path: '/api/staff/imports',
  who: 'staff',
  rights: ['administrator'],
  limit: 'uploads',
  creates: true,
  summary:
    'Keeps a file for import and looks at its beginning. The body is the file: CSV, GeoJSON or Overpass JSON, also compressed with gzip, at most 50 MB',
  query: z.object({ fileName: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  upload: true,
  answer: ImportUploadDetail,
  status: 201,
  problems: ['bad_request', 'wrong_type', 'too_large', 'invalid'],
});

export const getImport = endpoint({
  method: 'GET',
  path: '/api/staff/imports/{id}',
  who: 'staff',
  rights: ['administrator'],
  summary: 'One file with its columns, its first values and the runs over it',
  params,
  answer: ImportUploadDetail,
  problems: ['not_found'],
});

export const startImportRun = endpoint({
  method: 'POST',
  path: '/api/staff/imports/{id}/runs',
  who: 'staff',
  rights: ['administrator'],
  creates: true,
  summary: 'Runs an import, or tries what it would do, as a job. One at a time',
  params,
  body: z.object({
    dryRun: z.boolean(),
    /** The category's slug for rows whose own is missing or unknown; null means 'other'. */
    category: z.nullable(z.string().check(z.maxLength(100))),
    /** One field for each of the file's columns; null leaves it out. */
    fields: z.array(z.nullable(z.enum(fieldNames))).check(z.maxLength(500)),
  }),
  answer: ImportRunDetail,
  status: 201,
  problems: ['not_found', 'conflict', 'invalid'],
});

export const getImportRun = endpoint({
  method: 'GET',
  path: '/api/staff/imports/runs/{id}',
  who: 'staff',
  rights: ['administrator'],
  summary: 'How far a run is, and what came of it',
  params,
  answer: ImportRunDetail,
  problems: ['not_found'],
});

export const undoImportRun = endpoint({
  method: 'POST',
  path: '/api/staff/imports/runs/{id}/undo',
  who: 'staff',
  rights: ['administrator'],
  creates: true,
  summary:
    'Takes a whole run back, as a job, up to 30 days later: what it added goes, what it changed gets its former values, and what people have changed since stays',
  params,
  answer: ImportRunDetail,
  status: 201,
  problems: ['not_found', 'conflict'],
});

export const stopImportRun = endpoint({
  method: 'POST',
  path: '/api/staff/imports/runs/{id}/stop',
  who: 'staff',
  rights: ['administrator'],
  summary: 'Stops a run after the batch at hand; what is written stays',
  params,
  answer: ImportRunDetail,
  problems: ['not_found', 'conflict'],
});
