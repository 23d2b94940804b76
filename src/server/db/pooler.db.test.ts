/** A pooler in transaction mode gives each transaction another connection of the server. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#server/db/client.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();

async function onOneConnection<Answer>(isPooler: boolean, ask: (client: DatabaseClient) => Promise<Answer>) {
  const client = createDatabase(database.url, { max: 1, name: 'test', isPooler });
  try {
    return await ask(client);
  } finally {
    await client.close();
  }
}

/** A statement with a name, as drizzle's `.prepare` sends it. */
async function namesKept({ pool }: DatabaseClient): Promise<string[]> {
  const asked = await pool.query({ name: 'one_plus', text: 'select $1::int + 1 as sum', values: [1] });
  expect(asked.rows).toEqual([{ sum: 2 }]);
  const { rows } = await pool.query<{ name: string }>('select name from pg_prepared_statements');
  return rows.map(({ name }) => name);
}

async function planMode({ db }: DatabaseClient): Promise<unknown> {
  const { rows } = await db.execute(sql`select current_setting('plan_cache_mode') as mode`);
  return rows[0]?.mode;
}

/** The database of the tests compiles nothing by its own settings; an operator's does unless each connection says no. */
async function whoForbidsCompiling({ db }: DatabaseClient): Promise<unknown> {
  const { rows } = await db.execute(sql`select setting, source from pg_settings where name = 'jit'`);
  return rows[0];
}

test('no connection lets PostgreSQL compile a plan, which would take seconds for each search', async () => {
  expect(await onOneConnection(false, whoForbidsCompiling)).toEqual({ setting: 'off', source: 'client' });
});

test('behind a pooler no statement keeps a name, which would stay with another connection', async () => {
  expect(await onOneConnection(true, namesKept)).toEqual([]);
  expect(await onOneConnection(false, namesKept)).toEqual(['one_plus']);
});

test('behind a pooler no connection begins with settings of its own, which the pooler would refuse', async () => {
  expect(await onOneConnection(true, planMode)).toBe('auto');
  expect(await onOneConnection(false, planMode)).toBe('force_custom_plan');
});
