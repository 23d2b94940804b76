/** Real PostgreSQL for the tests of one file. */
import { Client, type Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { createDatabase, type Database, type DatabaseClient } from '#server/db/client.ts';
import { isDeadlock } from '#server/db/in-transaction.ts';

export interface TestDatabase {
  readonly db: Database;
  readonly pool: Pool;
  /** For tested code that connects by itself. */
  readonly url: string;
}

interface OwnDatabase extends TestDatabase {
  /** Empties every table. */
  empty: () => Promise<void>;
}

interface Options {
  /**
   * 'each-test' (default) empties every table before each test; 'each-file' keeps the content from beforeAll.
   */
  fresh?: 'each-test' | 'each-file';
}

/** Above this size, truncating is faster than deleting rows. */
const largeBytes = 4 * 1024 * 1024;

/** Runs on one connection, which keeps the plans of its statements. */
const makeEmptier = `do $make$ declare statements text; begin
  select format('lock table %s in access exclusive mode; ', string_agg(quote_ident(tablename), ', ')) || string_agg(format(
    'if pg_relation_size(%L) > ${largeBytes} then truncate %2$I cascade; else delete from %2$I; end if; ',
    quote_ident(tablename), tablename), '')
  from pg_tables where schemaname = 'public' into statements;
  execute format('create function pg_temp.empty_all_tables() returns void language plpgsql
    set session_replication_role = replica as %L', 'begin ' || statements || ' end');
end $make$`;

/**
 * Has the effect of truncating all tables. A truncate makes new files for each table and index and takes a
 * tenth of a second; deleting takes a few milliseconds. Without triggers and foreign keys the order does not
 * matter.
 */
async function openEmptier(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(makeEmptier);
  const emptyAllTables = () => client.query('select pg_temp.empty_all_tables()');
  return {
    // The test before may have left something running, such as an answer that nobody reads to its end: it holds one table and waits for another.
    emptyAllTables: () =>
      emptyAllTables().catch((error) => (isDeadlock(error) ? emptyAllTables() : Promise.reject(error))),
    close: () => client.end(),
  };
}

async function copyTemplate(templateUrl: string): Promise<string> {
  const url = new URL(templateUrl);
  const template = url.pathname.slice(1);
  const name = `test_${process.env.VITEST_POOL_ID ?? '1'}`;
  // Connects to another database than the template: PostgreSQL copies a database only while nobody is
  // connected to it.
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(`drop database if exists ${name} with (force)`);
    // The default way writes each page into the log of the server as well: five times the work here, and again when it is dropped.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  } finally {
    await client.end();
  }
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Call it once at the top of a test file. Before its tests the file gets a new copy of the migrated database
 * with empty tables. The fields of the answer may be read in hooks and tests, not while the file loads.
 */
export function testDatabase({ fresh = 'each-test' }: Options = {}): OwnDatabase {
  let client: DatabaseClient | undefined;
  let url = '';
  let socketUrl = '';
  const opened = () => {
    if (!client) throw new Error('testDatabase() is there from beforeAll on');
    return client;
  };
  beforeAll(async () => {
    const { templateUrl, socketFolder } = inject('testPostgres');
    url = await copyTemplate(templateUrl);
    // A statement through the socket costs this process half of what it does over the network.
    socketUrl = `${url}?host=${encodeURIComponent(socketFolder)}`;
    client = createDatabase(socketUrl, { max: 8, name: 'test' });
  });
  let emptier: ReturnType<typeof openEmptier> | undefined;
  const empty = async () => {
    emptier ??= openEmptier(socketUrl);
    await (await emptier).emptyAllTables();
  };
  if (fresh === 'each-test') beforeEach(empty);
  afterAll(async () => {
    await (await emptier)?.close();
    await client?.close();
  });
  return {
    get db() {
      return opened().db;
    },
    get pool() {
      return opened().pool;
    },
    get url() {
      opened();
      return url;
    },
    empty,
  };
}
