/** `npm run import -- FILE [--category SLUG] [--dry-run] [--rejects FILE]` */
import { createReadStream, statSync } from 'node:fs';
import type { Pool } from 'pg';
import { namedCityPack } from '#app/cli/named-city-pack.ts';
import { readArguments } from '#app/cli/read-arguments.ts';
import { RejectsFile } from '#app/cli/rejects-file.ts';
import { CommandError, resolvePath, runCommand } from '#app/cli/run-command.ts';
import { withDatabase } from '#app/cli/with-database.ts';
import { syncCategories } from '#features/categories/server/sync-categories.ts';
import { ImportRefusal, type Notice, noticeTexts } from '#features/imports/import-row.ts';
import type { PossibleDuplicate } from '#features/imports/match-businesses.ts';
import { describeLines } from '#features/imports/notice-lines.ts';
import { type ImportCounts, importBusinesses } from '#features/imports/server/import-businesses.ts';
import { describeCategories } from '#features/imports/unknown-categories.ts';
import type { CityPack } from '#server/city-pack.ts';
import { refreshCity } from '#server/city-settings.ts';
import type { Database } from '#server/db/client.ts';
import { refreshSearchWords } from '#server/db/refresh-search-words.ts';
import { categories } from '#server/db/schema/index.ts';
import { readEnv } from '#server/env.ts';
import { formatNumber } from '#shared/numbers.ts';

const usage = `Usage: npm run import -- FILE [--category SLUG] [--dry-run] [--rejects FILE]
  FILE             CSV, GeoJSON or Overpass JSON, also compressed with gzip
  --category SLUG  for rows whose category is missing or unknown (otherwise 'other')
  --dry-run        only report what would happen
  --rejects FILE   write every rejected row, whole, with its line and reason to FILE, as CSV: mend it there
                   and import FILE

For example: npm run import -- licenses.csv --dry-run --rejects refused.csv`;

/** This many rejected rows and possible duplicates are printed; the rest is counted. */
const shownInFull = 20;

function readOptions() {
  const { values, positionals } = readArguments(usage, {
    allowPositionals: true,
    options: {
      category: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      rejects: { type: 'string' },
    },
  });
  const [file] = positionals;
  if (positionals.length !== 1 || file === undefined) throw new CommandError(usage);
  return { ...values, file: resolvePath(file), ...(values.rejects ? { rejects: resolvePath(values.rejects) } : {}) };
}

/** @returns its size in bytes */
function checkFile(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new CommandError(`There is no file ${file}.`);
  if (stats.isDirectory()) throw new CommandError(`${file} is a folder. Name a file.`);
  return stats.size;
}

/** On a terminal one line that rewrites itself, elsewhere a line every ten seconds. */
function progressLine(share: () => number) {
  let shownAt = performance.now();
  const isTerminal = process.stderr.isTTY;
  return {
    show({ read, added, updated, rejected }: ImportCounts) {
      const counts = `${formatNumber(read)} rows read, ${formatNumber(added)} added, ${formatNumber(updated)} updated, ${formatNumber(rejected)} rejected`;
      const line = `${Math.floor(share() * 100)} %: ${counts}`;
      if (isTerminal) process.stderr.write(`\r\u001b[2K${line}`);
      else if (performance.now() - shownAt > 10_000) {
        shownAt = performance.now();
        console.error(line);
      }
    },
    clear() {
      if (isTerminal) process.stderr.write('\r\u001b[2K');
    },
  };
}

/**
 * A site that was never started has no categories; those of a started site may come from another pack than
 * this shell's.
 */
async function fillCategories(db: Database, city: CityPack): Promise<void> {
  if ((await db.$count(categories)) === 0) await syncCategories(db, city);
}

function printDuplicate({ line, name, address, otherName, otherAddress, added }: PossibleDuplicate): void {
  const outcome = added ? 'added, but may be the same as' : 'not added, the same as';
  console.log(`line ${line}: ${name}, ${address}: ${outcome} ${otherName}, ${otherAddress}`);
}

function printCounts(counts: ImportCounts, dryRun: boolean, seconds: number): void {
  const will = dryRun ? 'would be ' : '';
  const rows: [string, number][] = [
    [`${will}added`, counts.added],
    [`${will}updated`, counts.updated],
    ['unchanged', counts.unchanged],
    ['skipped (the same place again, or no business)', counts.skipped],
    ['rejected', counts.rejected],
    ['possible duplicates among them', counts.possibleDuplicates],
  ];
  console.log(`${formatNumber(counts.read)} rows read in ${seconds.toFixed(1)} s`);
  for (const [what, count] of rows) console.log(`${formatNumber(count).padStart(10)}  ${what}`);
  for (const [notice, count] of Object.entries(counts.notices) as [Notice, number][]) {
    const lines = describeLines(counts.noticeLines?.[notice] ?? [], count);
    const words = notice === 'category_unknown' ? describeCategories(counts.unknownCategories ?? [], count) : '';
    console.log(`${formatNumber(count).padStart(10)}  ${noticeTexts[notice]}${lines}${words}`);
  }
  if (dryRun) console.log('Dry run: nothing was written.');
}

async function runImport(): Promise<void> {
  const options = readOptions();
  const size = checkFile(options.file);
  const env = readEnv();
  const city = await namedCityPack(env.cityPack);
  const settings = {
    dryRun: options['dry-run'],
    ...(options.category === undefined ? {} : { category: options.category }),
  };
  const rejects = options.rejects === undefined ? undefined : new RejectsFile(options.rejects, options.file);
  const startedAt = performance.now();
  const bytes = createReadStream(options.file);
  const progress = progressLine(() => Math.min(1, bytes.bytesRead / Math.max(1, size)));
  let counts: ImportCounts | undefined;
  let duplicatesShown = 0;
  let rejectedShown = 0;
  let isWhole = false;
  const interrupt = new AbortController();
  interrupt.signal.addEventListener('abort', () => {
    progress.clear();
    console.error('Stopping after the rows under way. Ctrl-C again stops at once, and is as safe.');
  });
  try {
    const command = async ({ db, pool }: { db: Database; pool: Pool }) => {
      if (!settings.dryRun) await fillCategories(db, city);
      // Staff may have renamed properties.
      await refreshCity(db, city);
      for await (const step of importBusinesses(pool, bytes, { ...settings, properties: city.properties })) {
        counts = step.counts;
        progress.clear();
        for (const note of step.notes) console.log(note);
        rejects?.add(step.rejections);
        for (const { line, reason, name } of step.rejections) {
          if (rejectedShown++ < shownInFull) console.log(`line ${line} rejected: ${reason}${name ? ` (${name})` : ''}`);
        }
        for (const duplicate of step.duplicates) if (duplicatesShown++ < shownInFull) printDuplicate(duplicate);
        if (interrupt.signal.aborted) return;
        progress.show(counts);
      }
      isWhole = true;
      // Spelling correction and the search's plan depend on how many listings have a word; the nightly count
      // comes too late.
      if (counts !== undefined && counts.added > 0 && !settings.dryRun) await refreshSearchWords(db);
    };
    await withDatabase(env, command, { expectsSite: settings.dryRun, interrupt });
  } catch (error) {
    progress.clear();
    const written = counts && !settings.dryRun ? counts.added + counts.updated : 0;
    const soFar =
      written > 0 ? ` ${formatNumber(written)} rows before that were imported; run it again when it is mended.` : '';
    if (error instanceof ImportRefusal) throw new CommandError(error.message + soFar);
    if (written > 0) console.error(`${formatNumber(written)} rows are in. ${goOn}`);
    throw error;
  } finally {
    bytes.destroy();
    rejects?.close();
  }
  progress.clear();
  if (rejectedShown > shownInFull) console.log(`and ${formatNumber(rejectedShown - shownInFull)} more rejected rows`);
  if (duplicatesShown > shownInFull)
    console.log(`and ${formatNumber(duplicatesShown - shownInFull)} more possible duplicates`);
  if (counts) printCounts(counts, settings.dryRun, (performance.now() - startedAt) / 1000);
  if (isWhole) return;
  process.exitCode = 130;
  console.log(describeStop(counts, settings.dryRun));
}

const goOn = 'Run the same command again: it passes over what is in, goes on behind it, and adds nothing twice.';

function describeStop(counts: ImportCounts | undefined, dryRun: boolean): string {
  if (dryRun) return 'Stopped before the end of the file.';
  if (counts === undefined) return `Stopped before anything was written. ${goOn}`;
  return `Stopped before the end of the file. What is counted above is in, and nothing of the rows behind it. ${goOn}`;
}

await runCommand(runImport);
