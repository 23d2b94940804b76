/** A backup of one database, restored into another. */
import { randomBytes, randomUUID } from 'node:crypto';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BackupFileError } from '#server/backup/archive.ts';
import { makeBackup, UploadsMissing } from '#server/backup/make-backup.ts';
import { RestoreRefused, restoreBackup } from '#server/backup/restore-backup.ts';
import { applyMigrations, migrate, readMigrations } from '#server/db/migrate.ts';
import { encodedFiles } from '#server/storage/encode-picture.ts';
import { createFolderStore } from '#server/storage/folder-store.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const source = testDatabase();
const madeDatabases: string[] = [];
let folder = '';
const inFolder = (name: string) => join(folder, name);
const uploadsIn = (name: string) => createFolderStore(inFolder(name));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'a backup '));
});
afterEach(async () => {
  removeFolder(folder);
  await dropDatabases(madeDatabases.splice(0));
});

function dropDatabases(names: readonly string[]): Promise<void> {
  return inDatabase('postgres', async (client) => {
    for (const name of names) await client.query(`drop database ${name} with (force)`);
  });
}

function urlOf(database: string): string {
  const url = new URL(source.url);
  url.pathname = `/${database}`;
  return url.href;
}

async function inDatabase<T>(database: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: urlOf(database) });
  await client.connect();
  return work(client).finally(() => client.end());
}

async function anEmptyDatabase(): Promise<string> {
  const name = `target_${randomBytes(6).toString('hex')}`;
  await inDatabase('postgres', (client) => client.query(`create database ${name} strategy file_copy`));
  madeDatabases.push(name);
  return name;
}

/** Every row of every table, as the database itself writes it. */
function contents(database: string, schemas = ['public']): Promise<Record<string, unknown[]>> {
  return inDatabase(database, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any ($1) order by 1`,
      [schemas],
    );
    const found: Record<string, unknown[]> = {};
    for (const { name } of tables.rows) {
      const { rows } = await client.query(`select to_jsonb(t)::text as row from ${name} t order by 1`);
      if (rows.length > 0) found[name] = rows.map(({ row }) => row);
    }
    return found;
  });
}

async function someContent(): Promise<void> {
  const owner = await aUser(source.db);
  for (const name of ['Ann’s\tTacos', 'back\\slash \\N', 'two\nlines\r\nthree', '汉字 🌮', '"quoted", \'too\'']) {
    await aBusiness(source.db, { ownerId: owner.id, name });
  }
  mkdirSync(inFolder('uploads/2026/11'), { recursive: true });
  writeFileSync(inFolder('uploads/logo.webp'), randomBytes(300_000));
  writeFileSync(inFolder('uploads/2026/11/empty.webp'), '');
}

function backup(file = inFolder('site.backup'), key?: Buffer) {
  return makeBackup({ url: source.url, uploads: uploadsIn('uploads'), file, key });
}

function restore(database: string, options: { replace?: boolean; file?: string; uploadsFolder?: string } = {}) {
  return restoreBackup({
    url: urlOf(database),
    uploadsFolder: options.uploadsFolder ?? inFolder(`${database}-uploads`),
    file: options.file ?? inFolder('site.backup'),
    replace: options.replace ?? false,
  });
}

const sourceName = () => new URL(source.url).pathname.slice(1);

it('brings back every row and every upload', async () => {
  await someContent();
  const made = await backup();
  expect(made).toMatchObject({ uploads: 2, bytes: statSync(inFolder('site.backup')).size });
  expect(statSync(inFolder('site.backup')).mode & 0o777).toBe(0o600);

  const target = await anEmptyDatabase();
  expect(await restore(target)).toMatchObject({ tables: made.tables, rows: made.rows, uploads: 2 });
  expect(await contents(target)).toEqual(await contents(sourceName()));
  const uploads = inFolder(`${target}-uploads`);
  expect(readFileSync(join(uploads, 'logo.webp'))).toEqual(readFileSync(inFolder('uploads/logo.webp')));
  expect(readFileSync(join(uploads, '2026/11/empty.webp'))).toHaveLength(0);
  expect(await migrate(urlOf(target))).toBe(0);
});

it('holds the key of the site only when it is given', async () => {
  await someContent();
  await backup();
  const target = await anEmptyDatabase();
  expect(await restore(target)).toMatchObject({ key: null });
  await backup(inFolder('with-key.backup'), Buffer.from('the key\n'));
  const restored = await restore(target, { replace: true, file: inFolder('with-key.backup') });
  expect(restored).toMatchObject({ key: 'the key\n' });
});

it.runIf(process.getuid?.() === 0)(
  'brings uploads back for the owner of the folder, also when root does it',
  async () => {
    await someContent();
    await backup();
    const data = inFolder('data');
    mkdirSync(data);
    chownSync(data, 65_534, 65_534);
    await restore(await anEmptyDatabase(), { uploadsFolder: join(data, 'uploads') });
    const restored = readdirSync(data, { recursive: true, encoding: 'utf8' });
    expect(restored.length).toBeGreaterThan(1);
    for (const name of restored) expect(statSync(join(data, name)).uid, name).toBe(65_534);
  },
);

it('restores references and numbering with the rows', async () => {
  await someContent();
  await backup();
  const target = await anEmptyDatabase();
  await restore(target);
  await inDatabase(target, async (client) => {
    await expect(client.query('update businesses set owner_id = $1', [randomUUID()])).rejects.toThrow(
      /foreign key constraint/,
    );
    const numbers = 'select schemaname, sequencename, last_value from pg_sequences where schemaname = $1 order by 2';
    const { rows } = await client.query(numbers, ['public']);
    expect(rows).toEqual((await source.pool.query(numbers, ['public'])).rows);
  });
});

it('takes over the jobs that were waiting', async () => {
  const boss = new PgBoss({ connectionString: source.url });
  await boss.start();
  try {
    await boss.createQueue('mail');
    const id = await boss.send('mail', { to: 'ann@town.example' });
    await backup();
    const target = await anEmptyDatabase();
    expect((await restore(target)).jobsLeftOut).toBe(false);
    const other = new PgBoss({ connectionString: urlOf(target) });
    await other.start();
    const [job] = await other.fetch('mail');
    expect(job).toMatchObject({ id, data: { to: 'ann@town.example' } });
    await other.stop({ graceful: false });
  } finally {
    await boss.stop({ graceful: false });
    await source.pool.query('truncate pgboss.job, pgboss.queue cascade');
  }
});

it('loads a backup of an older release and migrates it', async () => {
  const older = await anEmptyDatabase();
  const first = readMigrations().slice(0, 1);
  await inDatabase(older, (client) => applyMigrations(client, first));
  const file = inFolder('older.backup');
  await makeBackup({ url: urlOf(older), uploads: uploadsIn('none'), file });
  const target = await anEmptyDatabase();
  await restore(target, { file });
  expect(await migrate(urlOf(target))).toBe(0);
});

it('refuses a backup of a newer release', async () => {
  await source.pool.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', ['x', 4e12]);
  try {
    await backup();
  } finally {
    await source.pool.query('delete from drizzle.__drizzle_migrations where created_at = $1', [4e12]);
  }
  await expect(restore(await anEmptyDatabase())).rejects.toThrow(/^a newer release/);
});

it('replaces only what it is told to replace', async () => {
  await someContent();
  await backup();
  const target = await anEmptyDatabase();
  await restore(target);
  await expect(restore(target)).rejects.toThrow(RestoreRefused);
  await inDatabase(target, (client) => client.query(`update businesses set name = 'changed'`));
  await restore(target, { replace: true });
  expect(await contents(target)).toEqual(await contents(sourceName()));
  expect(readdirSync(folder).filter((name) => /old-|new-|part/.test(name))).toEqual([]);
});

it('refuses while a site uses the database', async () => {
  await backup();
  const target = await anEmptyDatabase();
  const site = new Client({ connectionString: urlOf(target), application_name: 'alameda web' });
  await site.connect();
  await expect(restore(target, { replace: true })).rejects.toThrow(/the site is running/);
  await site.end();
});

const damages: [string, (whole: Buffer) => Buffer][] = [
  [
    'a changed byte',
    (whole) =>
      Buffer.concat([whole.subarray(0, -2_000), Buffer.of((whole.at(-2_000) ?? 0) ^ 1), whole.subarray(-1_999)]),
  ],
  ['a missing end', (whole) => whole.subarray(0, -40)],
  ['a missing half', (whole) => whole.subarray(0, whole.length / 2)],
  ['nothing but its first line', (whole) => whole.subarray(0, 17)],
  ['another beginning', (whole) => Buffer.concat([Buffer.from('PK'), whole])],
  ['a newer format', (whole) => Buffer.concat([Buffer.from('alameda backup 3\n'), whole.subarray(17)])],
  ['no content', () => Buffer.alloc(0)],
  ['its last 7 bytes missing', (whole) => whole.subarray(0, -7)],
  ['something behind its end', (whole) => Buffer.concat([whole, Buffer.from('\n')])],
  [
    'the number of the format without checksum',
    (whole) => Buffer.concat([Buffer.from('alameda backup 1\n'), whole.subarray(17)]),
  ],
];

describe('a restored site', () => {
  let site = '';
  let home = '';
  let whole: Buffer;
  let before: Awaited<ReturnType<typeof contents>>;

  beforeAll(async () => {
    await source.empty();
    folder = mkdtempSync(join(tmpdir(), 'a backup '));
    home = folder;
    await someContent();
    await backup();
    site = await anEmptyDatabase();
    // It outlives each of these tests.
    madeDatabases.splice(0);
    await restore(site);
    whole = readFileSync(inFolder('site.backup'));
    before = await contents(site);
  });
  afterAll(async () => {
    removeFolder(home);
    await dropDatabases([site]);
  });

  it.each(damages)('refuses a file with %s and changes nothing', async (_, damage) => {
    const uploadsFolder = join(home, `${site}-uploads`);
    const file = inFolder('damaged');
    writeFileSync(file, damage(whole));
    await expect(restore(site, { file, uploadsFolder, replace: true })).rejects.toThrow(BackupFileError);
    expect(Object.keys(before).length).toBeGreaterThan(2);
    expect(await contents(site)).toEqual(before);
    expect(readdirSync(uploadsFolder).sort()).toEqual(['2026', 'logo.webp']);
  });
});

it('fails when a picture on the site has no files here, names them, and keeps the last good file', async () => {
  const logoUrl = '/media/u/a-logo.700x500.webp';
  const business = await aBusiness(source.db, { logoUrl });
  const files = encodedFiles('a-logo', { width: 700, height: 500 });
  mkdirSync(inFolder('uploads'), { recursive: true });
  for (const file of files) writeFileSync(inFolder(`uploads/${file}`), 'x');
  expect(await backup()).toMatchObject({ uploads: files.length });
  const good = readFileSync(inFolder('site.backup'));
  rmSync(inFolder(`uploads/${files[1]}`));
  const failure = await backup().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UploadsMissing);
  expect((failure as UploadsMissing).files).toEqual([files[1]]);
  expect(readFileSync(inFolder('site.backup'))).toEqual(good);
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  const request = { url: source.url, uploads: uploadsIn('uploads'), file: inFolder('site.backup') };
  expect(await makeBackup({ ...request, allowMissing: true })).toMatchObject({ uploads: files.length - 1 });
  await source.pool.query('update businesses set logo_url = null where id = $1', [business.id]);
  expect(await backup()).toMatchObject({ uploads: files.length - 1 });
});

it('leaves no half a file behind when the database goes away', async () => {
  await expect(
    makeBackup({ url: urlOf('no_such_database'), uploads: createFolderStore(folder), file: inFolder('half') }),
  ).rejects.toThrow(/does not exist/);
  expect(readdirSync(folder)).toEqual([]);
});
