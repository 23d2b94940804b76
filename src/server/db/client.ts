/** The connection pool of one process, and the typed queries on top of it. */
import { AsyncResource } from 'node:async_hooks';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type Client, type ClientConfig, Pool, type PoolClient, type PoolConfig } from 'pg';
import * as schema from '#server/db/schema/index.ts';
import { log } from '#server/log.ts';
import { isTracing } from '#server/tracing/spans.ts';
import { hourMs, minuteMs } from '#shared/times.ts';
import { DatabaseRefusal, DatabaseWatch, watchedDatabase, watchedReplica } from './database-watch.ts';
import { WatchedConnection } from './watched-connection.ts';

/** The first argument of commands and queries; a transaction fits too. */
export type Database = NodePgDatabase<typeof schema>;

export interface DatabaseClient {
  db: Database;
  pool: Pool;
  /** True while the database is away, or is being checked because a statement is waiting. */
  isInDoubt: () => boolean;
  /** True while the database is known not to answer. */
  isAway: () => boolean;
  /** Waits for the queries under way, then closes every connection. */
  close(): Promise<void>;
}

interface ClientOptions {
  /** Max connections at once. */
  max: number;
  /** Shown in pg_stat_activity. */
  name?: string;
  /** The server's own limit for one statement; 0: none. */
  statementTimeoutMs?: number;
  /** This process's limit for one statement, for a server or a line that says nothing at all. */
  answerTimeoutMs?: number;
  /**
   * The address is that of a pooler in transaction mode: each transaction may run on another of the server's connections, so
   * none keeps settings or named statements.
   */
  isPooler?: boolean;
  /** Another server answers in its place: it counts as away sooner. */
  isReplica?: boolean;
}

/**
 * Plans every query for its actual values: the best plan of a search depends on the word, and PostgreSQL would switch to a
 * generic plan after five calls. Runs plans as they are: PostgreSQL would compile those of a search, which takes seconds, for
 * milliseconds of work.
 */
const sessionOptions = '-c plan_cache_mode=force_custom_plan -c jit=off';
/** Max statements that wait for a connection. With more, the next one is refused at once. */
const maxWaiting = 500;
/** Longer than the server's own limit, because the server's error says more. */
const graceMs = 2_000;
/** For commands, whose statements have no limit at the server. */
const maxAnswerMs = hourMs;

type Taken = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void;

/** Refuses at once while the database is away or too many wait, instead of adding to the line. */
class GuardedPool extends Pool {
  readonly #watch: DatabaseWatch;

  constructor(config: PoolConfig, watch: DatabaseWatch) {
    super(config);
    this.#watch = watch;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Taken): void;
  override connect(callback?: Taken): Promise<PoolClient> | undefined {
    const refusal =
      this.#watch.refusal ??
      (this.waitingCount >= maxWaiting ? new DatabaseRefusal('too many wait for a connection') : undefined);
    if (callback === undefined) return refusal ? Promise.reject(refusal) : super.connect();
    // The pool calls back from within the work of another request, which has just let the connection go.
    const told = isTracing() ? AsyncResource.bind(callback) : callback;
    if (refusal) process.nextTick(callback, refusal, undefined, () => undefined);
    else super.connect(told as Parameters<Pool['connect']>[0]);
    return undefined;
  }
}

/** A statement without a name is parsed anew each time, and planned for its values in any case. */
function sendWithoutNames(client: Client): void {
  const send = client.query as (...given: unknown[]) => unknown;
  client.query = ((first: unknown, ...others: unknown[]) => {
    const isNamed = typeof first === 'object' && first !== null && 'name' in first && !('submit' in first);
    return send.call(client, isNamed ? { ...first, name: undefined } : first, ...others);
  }) as Client['query'];
}

/** Typed queries on a pool, or on one connection that the caller holds. */
export function queriesOn(client: Pool | Client): Database {
  return drizzle(client, { schema, casing: 'snake_case' });
}

/** Connections are made when first needed, so this never waits and never fails; queries do. */
export function createDatabase(url: string, options: ClientOptions): DatabaseClient {
  const watch = new DatabaseWatch(url, options.isReplica ? watchedReplica : watchedDatabase);
  const statementTimeoutMs = options.statementTimeoutMs ?? 10_000;
  const answerTimeoutMs =
    options.answerTimeoutMs ?? (statementTimeoutMs === 0 ? maxAnswerMs : statementTimeoutMs + graceMs);
  const ofSession: ClientConfig = {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: minuteMs,
    options: sessionOptions,
  };
  const config: PoolConfig = {
    connectionString: url,
    max: options.max,
    application_name: `alameda ${options.name ?? 'web'}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...(options.isPooler ? {} : ofSession),
    Client: class extends WatchedConnection {
      constructor(own: ClientConfig = {}) {
        super(own, answerTimeoutMs, watch);
        if (options.isPooler) sendWithoutNames(this);
      }
    },
  };
  const pool = new GuardedPool(config, watch);
  const note = (error: Error) =>
    log.warn({ part: 'database', reason: error.message }, 'a database connection was lost');
  // Without the first listener a broken idle connection ends the process; without the second, one that breaks between two
  // statements of a transaction does. The query that comes next fails and is answered like any other failure.
  pool.on('error', note);
  pool.on('connect', (client) => client.on('error', note));
  const close = () => {
    watch.close();
    return pool.end();
  };
  return {
    db: queriesOn(pool),
    pool,
    isInDoubt: () => watch.isInDoubt,
    isAway: () => watch.refusal !== undefined,
    close,
  };
}
