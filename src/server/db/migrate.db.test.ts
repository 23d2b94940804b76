/** A database that was migrated release by release has the same schema as a new one, and both have the tables of the code. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { Client } from 'pg';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '#tests/support/test-database.ts';
import { applyMigrations, migrate, readMigrations } from './migrate.ts';
import * as schema from './schema/index.ts';

const fresh = testDatabase();
const name = `migrated_${process.pid}`;
const migratedUrl = () => fresh.url.replace(/\/[^/?]+(?=$|\?)/, `/${name}`);
afterAll(() => fresh.pool.query(`drop database if exists ${name} with (force)`));

async function on<T>(url: string, act: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

/** The columns' names in the database; drizzle turns them likewise. */
const snakeCase = (text: string) => text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** One line for each column, index, constraint, trigger and function of ours. */
async function describeSchema(url: string): Promise<string[]> {
  const { rows } = await on(url, (client) =>
    client.query<{ line: string }>(`
      select format('column %s.%s.%s %s %s %s', table_schema, table_name, column_name, udt_name, is_nullable, column_default) as line
        from information_schema.columns where table_schema in ('public', 'vocabulary') and table_name not like 'pg\\_stat%'
      union all select format('index %s', indexdef) from pg_indexes where schemaname in ('public', 'vocabulary')
      union all select format('constraint %s %s', conrelid::regclass, pg_get_constraintdef(oid))
        from pg_constraint where connamespace in ('public'::regnamespace, 'vocabulary'::regnamespace)
      union all select format('trigger %s', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
      union all select pg_get_functiondef(oid) from pg_proc
        where pronamespace = 'public'::regnamespace and prokind = 'f'
          and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      order by 1`),
  );
  return rows.map(({ line }) => line);
}

it('a database that was migrated step by step has the schema of a new one', async () => {
  await fresh.pool.query(`create database ${name} template template0 strategy file_copy`);
  const all = readMigrations();
  for (let last = 1; last < all.length; last++) {
    await on(migratedUrl(), (client) => applyMigrations(client, all.slice(0, last)));
  }
  await migrate(migratedUrl());
  // Another release had other functions: they are replaced.
  await on(migratedUrl(), (client) => client.query(`update drizzle.functions set hash = 'of another release'`));
  await migrate(migratedUrl());
  expect(await describeSchema(migratedUrl())).toEqual(await describeSchema(fresh.url));
});

it('the migrations make every table and column of the code, and no others', async () => {
  const tables = Object.values(schema).flatMap((each) => (is(each, PgTable) ? [getTableConfig(each)] : []));
  const ours = tables.flatMap((table) =>
    table.columns.map((column) => `${table.name}.${snakeCase(column.name)}${column.notNull ? ' not null' : ''}`),
  );
  const { rows } = await fresh.pool.query<{ line: string }>(
    `
    select format('%s.%s%s', table_name, column_name, case is_nullable when 'NO' then ' not null' else '' end) as line
    from information_schema.columns
    where table_schema = 'public' and table_name in (select unnest($1::text[]))`,
    [tables.map((table) => table.name)],
  );
  expect(rows.map(({ line }) => line).toSorted()).toEqual(ours.toSorted());
});

/** Runs `act` with a folder of one migration that is newer than all others, and forgets it afterwards. */
async function withNewest(text: string, act: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'migrations '));
  try {
    mkdirSync(join(folder, 'meta'));
    const entry = { idx: 0, version: '7', when: 9_999_999_999_999, tag: '0000_later', breakpoints: true };
    const journal = { version: '7', dialect: 'postgresql', entries: [entry] };
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(journal));
    writeFileSync(join(folder, '0000_later.sql'), text);
    await act(folder);
  } finally {
    rmSync(folder, { recursive: true });
    await fresh.pool.query('delete from drizzle.__drizzle_migrations where created_at = 9999999999999');
  }
}

it('a migration steps aside while a backup reads, so that everybody else goes on reading', async () => {
  await withNewest('alter table contact_messages add column of_tomorrow text', async (folder) => {
    await on(fresh.url, async (backup) => {
      await backup.query('begin isolation level repeatable read');
      await backup.query('select count(*) from contact_messages');
      let isOver = false;
      const migrated = migrate(fresh.url, { folder }).finally(() => {
        isOver = true;
      });
      const waits = async () => {
        const { rows } = await fresh.pool.query<{ count: number }>(
          `select count(*)::int as count from pg_locks where not granted and relation = 'contact_messages'::regclass`,
        );
        return (rows[0]?.count ?? 0) > 0;
      };
      await expect.poll(waits).toBe(true);
      // Would wait for the backup's end if the migration did not give up its place in the line.
      await fresh.pool.query('select count(*) from contact_messages');
      expect(isOver).toBe(false);
      await backup.query('commit');
      expect(await migrated).toBe(1);
    });
    await expect(migrate(fresh.url)).rejects.toThrow(/belongs to a newer release \(1 migration /);
  });
  await fresh.pool.query('alter table contact_messages drop column of_tomorrow');
});

const lateIndex = 'create index concurrently "late_name" on "contact_messages" ("name")';
const isUsable = async () => {
  const { rows } = await fresh.pool.query(
    `select indisvalid from pg_index where indexrelid = to_regclass('public.late_name')`,
  );
  return (rows[0] as { indisvalid: boolean } | undefined)?.indisvalid;
};

it('an index on a table in use is made while others write, and anew after a kill', async () => {
  await withNewest(lateIndex, async (folder) => {
    await on(fresh.url, async (writer) => {
      await writer.query('begin');
      await writer.query(
        "insert into contact_messages (id, name, email, message) values (gen_random_uuid(), 'Ada', 'ada@example.org', 'Hi')",
      );
      // Its end is awaited from the start: it may come before the last query's answer.
      const ended = expect(migrate(fresh.url, { folder })).rejects.toThrow();
      await expect.poll(isUsable).toBe(false);
      // Would wait for the index if it were made in the migration's transaction.
      await fresh.pool.query(
        "insert into contact_messages (id, name, email, message) values (gen_random_uuid(), 'Bo', 'bo@example.org', 'Hi')",
      );
      await fresh.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query like 'create index concurrently%'",
      );
      await ended;
      expect(await isUsable()).toBe(false);
      await writer.query('commit');
    });
    expect(await migrate(fresh.url, { folder })).toBe(0);
    expect(await isUsable()).toBe(true);
    const { rowCount } = await fresh.pool.query('select from drizzle.waiting_indexes');
    expect(rowCount).toBe(0);
  });
  await fresh.pool.query('drop index late_name');
});

it('an index that a later migration drops is not made', async () => {
  const text = `${lateIndex};--> statement-breakpoint\ndrop index "late_name"`;
  await withNewest(text, async (folder) => {
    expect(await migrate(fresh.url, { folder })).toBe(1);
    expect(await isUsable()).toBeUndefined();
  });
});
