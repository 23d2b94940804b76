/** (c) Search in the database, as a table: each kind of term with its slowest term. */
import type { Column, Row, Section } from './report.ts';
import { type Measured, runSearchBench, type SearchBenchResult } from './search.ts';
import type { SiteUnderTest } from './site-under-test.ts';

const columns: Column[] = [
  { title: 'terms' },
  { title: 'p50 ms', digits: 1 },
  { title: 'slowest term: p99 ms', digits: 1, max: 20 },
  { title: 'slowest term: p99 of CPU ms', digits: 1, max: 20 },
];

function kindRow(listings: number, kind: string, terms: readonly Measured[]): Row {
  const maxOf = (pick: (term: Measured) => number | null) => Math.max(...terms.map((term) => pick(term) ?? Number.NaN));
  const middle = terms.map(({ p50Ms }) => p50Ms).toSorted((a, b) => a - b)[Math.floor(terms.length / 2)] ?? null;
  return {
    name: `${listings.toLocaleString('en-US')}: ${kind}`,
    values: [terms.length, middle, maxOf(({ p99Ms }) => p99Ms), maxOf(({ databaseP99Ms }) => databaseP99Ms)],
  };
}

function sizeRows({ listings, terms }: SearchBenchResult): Row[] {
  const kinds = [...Map.groupBy(terms, ({ kind }) => kind)];
  return kinds.map(([kind, measured]) => kindRow(listings, kind, measured));
}

export async function benchSearch(
  site: SiteUnderTest,
  { isQuick, say }: { isQuick: boolean; say: (line: string) => void },
): Promise<Section> {
  const sizes = isQuick ? [185_000] : [185_000, 1_000_000];
  say('Search: making listings and searching them; takes some minutes');
  const results = await runSearchBench({ databaseUrl: site.superuserUrl, sizes, runs: isQuick ? 20 : 300 });
  const slowest = results.map(
    ({ listings, p99Ms, wholeP99Ms, slowestTerm }) =>
      `${listings.toLocaleString('en-US')} listings: p99 over all terms ${p99Ms} ms, slowest ${slowestTerm}; with the site's own work ${wholeP99Ms} ms.`,
  );
  return {
    title: 'Search in the database',
    notes: [
      'Count and cards included, one search at a time after a vacuum: from sending each statement until its rows are there.',
      ...slowest,
    ],
    columns,
    rows: results.flatMap(sizeRows),
    raw: results,
  };
}
