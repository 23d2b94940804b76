/** Replacing the processes of a running site under load: counts, never times. */
import { type ChildProcess, spawn } from 'node:child_process';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { isAlive } from '#server/db/embedded/postmaster.ts';
import { ends, Site, until } from '#tests/runtime/a-site.ts';
import { SteadyVisitors } from '#tests/support/steady-visitors.ts';

let site: Site;
beforeAll(async () => {
  site = await Site.create();
});
afterEach(() => site.stop());
afterAll(() => site.destroy());

/** A hundred requests a second, a quarter of them writes. */
const visitors = (keepAlive: boolean): SteadyVisitors =>
  new SteadyVisitors(`http://127.0.0.1:${site.port}`, {
    agent: new Agent({ keepAlive }),
    pathOf: (index) => (index % 4 === 0 ? `/write/visitor-${index}` : '/pid'),
  });

async function reloadByCommand(): Promise<{ code: unknown; output: string }> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/app/cli/reload.ts')], {
    env: { ...inherited, DATA_DIR: site.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [code, out, err] = await Promise.all([ends(child), text(child.stdout), text(child.stderr)]);
  return { code, output: out + err };
}

const patience = { timeout: 240_000 };

/** Finds the web processes that answer. Several share a port, so this asks until each has answered. */
async function webPids(count: number): Promise<Set<string>> {
  const pids = new Set<string>();
  await until(async () => {
    for (const pid of await Promise.all(Array.from({ length: 8 }, () => site.text('/pid')))) pids.add(pid);
    return pids.size >= count;
  });
  return pids;
}

const sigHup = async (supervisor: ChildProcess) => {
  supervisor.kill('SIGHUP');
  await site.says('"reloaded"');
};
const command = async () => {
  expect(await reloadByCommand()).toEqual({ code: 0, output: expect.stringMatching(/The site was reloaded\.\n$/) });
};

it.each([
  { WEB_CONCURRENCY: '1', reload: command },
  { WEB_CONCURRENCY: '2', reload: sigHup },
])(
  'loses no request while $WEB_CONCURRENCY web processes are replaced',
  patience,
  async ({ WEB_CONCURRENCY, reload }) => {
    const supervisor = site.start({ WEB_CONCURRENCY });
    await site.comesUp();
    await site.says('Testville, TX is at');
    const before = await webPids(Number(WEB_CONCURRENCY));
    const everybody = [visitors(true), visitors(false)];
    await reload(supervisor);
    const after = await Promise.all(everybody.map((each) => each.stop()));
    expect(after.flat().filter(({ outcome }) => outcome !== '200')).toEqual([]);
    // Their last kept connections are gone, so nothing holds the processes that were replaced.
    await until(() => [...before].every((pid) => !isAlive(Number(pid))));
    expect(supervisor.exitCode).toBeNull();
    expect([...(await webPids(Number(WEB_CONCURRENCY)))].filter((pid) => before.has(pid))).toEqual([]);
    expect(await ends(supervisor, 'SIGTERM')).toBe(0);
    expect(await reloadByCommand()).toEqual({ code: 1, output: expect.stringMatching(/where no site is up/) });
  },
);
