import { Client } from 'pg';
import { expect, it } from 'vitest';
import { testDatabase } from '#tests/support/test-database.ts';
import { checkAlone } from './check-alone.ts';

const database = testDatabase();

it('refuses a data folder that another site is at work in, once that one had time to leave', async () => {
  const other = new Client({ connectionString: database.url, application_name: 'alameda changes' });
  await other.connect();
  await expect(checkAlone(database.url, '/srv/town', 50)).rejects.toThrow('"/srv/town", where another site is running');
  const checked = checkAlone(database.url, '/srv/town');
  await other.end();
  await checked;
});

it('lets a command be, and a server that does not answer', async () => {
  const command = new Client({ connectionString: database.url, application_name: 'alameda command' });
  await command.connect();
  await checkAlone(database.url, '/srv/town', 50);
  await command.end();
  await checkAlone('postgres://nobody@127.0.0.1:1/none', '/srv/town', 50);
});
