/** Runs scripts/run.mjs on fresh, outdated and complete clones, with a stand-in for npm. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isAlive } from '#server/db/embedded/postmaster.ts';
import { ends, until } from '#tests/runtime/a-site.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';

let clone = '';
const at = (path: string) => join(clone, path);

function put(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}

const lock = { packages: { '': {}, 'node_modules/some': { version: '1.0.0', integrity: 'sha512-a' } } };

/** Installs what the lock file lists, as npm ci does, and records the call. */
const npm = `
  import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
  appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const { '': _, ...installed } = packages;
  mkdirSync('node_modules', { recursive: true });
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));`;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'a clone '));
  cpSync(join(import.meta.dirname, '../../scripts'), at('scripts'), { recursive: true });
  put('package.json', '{ "type": "module" }');
  put('package-lock.json', JSON.stringify(lock));
  put('npm.js', npm);
  put('src/app/cli/staff.ts', 'console.log(JSON.stringify(process.argv.slice(2)), process.env.NODE_ENV)');
  put('src/app/cli/start.ts', 'console.log("started"); setInterval(() => undefined, 1000)');
  put('src/app/cli/check-pack.ts', '');
  put('src/app/cli/build.ts', `import { appendFileSync } from 'node:fs'; appendFileSync('builds', 'built\\n')`);
});
afterEach(() => removeFolder(clone));

interface Run {
  child: ChildProcess;
  output: () => string;
}

function run(...args: string[]): Run {
  const { NODE_ENV: _, npm_lifecycle_event: __, ...inherited } = process.env;
  const child = spawn(process.execPath, [at('scripts/run.mjs'), ...args], {
    env: { ...inherited, npm_execpath: at('npm.js'), CHROMIUM: process.execPath },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return { child, output: () => output };
}

const linesOf = (path: string) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8').trim().split('\n').length : 0);

it('installs once, and again when the lock has changed', async () => {
  const first = run('staff', 'add', 'ann@town.example');
  expect(await ends(first.child)).toBe(0);
  expect(first.output()).toContain('Installing dependencies');
  expect(first.output()).toContain('["add","ann@town.example"] production');
  expect(readFileSync(at('npm-calls'), 'utf8')).toMatch(/^ci --include=dev/);

  expect(await ends(run('staff').child)).toBe(0);
  expect(linesOf('npm-calls')).toBe(1);

  put('package-lock.json', JSON.stringify(lock).replace('1.0.0', '1.0.1'));
  expect(await ends(run('staff').child)).toBe(0);
  expect(linesOf('npm-calls')).toBe(2);
});

it('refuses to reload with other packages than those that the running site has', async () => {
  put('src/app/cli/reload.ts', 'console.log("reloaded")');
  expect(await ends(run('reload').child)).toBe(1);
  await ends(run('staff').child);
  const good = run('reload');
  expect(await ends(good.child)).toBe(0);
  expect(good.output()).toContain('reloaded');

  put('package-lock.json', JSON.stringify(lock).replace('1.0.0', '1.0.1'));
  const refused = run('reload');
  expect(await ends(refused.child)).toBe(1);
  expect(refused.output()).toMatch(/^This release needs other packages .+ restart the site instead/);
  expect(refused.output()).not.toContain('reloaded');
  expect(linesOf('npm-calls')).toBe(1);
});

it('starts a killed site again until it is told to end', async () => {
  put(
    'src/app/cli/start.ts',
    `import { appendFileSync } from 'node:fs'; appendFileSync('pids', process.pid + '\\n'); setInterval(() => undefined, 1000)`,
  );
  const { child, output } = run('start');
  const pids = () => (existsSync(at('pids')) ? readFileSync(at('pids'), 'utf8').trim().split('\n').map(Number) : []);
  for (const starts of [1, 2]) {
    await until(() => pids().length === starts);
    process.kill(pids().at(-1) ?? 0, 'SIGKILL');
  }
  await until(() => pids().length === 3);
  expect(output()).toContain('Starting it again');
  expect(await ends(child, 'SIGTERM')).toBe(143);
  expect(pids()).toHaveLength(3);
});

it('is content without the packages of other platforms', async () => {
  await ends(run('staff').child);
  const more = { ...lock.packages, 'node_modules/other': { version: '2.0.0', optional: true, os: ['nowhere'] } };
  put('package-lock.json', JSON.stringify({ packages: more }));
  await ends(run('staff').child);
  expect(linesOf('npm-calls')).toBe(1);
});

it('builds nothing for somebody who asks how a command is used', async () => {
  put('src/app/cli/start.ts', 'console.log(process.argv.slice(2))');
  const { child, output } = run('start', '--help');
  expect([await ends(child), linesOf('builds')]).toEqual([0, 0]);
  expect(output()).toContain("[ '--help' ]");
  await ends(run('start').child);
  expect(linesOf('builds')).toBe(1);
});

it('installs once for two commands at once', async () => {
  const both = [run('staff'), run('staff')];
  expect(await Promise.all(both.map(({ child }) => ends(child)))).toEqual([0, 0]);
  expect(linesOf('npm-calls')).toBe(1);
});

it('goes on after a command that was killed while it installed', async () => {
  put('.cache/run.lock', '999999999');
  expect(await ends(run('staff').child)).toBe(0);
});

it('tells what npm said when it fails', async () => {
  put('npm.js', `console.error('no network'); process.exit(7)`);
  const { child, output } = run('staff');
  expect(await ends(child)).toBe(1);
  expect(output()).toContain('no network\nnpm could not install the dependencies (npm ci, exit code 7).');
});

it.each(['start', 'dev', 'staff'])('%s reads the settings file, and the environment comes first', async (name) => {
  put('.env', 'TOWN_OF_THE_TEST=of-the-file\nnpm_execpath=of-the-file\n');
  put(
    `src/app/cli/${name}.ts`,
    'console.log(process.env.TOWN_OF_THE_TEST, process.env.npm_execpath === "of-the-file")',
  );
  const { child, output } = run(name);
  expect(await ends(child)).toBe(0);
  expect(output()).toMatch(/^of-the-file false$/m);
});

it('builds what is stale and nothing else', async () => {
  const start = async () => {
    const { child, output } = run('start');
    await until(() => output().includes('started'));
    expect(await ends(child, 'SIGTERM')).toBe(143);
  };
  await start();
  await start();
  expect(linesOf('builds')).toBe(1);
  put('src/page.test.ts', 'a test is no part of the site');
  await start();
  expect(linesOf('builds')).toBe(1);
  put('src/page.ts', 'changed');
  await start();
  expect(linesOf('builds')).toBe(2);
});

it('says what is wrong with settings or city pack before it builds', async () => {
  put('src/app/cli/check-pack.ts', `console.error('CITY_PACK is ' + process.env.TOWN_OF_THE_TEST); process.exit(1)`);
  put('.env', 'TOWN_OF_THE_TEST=nowhere\n');
  const refused = run('start');
  expect(await ends(refused.child)).toBe(1);
  expect(refused.output()).toMatch(/CITY_PACK is nowhere\n$/);
  expect([linesOf('builds'), refused.output().includes('started')]).toEqual([0, false]);
});

it('does not start what could not be built', async () => {
  put('src/app/cli/build.ts', 'process.exit(3)');
  const { child, output } = run('start');
  expect(await ends(child)).toBe(1);
  expect(output()).toContain('The build failed (exit code 3).');
  expect(output()).not.toContain('started');
});

it('checks and builds, and tests nothing that the checks refuse', async () => {
  put('src/app/cli/build.ts', `console.log('built')`);
  put('node_modules/typescript/bin/tsc', `console.log('types are well')`);
  put('node_modules/@biomejs/biome/bin/biome', `console.log('lint is well')`);
  put('node_modules/vitest/vitest.mjs', `console.log('tested', process.argv.slice(2).join(' '))`);
  const well = run('test', 'some.test.ts');
  expect(await ends(well.child)).toBe(0);
  for (const told of ['built', 'Type check …\ntypes are well\nLint …\nlint is well\n', 'tested run some.test.ts']) {
    expect(well.output()).toContain(told);
  }

  put('node_modules/typescript/bin/tsc', `console.log('a type is wrong'); process.exitCode = 2`);
  const refused = run('test');
  expect(await ends(refused.child)).toBe(2);
  expect(refused.output()).toContain('Type check …\na type is wrong\nType check failed.\n');
  expect(refused.output()).not.toMatch(/Lint|tested/);
});

it('takes its program with it when it is killed', async () => {
  put('src/app/cli/start.ts', 'console.log("pid", process.pid); setInterval(() => undefined, 1000)');
  const { child, output } = run('start');
  await until(() => /pid \d+/.test(output()));
  const pid = Number(/pid (\d+)/.exec(output())?.[1]);
  await ends(child, 'SIGKILL');
  await until(() => !isAlive(pid));
});

it('lets a child of its program wait for a message', async () => {
  put('waiting.js', `process.once('message', () => { console.log('the child was told'); process.exit(); });`);
  put(
    'src/app/cli/staff.ts',
    `import { fork } from 'node:child_process';
    const child = fork('waiting.js', { execArgv: [...process.execArgv] });
    child.once('exit', () => { console.log('the child ended'); process.exit(); });
    setTimeout(() => child.send({}), 1000);`,
  );
  const { child, output } = run('staff');
  expect(await ends(child)).toBe(0);
  expect(output()).toMatch(/the child was told\nthe child ended/);
});

it('gives back the exit code of its program', async () => {
  put('src/app/cli/staff.ts', 'process.exit(5)');
  expect(await ends(run('staff').child)).toBe(5);
});

it('names the commands there are', async () => {
  const { child, output } = run('strat');
  expect(await ends(child)).toBe(1);
  expect(output()).toMatch(/^There is no command "strat"\. There are: start, .*test/);
});
