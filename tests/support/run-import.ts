/** Runs an import from a text to its end. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import {
  type ImportCounts,
  type ImportOptions,
  importBusinesses,
  type Rejection,
} from '#features/imports/server/import-businesses.ts';
import type { Database } from '#server/db/client.ts';
import { importChanges, importRuns, importUploads } from '#server/db/schema/index.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { only } from './found.ts';

/** All reports of one import together. */
interface ImportOutcome {
  counts: ImportCounts;
  rejections: Rejection[];
  duplicates: { line: number; name: string; otherAddress: string; added: boolean }[];
  notes: string[];
}

const importCategories: [slug: string, name: string][] = [
  ['food-dining', 'Food & Dining'],
  ['shopping', 'Shopping'],
  ['medical-services', 'Medical Services'],
  ['other', 'Other'],
];

export async function storeImportCategories(db: Database): Promise<void> {
  for (const [slug, name] of importCategories) await aCategory(db, { slug, name });
}

export async function runImport(
  pool: Pool,
  file: string | Uint8Array | AsyncIterable<Uint8Array>,
  options: Partial<ImportOptions> = {},
): Promise<ImportOutcome> {
  const isStream = typeof file !== 'string' && !(file instanceof Uint8Array);
  const outcome: Partial<ImportOutcome> & Omit<ImportOutcome, 'counts'> = { rejections: [], duplicates: [], notes: [] };
  const bytes = isStream ? file : Readable.from([Buffer.from(file)]);
  for await (const step of importBusinesses(pool, bytes, { properties: [], ...options })) {
    outcome.counts = step.counts;
    outcome.rejections.push(...step.rejections);
    outcome.duplicates.push(...step.duplicates);
    outcome.notes.push(...step.notes);
  }
  const { counts } = outcome;
  if (!counts) throw new Error('the import reported nothing');
  return { ...outcome, counts };
}

/** A file of one column, and a run over it that added one listing, which is gone. */
export async function aStoredImport(db: Database): Promise<{ uploadId: string; runId: string }> {
  const columns = [{ name: 'Name', samples: ['Oak Bakery'], field: 'name' }];
  const file = { fileName: 'town.csv', sizeBytes: 16, kind: 'csv' as const, columns };
  const upload = only(await db.insert(importUploads).values(file).returning(), 'upload');
  const done = { uploadId: upload.id, dryRun: false, status: 'done' as const };
  const run = only(await db.insert(importRuns).values(done).returning(), 'run');
  await db.insert(importChanges).values({ runId: run.id, businessId: randomUUID(), versionAfter: 1 });
  return { uploadId: upload.id, runId: run.id };
}
