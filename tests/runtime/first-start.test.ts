/** The real site, started for the first time after a build. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { compilePrograms } from '#app/cli/compile-programs.ts';
import { ends, Site, until, withoutStripeKeys } from '#tests/runtime/a-site.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';

let site: Site;
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "what's compiled "));
  site = await Site.create();
});
afterAll(async () => {
  await site.destroy();
  removeFolder(folder);
});

it('finds all its programs compiled: none keeps in memory what strips types', async () => {
  vi.stubEnv('NODE_COMPILE_CACHE', join(folder, 'cache'));
  await compilePrograms();
  vi.unstubAllEnvs();
  const told = join(folder, 'told');
  const asked = join(folder, 'ask.mjs');
  writeFileSync(
    asked,
    `import { appendFileSync } from 'node:fs';
    import { basename } from 'node:path';
    process.on('exit', () => {
      const strips = process.moduleLoadList.some((module) => module.includes('amaro'));
      appendFileSync(${JSON.stringify(told)}, basename(process.argv[1] ?? '') + ': ' + strips + '\\n');
    });`,
  );
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/app/cli/start.ts')], {
    env: {
      ...inherited,
      ...withoutStripeKeys,
      NODE_COMPILE_CACHE: join(folder, 'cache'),
      NODE_OPTIONS: `--import=${pathToFileURL(asked).href}`,
      PORT: String(site.port),
      DATA_DIR: site.dataDir,
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await site.comesUp();
  await until(() => output.includes('worker process is ready'));
  const listed = await fetch(`http://127.0.0.1:${site.port}/api/businesses?limit=1`);
  await until(() => output.includes('Nobody is an administrator yet. To become one: npm run staff -- add '));
  // On localhost, an empty embedded database gets the sample town.
  expect(Number(listed.headers.get('x-total-count'))).toBeGreaterThan(40);
  // The payment sandbox starts with the first question.
  const { port } = JSON.parse(readFileSync(join(site.dataDir, 'payment-sandbox/settings.json'), 'utf8'));
  expect((await fetch(`http://127.0.0.1:${port}/v1/products`)).status).toBe(401);
  expect(await ends(child, 'SIGTERM')).toBe(0);
  const programs = readFileSync(told, 'utf8').trim().split('\n').sort();
  const all = ['main.ts', 'prepare.ts', 'start.ts', 'web-process.ts', 'worker-process.ts'];
  expect(programs).toEqual(all.map((program) => `${program}: false`));
});

it('logs no warning on an empty database: a newcomer would look for a fault', async () => {
  const fresh = await Site.create();
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/app/cli/start.ts')], {
    env: { ...inherited, ...withoutStripeKeys, PORT: String(fresh.port), DATA_DIR: fresh.dataDir, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  try {
    // A load balancer and a visitor ask from the start.
    const asked = new Set<number>();
    await until(async () => {
      for (const path of ['/readyz', '/', '/api/businesses']) {
        const answer = await fetch(`http://127.0.0.1:${fresh.port}${path}`).catch(() => null);
        if (answer) asked.add(answer.status);
      }
      return output.includes('worker process is ready') && output.includes('"msg":"ready"');
    });
    expect(asked).toContain(200);
    const lines = output.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'));
    const read = lines.map((line) => JSON.parse(line) as { level: string; msg: string });
    expect(read.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['making the embedded database', 'ready']));
    expect(read.filter(({ level }) => level !== 'info')).toEqual([]);
    expect(output).not.toMatch(/does not exist|Warning:/);
  } finally {
    await ends(child, 'SIGTERM');
    await fresh.destroy();
  }
});
