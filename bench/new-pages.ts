/** (b) Pages that are not stored yet, among 185,000 listings: those of searches and those of listings. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import type { Sources } from './data/extract-sources.ts';
import { loadBusinesses } from './data/load-businesses.ts';
import { randomNumbers } from './data/random.ts';
import { type Load, loadEach, median } from './load.ts';
import { cpuMs } from './processes.ts';
import type { Row, Section } from './report.ts';
import type { SiteUnderTest } from './site-under-test.ts';

const run = promisify(execFile);
const count = 185_000;
const connections = 16;
const realPlaces = join(import.meta.dirname, '../../shared/data/us-chain-locations.csv.gz');

/** Loads the file of real places when it lies beside the project, else generated businesses. */
async function fillDirectory(site: SiteUnderTest, say: (line: string) => void): Promise<string> {
  const started = performance.now();
  const took = () => `${((performance.now() - started) / 1_000).toFixed(0)} s`;
  if (existsSync(realPlaces)) {
    say('New pages: importing the real places');
    const program = join(import.meta.dirname, '../src/app/cli/import.ts');
    await run(process.execPath, [program, realPlaces], { env: site.environment, maxBuffer: 2 ** 26 });
    return `The places of us-chain-locations.csv.gz, imported in ${took()} while the site ran.`;
  }
  say(`New pages: making ${count} listings`);
  await loadBusinesses(site.databaseUrl, count);
  return `${count.toLocaleString('en-US')} generated listings, stored and indexed in ${took()}.`;
}

/**
 * Generates searches as people type them: a name, a name and a town, a kind of food in a town, a misspelled
 * name. No search repeats.
 */
export function* searches(): Generator<string> {
  const file = readFileSync(new URL('data/sources.json.gz', import.meta.url));
  const { brands, towns, independents } = JSON.parse(gunzipSync(file).toString()) as Sources;
  const random = randomNumbers(20_260);
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const kinds = [
    'pizza',
    'tacos',
    'coffee',
    'burgers',
    'hotel',
    'pharmacy',
    'bank',
    'gas',
    'shoes',
    'tires',
    'barbecue',
  ];
  const slip = (name: string) => {
    const at = 1 + Math.floor(random() * (name.length - 2));
    return name.slice(0, at) + name.slice(at + 1);
  };
  const made = [
    () => pick(brands)[0],
    () => `${pick(brands)[0]} ${pick(towns)[0]}`,
    () => `${pick(kinds)} ${pick(towns)[0]}`,
    () => pick(independents),
    () => slip(pick(brands)[0]),
  ];
  const given = new Set<string>();
  for (let misses = 0; misses < 10_000; ) {
    const term = pick(made)().toLowerCase();
    if (given.has(term)) misses++;
    else {
      given.add(term);
      yield `/directory?search=${encodeURIComponent(term)}`;
    }
  }
}

/** Addresses of listings in no order, each once. */
async function listings(databaseUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ path: string }>(
      "select '/business/' || slug as path from businesses where status = 'approved' order by md5(slug) limit 60000",
    );
    return rows.map(({ path }) => path);
  } finally {
    await client.end();
  }
}

type Measured = Load & { cpuMs: number };

/** For some ten thousand pages V8 goes on compiling what is hot, so the same load runs for a while before. */
async function benchKind(
  site: SiteUnderTest,
  paths: Iterator<string>,
  { isQuick, tell }: { isQuick: boolean; tell: (what: string) => void },
): Promise<{ first: Measured; results: Measured[] }> {
  const measure = async (duration: number): Promise<Measured> => {
    const before = cpuMs(site.webPid);
    const load = await loadEach(site.origin, paths, connections, duration);
    const after = cpuMs(site.webPid);
    return { ...load, cpuMs: before === null || after === null ? Number.NaN : (after - before) / load.requests };
  };
  tell('warming up');
  const first = await measure(isQuick ? 4 : 10);
  await measure(isQuick ? 4 : 20);
  const rounds = isQuick ? 2 : 5;
  const results: Measured[] = [];
  for (let round = 1; round <= rounds; round++) {
    results.push(await measure(isQuick ? 4 : 8));
    tell(`round ${round} of ${rounds}`);
  }
  return { first, results };
}

function rowOf(name: string, results: readonly Measured[]): Row {
  const middle = (pick: (result: Measured) => number) => median(results.map(pick));
  return {
    name,
    values: [
      middle((result) => result.requestsPerSecond),
      middle((result) => result.cpuMs),
      middle((result) => result.p50Ms),
      middle((result) => result.p99Ms),
      results.reduce((sum, { failures }) => sum + failures, 0),
    ],
  };
}

export async function benchNewPages(
  site: SiteUnderTest,
  { isQuick, say }: { isQuick: boolean; say: (line: string) => void },
): Promise<Section> {
  const filled = await fillDirectory(site, say);
  const told = (kind: string) => ({ isQuick, tell: (what: string) => say(`New ${kind}: ${what}`) });
  const search = await benchKind(site, searches(), told('search pages'));
  const listing = await benchKind(site, (await listings(site.databaseUrl)).values(), told('pages of listings'));
  const { first } = search;
  return {
    title: 'Pages that are not stored yet',
    notes: [
      `${filled} ${connections} connections, ${search.results.length} rounds of ${isQuick ? 4 : 8} s, medians; brotli; database and load generator on the same machine.`,
      `For some ten thousand pages V8 goes on compiling what is hot, so the same load runs for a while before; the first of it, on a site just started: ${first.requestsPerSecond.toFixed(0)} search pages a second${Number.isNaN(first.cpuMs) ? '' : ` with ${first.cpuMs.toFixed(2)} ms each`}.`,
    ],
    columns: [
      { title: 'pages/s', min: 450 },
      { title: 'CPU ms/page in the web process', digits: 2, max: 1.6 },
      { title: 'p50 ms' },
      { title: 'p99 ms' },
      { title: 'failed', max: 0 },
    ],
    rows: [rowOf('search pages', search.results), rowOf('pages of listings', listing.results)],
    raw: { filled, search, listing },
  };
}
