/** Commands, with and without a running site. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { ends, Site } from '#tests/runtime/a-site.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';

let site: Site;
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backups '));
  site = await Site.create();
});
afterAll(async () => {
  await site.destroy();
  removeFolder(folder);
});

const command = (name: string, ...args: string[]) => commandOn(site.dataDir, name, ...args);

const commandOn = (dataDir: string, name: string, ...args: string[]) => commandWith({ DATA_DIR: dataDir }, name, args);

async function commandWith(
  given: Record<string, string>,
  name: string,
  args: string[],
): Promise<{ code: unknown; output: string }> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/app/cli', `${name}.ts`), ...args], {
    env: { ...inherited, ...given, INIT_CWD: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [code, out, err] = await Promise.all([ends(child), text(child.stdout), text(child.stderr)]);
  return { code, output: out + err };
}

it('saves a running site, and brings a stopped one back to that', { timeout: 300_000 }, async () => {
  const supervisor = site.start();
  await site.comesUp();
  await site.text('/write/before');

  expect(await command('backup', 'site.backup')).toEqual({
    code: 0,
    output: expect.stringMatching(/^site\.backup: 2 rows of /),
  });
  expect(existsSync(join(folder, 'site.backup'))).toBe(true);
  await site.text('/write/after');
  expect(await command('backup', 's3:site.backup')).toEqual({
    code: 1,
    output: expect.stringMatching(/^s3:site\.backup would be in the bucket\. This command writes a file/),
  });
  expect(await command('restore', 'site.backup', '--replace')).toEqual({
    code: 1,
    output: expect.stringMatching(/the site is running/),
  });
  expect(await site.text('/writes')).toBe('["before","after"]');
  expect(await ends(supervisor, 'SIGTERM')).toBe(0);

  expect(await command('restore', 'site.backup')).toEqual({ code: 1, output: expect.stringMatching(/add --replace/) });
  expect(await command('restore', 'site.backup', '--replace')).toEqual({
    code: 0,
    output: expect.stringMatching(/^Restored site/),
  });
  expect(site.postgresPid()).toBeUndefined();
  site.start();
  await site.comesUp();
  expect(await site.text('/writes')).toBe('["before"]');
});

it('encrypts what the command saves where the site has a key for backups', { timeout: 120_000 }, async () => {
  const made = await command('backup', '--make-identity', 'town.key');
  const [, recipient = ''] = /BACKUP_RECIPIENT=(age1\w+)/.exec(made.output) ?? [];
  const save = (...args: string[]) =>
    commandWith({ DATA_DIR: site.dataDir, BACKUP_RECIPIENT: recipient }, 'backup', args);
  expect(await save('sealed.backup')).toEqual({
    code: 0,
    output: expect.stringMatching(/^sealed\.backup: \d+ rows of .+\nIt is encrypted: to restore it takes --identity/),
  });
  expect(readFileSync(join(folder, 'sealed.backup'), 'latin1')).toMatch(/^age-encryption\.org/);
  expect(readdirSync(folder).filter((name) => name.startsWith('sealed'))).toEqual(['sealed.backup']);
  expect((await save('open.backup', '--plain')).output).toContain(
    'It is not encrypted, though BACKUP_RECIPIENT is set.',
  );
  expect(readFileSync(join(folder, 'open.backup'), 'latin1')).not.toMatch(/^age-encryption\.org/);

  const other = join(folder, 'restored');
  expect(await commandOn(other, 'restore', 'sealed.backup')).toEqual({
    code: 1,
    output: expect.stringContaining('it is encrypted: add --identity FILE'),
  });
  expect(await commandOn(other, 'restore', 'sealed.backup', '--identity', 'town.key')).toEqual({
    code: 0,
    output: expect.stringMatching(/^Restored /),
  });
});

it('says in one line what is wrong', { timeout: 120_000 }, async () => {
  truncateSync(join(folder, 'site.backup'), 700);
  expect((await command('restore', 'site.backup', '--replace')).output).toBe(
    'site.backup cannot be restored: it is damaged or was cut short.\n',
  );
  expect(await command('restore')).toEqual({
    code: 1,
    output: expect.stringMatching(/^Usage: npm run restore -- FILE /),
  });
  expect(await command('backup', 'no/such/folder/file')).toEqual({
    code: 1,
    output: expect.stringMatching(/^There is no folder .+\/no\/such\/folder: make it first\.\n$/),
  });
  expect(await command('restore', 'no/such/file')).toEqual({
    code: 1,
    output: expect.stringMatching(/^\/.+\/no\/such\/file: there is no such file or folder\.\n$/),
  });
});

const commands = [
  ...['start', 'dev', 'reload', 'staff', 'import', 'inbound-mail', 'backup', 'restore'],
  ...['storage', 'setup', 'doctor', 'sample', 'stripe-smoke', '../../../sandbox/stripe/main'],
];

it.each(commands)('%s says how it is used, and names the help to somebody who mistypes', async (name) => {
  const asked = await command(name, '--help');
  expect(asked).toEqual({ code: 0, output: expect.stringMatching(/^Usage: npm (run|start)/) });
  const { code, output } = await command(name, '--wrong');
  expect([code, output]).toEqual([1, expect.stringMatching(/^Unknown option '--wrong'\.?\s`npm .+ -- --help` says /)]);
  expect(output.trim().split('\n').length).toBeLessThan(3);
});

it('puts nothing in the place of a backup when it looks where no site has run', { timeout: 120_000 }, async () => {
  writeFileSync(join(folder, 'of-yesterday.backup'), 'all of it');
  expect(await commandOn(join(folder, 'not the data'), 'backup', 'of-yesterday.backup')).toEqual({
    code: 1,
    output: expect.stringMatching(/^Nothing was saved: no site has run on DATA_DIR .+\/not the data\..+\n$/),
  });
  expect(readFileSync(join(folder, 'of-yesterday.backup'), 'utf8')).toBe('all of it');
  expect(existsSync(join(folder, 'not the data'))).toBe(false);
});

it('makes nothing where a command finds no site, and says what to look at', { timeout: 300_000 }, async () => {
  writeFileSync(join(folder, 'trial.csv'), 'name,address\nFig House,1 Oak Street\n');
  const nowhere = join(folder, 'no site');
  const refusal = `There is no site in ${nowhere} (DATA_DIR), and none was made. Give this command the settings that the site has: `;
  const asked = [
    ['staff', 'list'],
    ['staff', 'remove', 'ann@town.example'],
    ['staff', 'remove-factors', 'ann@town.example'],
    ['sample', 'remove'],
    ['import', 'trial.csv', '--dry-run'],
  ] as const;
  for (const [name, ...args] of asked) {
    expect(await commandOn(nowhere, name, ...args)).toEqual({ code: 1, output: expect.stringContaining(refusal) });
  }
  const mail = await commandWith({ DATA_DIR: nowhere }, 'inbound-mail', []);
  expect(mail).toEqual({ code: 75, output: expect.stringContaining(refusal) });
  expect((await commandOn(nowhere, 'doctor')).output).toContain(`Database: There is none in ${nowhere} (DATA_DIR).`);
  expect(existsSync(nowhere)).toBe(false);
});

it('lists nobody of a database that is not a site’s, and makes no tables in it', { timeout: 120_000 }, async () => {
  const url = new URL(inject('testPostgres').templateUrl);
  const name = `no_site_${process.pid}`;
  const owner = new Client({ connectionString: url.href });
  await owner.connect();
  onTestFinished(async () => {
    await owner.query(`drop database ${name} with (force)`);
    await owner.end();
  });
  await owner.query(`create database ${name} template template0`);
  url.pathname = `/${name}`;
  expect(await commandWith({ DATABASE_URL: url.href, DATA_DIR: site.dataDir }, 'staff', ['list'])).toEqual({
    code: 1,
    output: expect.stringMatching(
      new RegExp(
        `^Working on the database ${name} .+\nThere is no site in the database ${name} at .+, and none was made`,
      ),
    ),
  });
  const inside = new Client({ connectionString: url.href });
  await inside.connect();
  const { rows } = await inside.query(`select to_regclass('public.businesses') as found`);
  await inside.end();
  expect(rows).toEqual([{ found: null }]);
});

it('says first where it writes, and that it makes a database where there is none', { timeout: 120_000 }, async () => {
  const dataDir = join(folder, 'another place');
  const add = ['add', 'ann@town.example', '--username', 'ann', '--password', 'an orchard of figs'];
  expect(await commandOn(dataDir, 'staff', ...add)).toEqual({
    code: 0,
    output: expect.stringMatching(/^Making a NEW, empty database in .+\/another place \(DATA_DIR\): there was none\./),
  });
  writeFileSync(join(folder, 'places.csv'), 'name,address\nFig House,1 Oak Street\n');
  expect(await commandOn(dataDir, 'import', 'places.csv')).toEqual({
    code: 0,
    output: expect.stringMatching(/^Working on the database in .+\/another place \(DATA_DIR\)\.\n/),
  });
  const url = new URL(inject('testPostgres').templateUrl);
  url.pathname = '/nowhere';
  const elsewhere = await commandWith({ DATABASE_URL: url.href, DATA_DIR: dataDir }, 'staff', add);
  expect(elsewhere).toEqual({
    code: 1,
    output: expect.stringMatching(/^Working on the database nowhere at 127\.0\.0\.1:\d+ \(DATABASE_URL\)\.\n/),
  });
  expect(elsewhere.output).not.toContain(url.password);
});

it('names a mistake in the town’s folder before anything is made', { timeout: 120_000 }, async () => {
  const given = { CITY_PACK: 'olmospark', DATA_DIR: join(folder, 'not made'), PORT: String(site.port) };
  const mistake =
    'CITY_PACK is "olmospark", allowed is a folder of cities/: olmos-park, terrell-hills. Is olmos-park meant?\n';
  for (const name of ['start', 'dev', 'staff']) {
    const args = name === 'staff' ? ['list'] : [];
    expect(await commandWith(given, name, args)).toEqual({ code: 1, output: mistake });
  }
  expect(existsSync(given.DATA_DIR)).toBe(false);
  expect((await commandWith(given, 'doctor', [])).output).toContain(`WRONG  City pack: ${mistake}`);
});

it('says at which address to log in: that of the site of this folder, up or not', { timeout: 300_000 }, async () => {
  const other = await Site.create();
  onTestFinished(() => other.destroy());
  const asked = ['add', 'ann@town.example', '--username', 'ann', '--password', 'an orchard of figs'];
  const lastLines = async (env: Record<string, string> = {}) => {
    const { code, output } = await commandWith({ DATA_DIR: other.dataDir, ...env }, 'staff', asked);
    expect(code).toBe(0);
    return output.slice(output.indexOf('Log in'));
  };
  expect(await lastLines()).toBe(
    'Log in, once the site runs (npm start), at http://localhost:3000/login\n' +
      'Started with another PORT, it has another address, and says so.\n',
  );
  const own = `http://localhost:${other.port}/login`;
  const later = 'Log in, once the site runs (npm start), at';
  expect(await lastLines({ PORT: String(other.port) })).toBe(`${later} ${own}\n`);
  const supervisor = other.start();
  await other.hasStarted();
  expect(await lastLines()).toBe(`Log in at ${own}\n`);
  expect(await lastLines({ PORT: '3001' })).toBe(`Log in at ${own}\n`);
  // The same address is the one that a check-up asks.
  expect((await commandOn(other.dataDir, 'doctor')).output).toContain(
    `Reachable: http://localhost:${other.port} answers`,
  );
  expect(await ends(supervisor, 'SIGTERM')).toBe(0);
  expect(await lastLines()).toBe(`${later} ${own}\n`);
  expect(await lastLines({ SITE_URL: 'https://town.example' })).toBe(`${later} https://town.example/login\n`);
  const second = await commandOn(other.dataDir, 'staff', 'add', 'ben@town.example', '--username', 'ben');
  expect(second.output).toMatch(
    new RegExp(
      `To set a password, open this link within 60 minutes, once the site runs \\(npm start\\):\\nhttp://localhost:${other.port}/reset-password\\?token=`,
    ),
  );
});
