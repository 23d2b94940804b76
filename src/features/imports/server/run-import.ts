/**
 * The job of one run: reads the file, imports it or previews it, and records its progress after each batch.
 */

import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { actorOr, writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { refreshSearchWords } from '#server/db/refresh-search-words.ts';
import { importRejections, importRuns, importUploads } from '#server/db/schema/index.ts';
import { bindJob, type JobRun } from '#server/jobs/bind-job.ts';
import { formatNumber } from '#shared/numbers.ts';
import { type FieldName, ImportBusy, ImportRefusal } from '../import-row.ts';
import type { PossibleDuplicate } from '../match-businesses.ts';
import { type ImportColumn, maxUpdates } from '../staff-contract.ts';
import { type ImportProgress, importBusinesses, type Rejection } from './import-businesses.ts';
import { openImportFile } from './import-files.ts';
import { type ListingUpdate, readUpdates } from './listing-changes.ts';
import { runImportJob, runTries } from './start-import.ts';
import { undoImport } from './undo-import.ts';

/** Further ones are counted but not stored. */
const maxRejections = 50_000;
const maxDuplicates = 200;

type RunRow = typeof importRuns.$inferSelect;

/**
 * Begins a run, also again after a crash; then it keeps what it has noted, because it passes over the rows that it has written.
 * Null when it was stopped before, or is gone.
 */
async function begin(db: Database, runId: string, now: Date): Promise<RunRow | null> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(importRuns)
      .set({
        status: 'running',
        attempts: sql`${importRuns.attempts} + 1`,
        startedAt: sql`coalesce(${importRuns.startedAt}, ${now.toISOString()}::timestamptz)`,
        seenAt: now,
        percent: 0,
        notes: [],
        ...{ duplicates: sql`case when ${importRuns.dryRun} then '[]' else ${importRuns.duplicates} end`, updates: [] },
      })
      .where(and(eq(importRuns.id, runId), inArray(importRuns.status, ['queued', 'running'])))
      .returning();
    await tx.delete(importRejections).where(eq(importRejections.runId, runId));
    if (row === undefined || row.dryRun || row.attempts === 1) return row ?? null;
    return { ...row, updates: await readUpdates(tx, runId, maxUpdates) };
  });
}

const isSameDuplicate = (one: PossibleDuplicate) => (other: PossibleDuplicate) =>
  one.line === other.line && one.name === other.name && one.otherName === other.otherName;

class RunNotes {
  readonly #db: Database;
  readonly #runId: string;
  #duplicates: PossibleDuplicate[];
  #updates: ListingUpdate[];
  #notes: string[] = [];
  #rejected = 0;

  constructor(db: Database, run: RunRow) {
    this.#db = db;
    this.#runId = run.id;
    this.#duplicates = run.duplicates as PossibleDuplicate[];
    this.#updates = run.updates as ListingUpdate[];
  }

  /** @returns whether somebody wants it to stop */
  async write(progress: ImportProgress, percent: number, now: Date): Promise<boolean> {
    const { counts, rejections, duplicates, updates, notes } = progress;
    this.#notes.push(...notes);
    // A row that was not added is found again.
    const found = duplicates.filter((one) => !this.#duplicates.some(isSameDuplicate(one)));
    this.#duplicates = [...this.#duplicates, ...found].slice(0, maxDuplicates);
    this.#updates = [...this.#updates, ...updates].slice(0, maxUpdates);
    await this.#keepRejections(rejections);
    const [row] = await this.#db
      .update(importRuns)
      .set({
        ...{ counts, percent, notes: this.#notes },
        ...{ duplicates: this.#duplicates, updates: this.#updates, seenAt: now },
      })
      .where(eq(importRuns.id, this.#runId))
      .returning({ isStopAsked: importRuns.isStopAsked });
    return row?.isStopAsked ?? true;
  }

  async #keepRejections(rejections: readonly Rejection[]): Promise<void> {
    const kept = rejections.slice(0, Math.max(0, maxRejections - this.#rejected));
    if (kept.length > 0) {
      const rows = kept.map(({ table: _, ...row }, at) => ({ ...row, position: this.#rejected + at + 1 }));
      await this.#db.execute(sql`
        insert into import_rejections (run_id, position, line, reason, name, address, fields)
        select ${this.#runId}, r.position, r.line, r.reason, r.name, r.address, r.fields
        from json_to_recordset(${JSON.stringify(rows)})
          as r(position integer, line integer, reason text, name text, address text, fields jsonb)`);
    }
    this.#rejected += rejections.length;
    if (kept.length < rejections.length) {
      const note = `Only the first ${formatNumber(maxRejections)} rejected rows are kept.`;
      if (!this.#notes.includes(note)) this.#notes.push(note);
    }
  }
}

async function end(db: Database, run: RunRow, status: 'done' | 'failed' | 'stopped', now: Date, error?: string) {
  await db.transaction(async (tx) => {
    const set = { status, finishedAt: now, error: error ?? null, ...(status === 'done' ? { percent: 100 } : {}) };
    const [row] = await tx.update(importRuns).set(set).where(eq(importRuns.id, run.id)).returning();
    await writeAudit(tx, {
      ...actorOr(run.startedById, 'deleted'),
      action: run.undoesId !== null && status === 'done' ? 'import.undone' : `import.${status}`,
      subjectType: 'import',
      subjectId: run.uploadId,
      data: { runId: run.id, dryRun: run.dryRun, counts: row?.counts, ...(error ? { error } : {}) },
    });
  });
}

type Step = { progress: ImportProgress; percent: number };

async function* readFile(run: RunRow, pool: Pool, { db, env, city }: JobRun): AsyncGenerator<Step> {
  const [upload] = await db.select().from(importUploads).where(eq(importUploads.id, run.uploadId));
  const bytes = await openImportFile(env, run.uploadId);
  if (bytes === null) throw new ImportRefusal('The file is not there any more. Upload it again.');
  try {
    const fields = run.fields as (FieldName | null)[];
    const columns = ((upload?.columns ?? []) as ImportColumn[]).map(({ name }, at) => ({
      name,
      field: fields[at] ?? null,
    }));
    const options = {
      run: { runId: run.id, actorId: run.startedById },
      properties: city.properties,
      dryRun: run.dryRun,
      columns,
      ...(run.categorySlug === null ? {} : { category: run.categorySlug }),
    };
    for await (const progress of importBusinesses(pool, bytes, options)) {
      const percent = Math.min(99, Math.floor((bytes.bytesRead / Math.max(1, upload?.sizeBytes ?? 1)) * 100));
      yield { progress, percent };
    }
  } finally {
    bytes.destroy();
  }
}

/** @throws errors that are worth a retry */
async function runImport(runId: string, job: JobRun): Promise<void> {
  const { db, now } = job;
  const run = await begin(db, runId, now());
  if (run === null) return;
  // The pool behind these queries: an import takes one of its connections for the whole run.
  const { $client: pool } = db as Database & { $client: Pool };
  const notes = new RunNotes(db, run);
  try {
    for await (const { progress, percent } of run.undoesId === null
      ? readFile(run, pool, job)
      : undoImport(pool, run.undoesId)) {
      if (await notes.write(progress, percent, now())) return await end(db, run, 'stopped', now());
    }
    // Spelling correction and the search's plan depend on how many listings have a word.
    if (!run.dryRun) await refreshSearchWords(db);
    await end(db, run, 'done', now());
  } catch (error) {
    if (error instanceof ImportRefusal && !(error instanceof ImportBusy)) {
      return await end(db, run, 'failed', now(), error.message);
    }
    if (job.retryCount >= runTries - 1) {
      const text =
        'It failed several times and has been given up. Run it again: what is imported already stays as it is.';
      await end(db, run, 'failed', now(), text);
    }
    throw error;
  }
}

export const boundRunImportJob = bindJob(runImportJob, ({ runId }, job) => runImport(runId, job));
