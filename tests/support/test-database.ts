/** Real PostgreSQL for the tests of one file. */
import { Client, type Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { createDatabase, type Database, type DatabaseClient } from '#server/db/client.ts';

export interface TestDatabase {
  readonly db: Database;
  readonly pool: Pool;
  /** For code under test that connects by itself. */
  readonly url: string;
}

interface Options {
  /** 'each-test' (default) empties every table before each test; 'each-file' keeps what beforeAll put in. */
  fresh?: 'each-test' | 'each-file';
}

const lookAtTables = `select coalesce(string_agg(format('select %L as name where exists (select from %I)', tablename, tablename), ' union all '),
  'select null as name where false') as statement
  from pg_tables where schemaname = 'public'`;

let isFilled = '';

/** Only what holds rows is emptied: a truncate costs the same for a full table and an empty one. */
export async function emptyAllTables(pool: Pool): Promise<void> {
  isFilled ||= (await pool.query<{ statement: string }>(lookAtTables)).rows[0]?.statement ?? '';
  const { rows } = await pool.query<{ name: string }>(isFilled);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => `"${name}"`).join(', ');
  await pool.query(`truncate ${names} restart identity cascade`);
}

async function copyTemplate(templateUrl: string): Promise<string> {
  const url = new URL(templateUrl);
  const template = url.pathname.slice(1);
  const name = `test_${process.env.VITEST_POOL_ID ?? '1'}`;
  // Not connected to the template: PostgreSQL copies a database only while nobody uses it.
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name} template ${template}`);
  } finally {
    await client.end();
  }
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Call it once at the top of a test file. Before its tests the file gets a new copy of the migrated database, with empty
 * tables; the answer's fields may be read from then on (in hooks and tests, not while the file loads).
 */
export function testDatabase({ fresh = 'each-test' }: Options = {}): TestDatabase {
  let client: DatabaseClient | undefined;
  let url = '';
  const opened = () => {
    if (!client) throw new Error('testDatabase() is there from beforeAll on');
    return client;
  };
  beforeAll(async () => {
    url = await copyTemplate(inject('testPostgres').templateUrl);
    client = createDatabase(url, { max: 8, name: 'test' });
  });
  if (fresh === 'each-test') beforeEach(() => emptyAllTables(opened().pool));
  afterAll(() => client?.close());
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
  };
}
