import { expect, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();

/** The test's own PostgreSQL, which tells everybody who connects anew that it is another. */
async function claimToBe(version: string, number: number): Promise<void> {
  const name = new URL(database.url).pathname.slice(1);
  await database.pool.query(`
    drop schema if exists disguise cascade;
    create schema disguise;
    create function disguise.current_setting(asked text) returns text language sql as
      $$ select case asked when 'server_version' then '${version}' else '${number}' end $$;
    alter database ${name} set search_path = disguise, pg_catalog, public`);
}

test('a PostgreSQL that is too old ends the start at once, with what was found and what is needed', async () => {
  await claimToBe('14.19 (Debian 14.19-1)', 140_019);
  await expect(migrate(database.url)).rejects.toThrow(
    'DATABASE_URL is not right: PostgreSQL there is version 14.19 (Debian 14.19-1), needed is 15 or newer',
  );
  await claimToBe('15.0', 150_000);
  expect(await migrate(database.url)).toBe(0);
});
