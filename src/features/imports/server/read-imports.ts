import { asc, desc, eq, inArray, lt, type SQL } from 'drizzle-orm';
import { describeValue, readValueNames } from '#features/businesses/server/describe-value.ts';
import type { Database } from '#server/db/client.ts';
import { importChanges, importRejections, importRuns, importUploads, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { ImportRun, ImportRunDetail, ImportUpload, ImportUploadDetail } from '../staff-contract.ts';
import type { ListingUpdate } from './listing-changes.ts';
import { readRemaining } from './read-remaining.ts';

const rejectionsShown = 50;

export const importNotFound = () => new Problem('not_found', 'This import is not there any more.');

type RunRow = typeof importRuns.$inferSelect;

const toRun = (row: RunRow, startedBy: string | null): ImportRun => ({
  ...row,
  startedBy,
  counts: row.counts as ImportRun['counts'],
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

/** Newest first. */
async function readRuns(db: Database, where: SQL): Promise<(ImportRun & { uploadId: string; row: RunRow })[]> {
  const rows = await db
    .select({ run: importRuns, startedBy: users.username })
    .from(importRuns)
    .leftJoin(users, eq(users.id, importRuns.startedById))
    .where(where)
    .orderBy(desc(importRuns.id));
  return rows.map(({ run, startedBy }) => ({ ...toRun(run, startedBy), uploadId: run.uploadId, row: run }));
}

async function readUploads(db: Database, where: SQL | undefined, limit: number) {
  const rows = await db
    .select({ upload: importUploads, uploadedBy: users.username })
    .from(importUploads)
    .leftJoin(users, eq(users.id, importUploads.uploadedById))
    .where(where)
    .orderBy(desc(importUploads.id))
    .limit(limit);
  const ids = rows.map(({ upload }) => upload.id);
  const runs = ids.length === 0 ? [] : await readRuns(db, inArray(importRuns.uploadId, ids));
  return rows.map(({ upload, uploadedBy }) => {
    const own = runs.filter(({ uploadId }) => uploadId === upload.id);
    return {
      ...upload,
      columns: withChosen(
        upload.columns as ImportUploadDetail['columns'],
        own.find((run) => run.undoesId === null)?.row,
      ),
      notes: upload.notes as string[],
      uploadedBy,
      createdAt: upload.createdAt.toISOString(),
      isFileThere: upload.fileRemovedAt === null,
      runs: own,
    };
  });
}

/** The fields that staff chose in the last run count for the next one, too. */
function withChosen(columns: ImportUploadDetail['columns'], last: RunRow | undefined): ImportUploadDetail['columns'] {
  const chosen = (last?.fields ?? []) as ImportUploadDetail['columns'][number]['field'][];
  return chosen.length === columns.length ? columns.map((one, at) => ({ ...one, field: chosen[at] ?? null })) : columns;
}

/** Newest first. */
export async function listImports(
  db: Database,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<ImportUpload[]> {
  const uploads = await readUploads(db, cursor ? lt(importUploads.id, cursor) : undefined, limit);
  return uploads.map(({ runs, ...upload }) => ({ ...upload, lastRun: runs[0] ?? null }));
}

/** @throws Problem 'not_found' */
export async function readImport(db: Database, id: string): Promise<ImportUploadDetail> {
  const [upload] = await readUploads(db, eq(importUploads.id, id), 1);
  if (upload === undefined) throw importNotFound();
  return { ...upload, lastRun: upload.runs[0] ?? null };
}

async function describeUpdates(
  { db, city }: Pick<Services, 'db' | 'city'>,
  updates: readonly ListingUpdate[],
): Promise<ImportRunDetail['updates']> {
  if (updates.length === 0) return [];
  const names = await readValueNames(db, city);
  return updates.map(({ id, name, changes }) => ({
    ...{ id, name },
    fields: Object.entries(changes).map(([field, [before, after]]) => ({
      field,
      before: describeValue(field, before, names),
      after: describeValue(field, after, names),
    })),
  }));
}

/** @throws Problem 'not_found' */
export async function readImportRun({ db, city }: Pick<Services, 'db' | 'city'>, id: string): Promise<ImportRunDetail> {
  const [run] = await readRuns(db, eq(importRuns.id, id));
  if (run === undefined) throw importNotFound();
  const rejections = await db
    .select()
    .from(importRejections)
    .where(eq(importRejections.runId, id))
    .orderBy(asc(importRejections.position))
    .limit(rejectionsShown);
  const { row, ...shown } = run;
  const isOver = run.status !== 'queued' && run.status !== 'running';
  const isUndoable = isOver && (await db.$count(importChanges, eq(importChanges.runId, id))) > 0;
  const undone = isOver ? run.undoesId : null;
  const isTriedBefore = await db.$count(importRuns, eq(importRuns.undoesId, id));
  return {
    ...shown,
    isUndoable,
    remaining:
      undone !== null || isUndoable
        ? await readRemaining(db, { runId: undone ?? id, onlyStaying: undone === null && isTriedBefore === 0 })
        : null,
    notes: row.notes as string[],
    duplicates: row.duplicates as ImportRunDetail['duplicates'],
    updates: await describeUpdates({ db, city }, row.updates as ListingUpdate[]),
    rejections,
  };
}
