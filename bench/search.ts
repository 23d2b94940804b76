/**
 * Measures searches among 185,000 and 1,000,000 listings. Prints JSON when run alone: LOG_LEVEL=error node
 * bench/search.ts DATABASE_URL
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Client, type Pool } from 'pg';
import { createDatabase, type Database } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate.ts';
import { followKept } from '#server/http/kept-until-change.ts';
import { loadBusinesses } from './data/load-businesses.ts';
import { searchCases } from './search-cases.ts';
import { type MeasuredUpkeep, measureUpkeep } from './search-upkeep.ts';

export interface Measured {
  kind: string;
  term: string;
  total: number;
  /** From sending a statement until its rows arrive; all statements of a search together. */
  p50Ms: number;
  p99Ms: number;
  /** The same, plus the site's own work between and after the statements. */
  wholeP99Ms: number;
  /**
   * PostgreSQL's processor time, which other work on the machine hardly changes; null where /proc is missing.
   */
  databaseP50Ms: number | null;
  databaseP99Ms: number | null;
}

export interface SearchBenchResult {
  listings: number;
  copySeconds: number;
  indexSeconds: number;
  /** Over all runs of all terms. */
  p50Ms: number;
  p99Ms: number;
  wholeP99Ms: number;
  databaseP99Ms: number | null;
  slowestTerm: string;
  terms: Measured[];
  upkeep: MeasuredUpkeep[];
}

interface Options {
  /** A server where this may make databases; the database in the address is not touched. */
  databaseUrl: string;
  sizes?: readonly number[];
  /** Runs of each term, after three that are not counted. */
  runs?: number;
}

function quantile(sorted: readonly number[], share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return Math.round(value * 100) / 100;
}

/** Processor time that the connection's server process has used; NaN where /proc is missing. */
async function processorClock(db: Database): Promise<() => number> {
  const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  return () => {
    try {
      return Number(readFileSync(`/proc/${rows[0]?.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    } catch {
      return Number.NaN;
    }
  };
}

type Done = (error: unknown, result: unknown) => void;

/**
 * Starts to count the time that the pool's only connection spends on statements, in ms. Counts calls with a
 * callback, which is how a pool runs them.
 */
function statementClock(pool: Pool): () => number {
  let spent = 0;
  pool.on('connect', (client) => {
    const connection = client as unknown as { query: (...call: unknown[]) => unknown };
    const query = connection.query.bind(client);
    connection.query = (...call) => {
      const done = call.at(-1) as Done;
      // Calls inside a transaction have no callback. No measured statement is in a transaction.
      if (typeof done !== 'function') return query(...call);
      const from = performance.now();
      return query(...call.slice(0, -1), ((error, result) => {
        spent += performance.now() - from;
        done(error, result);
      }) satisfies Done);
    };
  });
  return () => spent;
}

function quantiles(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const known = !sorted.some(Number.isNaN);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), known };
}

type Measurement = Pick<
  SearchBenchResult,
  'p50Ms' | 'p99Ms' | 'wholeP99Ms' | 'databaseP99Ms' | 'slowestTerm' | 'terms'
>;

/**
 * Measures the cases in turns, so that a slow moment of the machine hits all of them. `db` must have one
 * connection, or the processor time belongs to another one.
 */
async function measureSearch(db: Database, statements: () => number, runs: number): Promise<Measurement> {
  const processor = await processorClock(db);
  const seen = searchCases.map((each) => ({
    ...each,
    total: 0,
    times: [] as number[],
    whole: [] as number[],
    database: [] as number[],
  }));
  for (let round = -3; round < runs; round += 1) {
    for (const each of seen) {
      const [started, waited, busy] = [performance.now(), statements(), processor()];
      each.total = await each.run(db);
      if (round < 0) continue;
      each.whole.push(performance.now() - started);
      each.times.push(statements() - waited);
      each.database.push(processor() - busy);
    }
  }
  const terms = seen.map(({ kind, term, total, times, whole, database }): Measured => {
    const waited = quantiles(times);
    const worked = quantiles(database);
    return {
      kind,
      term: term.length > 60 ? `${term.slice(0, 10)}… (${term.length} characters)` : term,
      total,
      p50Ms: waited.p50,
      p99Ms: waited.p99,
      wholeP99Ms: quantiles(whole).p99,
      databaseP50Ms: worked.known ? worked.p50 : null,
      databaseP99Ms: worked.known ? worked.p99 : null,
    };
  });
  const all = quantiles(seen.flatMap(({ times }) => times));
  const worked = quantiles(seen.flatMap(({ database }) => database));
  const slowest = terms.toSorted((a, b) => b.p99Ms - a.p99Ms)[0];
  return {
    p50Ms: all.p50,
    p99Ms: all.p99,
    wholeP99Ms: quantiles(seen.flatMap(({ whole }) => whole)).p99,
    databaseP99Ms: worked.known ? worked.p99 : null,
    slowestTerm: slowest ? `${slowest.kind}: ${slowest.term}` : '',
    terms,
  };
}

/**
 * Waits until closed connections are gone. Otherwise dropping the database would cut them off, and they would
 * log an error.
 */
async function untilLeft(server: Client, name: string): Promise<void> {
  for (let look = 0; look < 20; look += 1) {
    const { rows } = await server.query('select from pg_stat_activity where datname = $1', [name]);
    if (rows.length === 0) return;
    await sleep(100);
  }
}

async function withDatabase<T>(serverUrl: string, name: string, work: (url: string) => Promise<T>): Promise<T> {
  const server = new Client({ connectionString: serverUrl });
  await server.connect();
  try {
    await server.query(`drop database if exists ${name} with (force)`);
    await server.query(`create database ${name}`);
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    return await work(url.href);
  } finally {
    await untilLeft(server, name);
    await server.query(`drop database if exists ${name} with (force)`);
    await server.end();
  }
}

/**
 * Makes, fills, measures and drops a database for each size; with 1,000,000 listings this takes some five
 * minutes.
 */
export async function runSearchBench({
  databaseUrl,
  sizes = [185_000, 1_000_000],
  runs = 300,
}: Options): Promise<SearchBenchResult[]> {
  // As a process of the site, which reads the town's categories again only when something changes.
  followKept();
  const results: SearchBenchResult[] = [];
  for (const listings of sizes) {
    const result = await withDatabase(databaseUrl, `alameda_bench_${process.pid}`, async (url) => {
      await migrate(url);
      const { copyMs, searchMs } = await loadBusinesses(url, listings);
      const { db, pool, close } = createDatabase(url, { max: 1, name: 'bench', statementTimeoutMs: 0 });
      const statements = statementClock(pool);
      try {
        // PostgreSQL does both by itself within minutes after so many writes.
        await db.execute(sql`vacuum (analyze)`);
        await db.execute(sql`checkpoint`);
        const seconds = { copySeconds: Math.round(copyMs / 1_000), indexSeconds: Math.round(searchMs / 1_000) };
        return {
          listings,
          ...seconds,
          ...(await measureSearch(db, statements, runs)),
          upkeep: await measureUpkeep(db),
        };
      } finally {
        await close();
      }
    });
    results.push(result);
  }
  return results;
}

if (import.meta.main) {
  const [databaseUrl, ...sizes] = process.argv.slice(2);
  if (!databaseUrl) throw new Error('Name the database server: postgres://user:password@host:port/postgres');
  const results = await runSearchBench({ databaseUrl, ...(sizes.length > 0 ? { sizes: sizes.map(Number) } : {}) });
  console.log(JSON.stringify(results, undefined, 2));
}
