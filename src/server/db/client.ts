/** The connection pool of one process, and the typed queries on top of it. */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type Client, Pool, type PoolConfig } from 'pg';
import * as schema from '#server/db/schema/index.ts';
import { log } from '#server/log.ts';

/** What commands and queries take as their first argument; a transaction fits too. */
export type Database = NodePgDatabase<typeof schema>;

export interface DatabaseClient {
  db: Database;
  pool: Pool;
  /** Waits for the queries under way, then closes every connection. */
  close(): Promise<void>;
}

interface ClientOptions {
  /** Most connections at once. */
  max: number;
  /** Shown in pg_stat_activity. */
  name?: string;
  statementTimeoutMs?: number;
}

/**
 * Every plan is made for the values at hand: the search query's best plan depends on the word looked for, and a cached
 * generic plan would be chosen after five calls.
 */
const sessionOptions = '-c plan_cache_mode=force_custom_plan';

/** Typed queries on a pool, or on one connection that the caller holds. */
export function queriesOn(client: Pool | Client): Database {
  return drizzle(client, { schema, casing: 'snake_case' });
}

/** Connections are made when first needed, so this never waits and never fails; queries do. */
export function createDatabase(url: string, options: ClientOptions): DatabaseClient {
  const config: PoolConfig = {
    connectionString: url,
    max: options.max,
    application_name: `alameda ${options.name ?? 'web'}`,
    connectionTimeoutMillis: 5_000,
    statement_timeout: options.statementTimeoutMs ?? 10_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    options: sessionOptions,
  };
  const pool = new Pool(config);
  const note = (error: Error) =>
    log.warn({ part: 'database', reason: error.message }, 'a database connection was lost');
  // Without the first listener a dead idle connection ends the process; without the second, one that dies between two
  // statements of a transaction does. The query that comes next fails and is answered like any other failure.
  pool.on('error', note);
  pool.on('connect', (client) => client.on('error', note));
  return { db: queriesOn(pool), pool, close: () => pool.end() };
}
