/** A running site is upgraded to another build, with a migration, by the commands of an operator, while people are on it. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { SteadyVisitors } from '#tests/support/steady-visitors.ts';
import { freePort, Program, until } from '../../deploy/cluster/programs.ts';
import { Sender } from './senders.ts';

const patience = { timeout: 600_000 };
const here = join(import.meta.dirname, '../..');
/** A release consists of these. The build of this checkout comes along, so that the first one need not be made. */
const released = ['src', 'cities', 'scripts', 'sandbox', 'dist', 'package.json', 'package-lock.json'];
const configured = ['tsconfig.json', 'vite.config.ts'];

let folder = '';
let release = '';
let origin = '';
let environment: NodeJS.ProcessEnv = {};
let site: Program | undefined;

const run = (command: string) => [process.execPath, join(release, 'scripts/run.mjs'), command];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'two-builds-'));
  release = join(folder, 'release');
  for (const name of [...released, ...configured]) cpSync(join(here, name), join(release, name), { recursive: true });
  symlinkSync(join(here, 'node_modules'), join(release, 'node_modules'));
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  const { DATABASE_URL: _, ...inherited } = process.env;
  environment = {
    ...inherited,
    NODE_ENV: 'production',
    PORT: String(port),
    SITE_URL: origin,
    DATA_DIR: join(folder, 'data'),
    PAYMENT_SANDBOX: 'off',
    LOG_LEVEL: 'info',
  };
  site = new Program('site', run('start'), { log: join(folder, 'site.log'), env: environment });
  await until(
    'the site is ready',
    async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.status === 200,
  );
}, 180_000);
afterAll(async () => {
  await site?.end('SIGTERM');
  removeFolder(folder);
}, 60_000);

function change(file: string, from: string, to: string): void {
  const path = join(release, file);
  const before = readFileSync(path, 'utf8');
  expect(before).toContain(from);
  writeFileSync(path, before.replaceAll(from, to));
}

/** Another heading, another color, and a table of the database that gets a column. */
function makeAnotherRelease(): void {
  change('src/routes/contact.tsx', 'title="Contact Us"', 'title="Write to the Desk"');
  const journalFile = join(release, 'src/server/db/migrations/meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'));
  const last = journal.entries.at(-1);
  const tag = `${String(last.idx + 1).padStart(4, '0')}_another-release`;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 60_000, tag });
  writeFileSync(journalFile, JSON.stringify(journal));
  const statement = `alter table contact_messages add column another_release text not null default 'yes';`;
  writeFileSync(join(release, `src/server/db/migrations/${tag}.sql`), statement);
}

/** `told` are the command's own lines, `steps` those of what comes before it. */
async function reload(): Promise<{ code: number | null; told: string; steps: string }> {
  const [file = '', ...args] = run('reload');
  const child = spawn(file, args, { cwd: release, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const [code, told, steps] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, told, steps };
}

/** Lines that say what the site itself found wrong. */
const troublesInLog = () =>
  readFileSync(join(folder, 'site.log'), 'utf8')
    .split('\n')
    .filter((line) => /"level":"(error|warn)"/.test(line) && !line.includes('slow answer'))
    .map((line) => line.slice(0, 300))
    .slice(-10);

const page = async () => (await fetch(`${origin}/contact`)).text();
const filesOf = (html: string) => [...new Set(html.match(/\/assets\/[\w./-]+\.(?:js|css|woff2)/g))];

it('loses no request, and keeps the files of pages that are open', patience, async () => {
  const before = await page();
  const open = filesOf(before);
  expect(open.length).toBeGreaterThan(3);
  const pathOf = (index: number) =>
    [
      '/',
      '/contact',
      open[index % open.length] ?? '/',
      index % 40 === 3 ? `/directory?search=bakery+${index}` : '/events',
    ][index % 4] ?? '/';
  const visitors = [true, false].map(
    (keepAlive) => new SteadyVisitors(origin, { agent: new Agent({ keepAlive }), pathOf, rate: 50 }),
  );
  // The first search after a start opens connections and reads tables that no later one has to.
  for (const index of [0, 1, 2, 3]) await fetch(origin + pathOf(index)).then((answer) => answer.text());
  const sender = new Sender(origin, 100);
  makeAnotherRelease();
  const reloaded = await reload();
  await until('the new page is there', async () => (await page()).includes('Write to the Desk'), 20_000);
  await sender.stop();
  const visits = (await Promise.all(visitors.map((each) => each.stop()))).flat();

  expect(reloaded).toEqual({
    code: 0,
    told: expect.stringMatching(/The site was reloaded\.\n$/),
    steps: expect.stringContaining('built in'),
  });
  console.log(`reload to another build: ${visits.length} requests, ${sender.accepted.length} messages accepted`);
  const failed = visits.filter(({ outcome }) => outcome !== '200');
  expect({ failed, log: failed.length > 0 ? troublesInLog() : [] }).toEqual({ failed: [], log: [] });
  expect(visits.length).toBeGreaterThan(500);
  expect(sender.refused).toEqual([]);
  expect(sender.accepted.length).toBeGreaterThan(20);

  const after = filesOf(await page());
  const former = open.filter((file) => !after.includes(file));
  expect(former.length).toBeGreaterThan(0);
  for (const file of [...open, ...after]) expect([file, (await fetch(origin + file)).status]).toEqual([file, 200]);
});
