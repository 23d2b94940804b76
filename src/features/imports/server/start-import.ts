/** Staff upload a file, start a run and stop it. The work itself is a job (run-import.ts). */
import { eq, sql } from 'drizzle-orm';
import { DatabaseError } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { categories, importChanges, importRuns, importUploads } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { clearUnfinished } from '#server/storage/clear-unfinished.ts';
import { filesOf } from '#server/storage/site-files.ts';
import { Problem } from '#shared/problem.ts';
import { dayMs, hourSeconds } from '#shared/times.ts';
import { type FieldName, ImportRefusal } from '../import-row.ts';
import type { ImportColumn, ImportUploadDetail } from '../staff-contract.ts';
import { keepFile, openImportFile, removeImportFile } from './import-files.ts';
import { sweepImportedRows } from './imported-rows.ts';
import { inspectFile } from './inspect-file.ts';
import { importNotFound, readImport } from './read-imports.ts';
import { rememberFields } from './remember-fields.ts';

type Request = Pick<ApiRequest, 'db' | 'env' | 'user' | 'now'>;

export const runTries = 6;
/** A killed worker's run begins again from the start, which does no harm: existing rows are unchanged. */
export const runImportJob = defineJob('run-import', z.object({ runId: z.string() }), {
  retries: runTries - 1,
  retryDelaySeconds: 3,
  maxDelaySeconds: 60,
  timeoutSeconds: 6 * hourSeconds,
});

/** A job that has not reported for this long is no longer running. */
const silentMs = 120_000;

/**
 * @throws Problem 'too_large', 'bad_request', 'invalid' with the fault of the file
 */
export async function storeUpload(
  { fileName, upload }: { fileName: string; upload: AsyncIterable<Uint8Array> },
  request: Request,
  remember: (tx: Database, answer: ImportUploadDetail) => Promise<void>,
): Promise<ImportUploadDetail> {
  const { db, env } = request;
  const id = uuidv7();
  const sizeBytes = await keepFile(env, id, upload);
  const bytes = await openImportFile(env, id);
  if (bytes === null) throw new Error('the file is gone right after it was stored');
  try {
    const look = await inspectFile(bytes);
    const actorId = requireUser(request.user).id;
    return await db.transaction(async (tx) => {
      const columns = await rememberFields(tx, look.columns);
      await tx.insert(importUploads).values({ id, fileName, sizeBytes, ...look, columns, uploadedById: actorId });
      const data = { fileName, sizeBytes };
      await writeAudit(tx, { actorId, action: 'import.uploaded', subjectType: 'import', subjectId: id, data });
      const answer = await readImport(tx, id);
      await remember(tx, answer);
      return answer;
    });
  } catch (error) {
    await removeImportFile(env, id);
    if (error instanceof ImportRefusal) throw new Problem('invalid', error.message);
    throw error;
  } finally {
    bytes.destroy();
  }
}

interface RunWish {
  uploadId: string;
  dryRun: boolean;
  category: string | null;
  fields: readonly (FieldName | null)[];
}

/**
 * @returns the run's id @throws Problem 'not_found', 'conflict' (another run is open, or the file is gone),
 * 'invalid'
 */
export async function startRun({ uploadId, dryRun, category, fields }: RunWish, request: Request): Promise<string> {
  const { db } = request;
  const [upload] = await db.select().from(importUploads).where(eq(importUploads.id, uploadId));
  if (upload === undefined) throw importNotFound();
  if (upload.fileRemovedAt !== null) throw new Problem('conflict', 'The file is not kept any more. Upload it again.');
  const columns = upload.columns as ImportColumn[];
  const refused: Record<string, string> = {};
  if (upload.kind === 'csv' && !fields.includes('name'))
    refused.fields = 'Please choose the column that holds the name';
  if (fields.length !== columns.length) refused.fields ??= 'The columns of the file are others. Please reload the page';
  const [chosen] = await db
    .select({ isHidden: categories.isHidden })
    .from(categories)
    .where(eq(categories.slug, category ?? 'other'));
  // Rows without a category go to the last one where the town has none that is called 'other'.
  const isOffered = chosen ? !chosen.isHidden : category === null;
  if (!isOffered) refused.category = 'Please choose a category';
  if (Object.keys(refused).length > 0) {
    throw new Problem('invalid', Object.values(refused)[0] ?? '', { fields: refused });
  }
  const actorId = requireUser(request.user).id;
  try {
    return await db.transaction(async (tx) => {
      const values = { uploadId, dryRun, categorySlug: category, fields, startedById: actorId };
      const [run] = await tx.insert(importRuns).values(values).returning({ id: importRuns.id });
      if (run === undefined) throw new Error('The insert of the import run returned no row');
      await enqueue(tx, runImportJob, { runId: run.id });
      const data = { fileName: upload.fileName, runId: run.id, category };
      const action = dryRun ? 'import.tried' : 'import.started';
      await writeAudit(tx, { actorId, action, subjectType: 'import', subjectId: uploadId, data });
      return run.id;
    });
  } catch (error) {
    throw asBusy(error);
  }
}

function asBusy(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof DatabaseError && cause.code === '23505')) return error;
  return new Problem('conflict', 'Another import is running. Wait until it has finished, or stop it.');
}

/**
 * Takes a whole run back, as a job. Changes are kept for 30 days.
 * @returns the id of the run that does it @throws Problem 'not_found', 'conflict' (nothing is left to undo, or another run is open)
 */
export async function startUndo(id: string, { db, user }: Request): Promise<string> {
  const actorId = requireUser(user).id;
  try {
    return await db.transaction(async (tx) => {
      const [run] = await tx.select().from(importRuns).where(eq(importRuns.id, id));
      if (run === undefined) throw importNotFound();
      if ((await tx.$count(importChanges, eq(importChanges.runId, id))) === 0) {
        throw new Problem(
          'conflict',
          'Nothing of this run can be undone: it changed nothing, or that is too long ago.',
        );
      }
      const { uploadId } = run;
      const values = { uploadId, dryRun: false, undoesId: id, startedById: actorId };
      const [undo] = await tx.insert(importRuns).values(values).returning({ id: importRuns.id });
      if (undo === undefined) throw new Error('The insert of the undo returned no row');
      await enqueue(tx, runImportJob, { runId: undo.id });
      const data = { runId: undo.id, undoes: id };
      const line = { subjectType: 'import', subjectId: uploadId, data };
      await writeAudit(tx, { actorId, action: 'import.undo-started', ...line });
      return undo.id;
    });
  } catch (error) {
    throw asBusy(error);
  }
}

/** @throws Problem 'not_found', 'conflict' when it is over already */
export async function stopRun(id: string, { db, user, now }: Request): Promise<void> {
  await db.transaction(async (tx) => {
    const [run] = await tx.select().from(importRuns).where(eq(importRuns.id, id)).for('update');
    if (run === undefined) throw importNotFound();
    if (run.status !== 'queued' && run.status !== 'running') {
      throw new Problem('conflict', 'This run is over already.');
    }
    const isSilent = run.seenAt === null || now().getTime() - run.seenAt.getTime() > silentMs;
    const over = { status: 'stopped', finishedAt: now() } as const;
    await tx
      .update(importRuns)
      .set({ isStopAsked: true, ...(run.status === 'queued' || isSilent ? over : {}) })
      .where(eq(importRuns.id, id));
    const actorId = requireUser(user).id;
    const data = { runId: id };
    await writeAudit(tx, { actorId, action: 'import.stopped', subjectType: 'import', subjectId: run.uploadId, data });
  });
}

const fileDays = 30;
const rejectionDays = 90;
const changeDays = 30;

/**
 * Deletes files and refused rows after a while, because they hold people's addresses and numbers. The history
 * stays.
 */
export async function sweepImports({ db, env, now }: Pick<ApiRequest, 'db' | 'env' | 'now'>): Promise<void> {
  await clearUnfinished(filesOf(env).imports.workFolder, new Date(now().getTime() - dayMs));
  const before = (days: number) => sql`${new Date(now().getTime() - days * dayMs).toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select u.id from import_uploads u where u.file_removed_at is null and u.created_at < ${before(fileDays)}
      and not exists (select from import_runs r where r.upload_id = u.id and r.status in ('queued', 'running'))`);
  for (const { id } of rows) {
    await removeImportFile(env, id);
    await db.update(importUploads).set({ fileRemovedAt: now() }).where(eq(importUploads.id, id));
  }
  await db.execute(sql`
    delete from import_changes x using import_runs r
    where r.id = x.run_id and r.finished_at < ${before(changeDays)}`);
  await db.execute(sql`
    delete from import_rejections x using import_runs r
    where r.id = x.run_id and r.finished_at < ${before(rejectionDays)}`);
  await sweepImportedRows(db);
}
