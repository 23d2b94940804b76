/** Runs an import from a text to its end. */
import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import {
  type ImportCounts,
  type ImportOptions,
  importBusinesses,
  type Rejection,
} from '#features/imports/server/import-businesses.ts';
import type { Database } from '#server/db/client.ts';
import { aCategory } from '#tests/factories/a-category.ts';

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
