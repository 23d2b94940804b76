import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { storeImportCategories } from '#tests/support/run-import.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
const program = fileURLToPath(new URL('./import.ts', import.meta.url));
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alameda-import-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => storeImportCategories(database.db));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const start = (...args: string[]) =>
  spawn(process.execPath, [program, ...args], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

async function run(...args: string[]) {
  const child = start(...args);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { out, err, code: child.exitCode };
}

const countBusinesses = async () =>
  Number((await database.pool.query<{ count: string }>('select count(*) from businesses')).rows[0]?.count);

it('reports counts and rejected rows, and writes all of those to a file', async () => {
  const rejects = join(folder, 'rejects.csv');
  const csv = file('list.csv', `name,address\nCafe,1 Main St\n,=1+1\n${',2 Main St\n'.repeat(25)}`);
  const { out, err, code } = await run(csv, '--rejects', rejects);
  expect(err).toBe('');
  expect(code).toBe(0);
  expect(out).toContain('27 rows read');
  expect(out).toMatch(/ 1 {2}added/);
  expect(out).toMatch(/ 26 {2}rejected/);
  expect(out).toContain('line 3 rejected: no name');
  expect(out).toContain('and 6 more rejected rows');
  const lines = readFileSync(rejects, 'utf8').split('\r\n');
  expect(lines.slice(0, 3)).toEqual(['line,reason,name,address', '3,no name,,\u00a0=1+1', '4,no name,,2 Main St']);
  expect(lines).toHaveLength(28);
}, 240_000);

it('keeps every column of a rejected row in its place, so that the file is mended and imported', async () => {
  const header = 'Permit;Longitude;Latitude;Owner, sworn;Name;Address;Phone';
  const rows = ['7;-98.5;29.4;"Ann ""A"" Oak";;5 Oak St;+1 210-555-0105', '8;;;;Fig;6 Oak St;;;surplus'];
  const [rejects, left] = [join(folder, 'mend.csv'), join(folder, 'left.csv')];
  await run(file('permits.csv', [header, ...rows, ''].join('\n')), '--rejects', rejects);
  const written = readFileSync(rejects, 'utf8');
  const columns = 'line,reason,Permit,Longitude,Latitude,"Owner, sworn",Name,Address,Phone';
  const surplus = '8,,,,Fig,6 Oak St,,,surplus';
  expect(written.split('\r\n')).toEqual([
    columns,
    '2,no name,7,\u00a0-98.5,29.4,"Ann ""A"" Oak",,5 Oak St,\u00a0+1 210-555-0105',
    `3,has 2 more cells than the header has columns,${surplus}`,
    '',
  ]);
  const own = await run(rejects, '--rejects', rejects);
  expect(own).toMatchObject({ code: 1, err: expect.stringContaining('is the file to import') });
  expect(readFileSync(rejects, 'utf8')).toBe(written);

  writeFileSync(rejects, written.replace('Oak",,5 Oak', 'Oak",Oak House,5 Oak'));
  const { out } = await run(rejects, '--rejects', left);
  expect(out).toMatch(/ 1 {2}added/);
  expect(readFileSync(left, 'utf8').split('\r\n')).toEqual([
    columns,
    `3,has 2 more cells than the header has columns,${surplus}`,
    '',
  ]);
  const { rows: kept } = await database.pool.query('select name, address, phone, longitude from businesses');
  expect(kept).toEqual([{ name: 'Oak House', address: '5 Oak St', phone: '(210) 555-0105', longitude: -98.5 }]);
}, 240_000);

it('writes the rejected places of a map extract with every column that one of them has', async () => {
  const element = (id: number, tags: object) => ({ type: 'node', id, lat: 29.4, lon: -98.5, tags });
  const elements = [element(1, { shop: 'bakery' }), element(2, { amenity: 'cafe', delivery: 'yes' })];
  const rejects = join(folder, 'extract.csv');
  await run(file('extract.json', JSON.stringify({ elements })), '--rejects', rejects);
  const [columns, ...lines] = readFileSync(rejects, 'utf8').trimEnd().split('\r\n');
  expect(columns?.split(',').toSorted()).toEqual(
    [
      ...['line', 'reason', 'name', 'address', 'latitude', 'longitude'],
      ...['source', 'source id', 'shop', 'amenity', 'delivery'],
    ].toSorted(),
  );
  expect(lines).toHaveLength(2);
  writeFileSync(rejects, [columns, ...lines.map((line) => line.replace('no name,,', 'no name,Oven,'))].join('\n'));
  expect((await run(rejects, '--dry-run')).out).toMatch(/ 2 {2}would be added/);
}, 240_000);

it('writes nothing in a dry run', async () => {
  const { out, code } = await run(file('list.csv', 'name\nCafe\n'), '--dry-run');
  expect(code).toBe(0);
  expect(out).toMatch(/ 1 {2}would be added/);
  expect(await countBusinesses()).toBe(0);
}, 240_000);

it('refuses wrong files and wrong arguments in plain words, with exit code 1', async () => {
  const cases: [args: string[], message: string][] = [
    [[join(folder, 'none.csv')], 'There is no file'],
    [[folder], 'is a folder'],
    [[file('a.csv', Buffer.from('ffd8ffe000104a464946', 'hex'))], 'The file is a picture (JPEG)'],
    [['a', '--nonsense'], '`npm run import -- --help` says what there is'],
  ];
  await Promise.all(
    cases.map(async ([args, message]) => {
      const { err, code } = await run(...args);
      expect(err).toContain(message);
      expect(err).not.toContain('    at ');
      expect(code).toBe(1);
    }),
  );
  expect(await countBusinesses()).toBe(0);
}, 240_000);

it.each(['SIGINT', 'SIGTERM'] as const)(
  'says at %s what is in, and goes on behind it',
  async (signal) => {
    const rows = Array.from({ length: 4_200 }, (_, n) => `s,${n},Place ${n},${n} Main St,${'Good. '.repeat(20)}\n`);
    const header = 'source,source_id,name,address,description\n';
    const pipe = join(folder, `${signal}.pipe`);
    execFileSync('mkfifo', [pipe]);
    const child = start(pipe);
    const told = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    const input = createWriteStream(pipe);
    // The reader is gone before the file ends.
    input.on('error', () => undefined);
    input.write(header + rows.slice(0, 2_100).join(''));
    while ((await countBusinesses()) < 2_000 && child.exitCode === null) await wait(20);
    let said = '';
    child.stderr.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
    child.kill(signal);
    while (!said.includes('Stopping after the rows under way') && child.exitCode === null) await wait(20);
    input.end(rows.slice(2_100).join(''));
    const [out] = await told;
    expect(child.exitCode).toBe(130);
    expect(await countBusinesses()).toBe(4_000);
    expect(out).toMatch(/ 4,000 {2}added\n/);
    expect(out).toMatch(
      /\nStopped before the end of the file\. What is counted above is in.+Run the same command again/,
    );

    const again = await run(file('whole.csv', header + rows.join('')));
    expect(again.out).toMatch(/ 200 {2}added\n[\s\S]* 4,000 {2}unchanged\n/);
    expect([again.code, again.out.includes('Stopped')]).toEqual([0, false]);
  },
  240_000,
);

it('keeps whole rows when it is killed, and goes on behind them when it is run again', async () => {
  const total = 14_000;
  const row = (n: number) => `s,${n},Place ${n},${n} Main St,Alma,TX,78000,(210) 55${String(n).padStart(5, '0')}`;
  const rows = Array.from({ length: total }, (_, n) => row(n));
  const csv = file('large.csv', `source,source_id,name,address,city,state,zip,phone\n${rows.join('\n')}\n`);
  const child = start(csv);
  const closed = once(child, 'close');
  while ((await countBusinesses()) === 0 && child.exitCode === null) await wait(20);
  child.kill('SIGKILL');
  await closed;
  const kept = await countBusinesses();
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(total);

  // A slow machine prints progress on standard error.
  const { out, code } = await run(csv);
  expect(code).toBe(0);
  const added = Number(out.match(/([\d,]+) {2}added/)?.[1]?.replace(',', ''));
  // The server may have committed one more batch after the program was killed.
  expect(added).toBeLessThanOrEqual(total - kept);
  expect(Number(out.match(/([\d,]+) {2}unchanged/)?.[1]?.replace(',', ''))).toBe(total - added);
  const { rows: check } = await database.pool.query(
    `select count(*)::int as count, count(distinct source_id)::int as ids, count(distinct slug)::int as slugs,
       count(*) filter (where address = '' or phone is null or status <> 'approved')::int as halves from businesses`,
  );
  expect(check).toEqual([{ count: total, ids: total, slugs: total, halves: 0 }]);
}, 240_000);
