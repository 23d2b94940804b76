/** Kills each process with kill -9 at any moment: afterwards the database must have every accepted write. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isAlive } from '#server/db/embedded/postmaster.ts';
import { ends, Site, until, Writer } from '#tests/runtime/a-site.ts';

/**
 * One site for all tests, each with the data of the earlier ones: making a database takes longer than killing
 * one.
 */
let site: Site;
beforeAll(async () => {
  site = await Site.create();
});
afterEach(() => site.stop());
afterAll(() => site.destroy());

const patience = 240_000;

let rounds = 0;

async function underWriters(kill: () => Promise<unknown>): Promise<string[]> {
  rounds++;
  const writers = ['a', 'b', 'c', 'd'].map((name) => new Writer(site, `${rounds}-${name}`));
  await until(() => writers.every((writer) => writer.accepted.length > 10));
  await kill();
  return (await Promise.all(writers.map((writer) => writer.stop()))).flat();
}

async function expectAll(accepted: string[]): Promise<void> {
  const stored = new Set(JSON.parse(await site.text('/writes')) as string[]);
  expect(accepted.filter((body) => !stored.has(body))).toEqual([]);
}

describe('kill -9', () => {
  it('of the supervisor: its children end, the next start takes over the database', { timeout: patience }, async () => {
    const first = site.start();
    await site.comesUp();
    const web = Number(await site.text('/pid'));
    const postgres = site.postgresPid();
    const accepted = await underWriters(async () => {
      await ends(first, 'SIGKILL');
      await sleep(300);
    });
    await until(() => !isAlive(web));

    site.start();
    await site.comesUp();
    expect(site.postgresPid()).toBe(postgres);
    await expectAll(accepted);
  });

  it('of PostgreSQL: the running site brings it back', { timeout: patience }, async () => {
    const supervisor = site.start();
    await site.hasStarted();
    const first = site.postgresPid() ?? 0;
    const accepted = await underWriters(async () => {
      process.kill(first, 'SIGKILL');
      await until(() => site.postgresPid() !== first);
      await site.comesUp();
    });
    await expectAll(accepted);
    expect(supervisor.exitCode).toBeNull();
  });

  it('of PostgreSQL again and again: the site outlives it and brings it back', { timeout: patience }, async () => {
    const supervisor = site.start();
    await site.hasStarted();
    const web = await site.text('/pid');
    for (let deaths = 0; deaths < 6; deaths++) {
      const running = site.postgresPid() ?? 0;
      process.kill(running, 'SIGKILL');
      await until(() => ![undefined, running].includes(site.postgresPid()));
      expect((await site.get('/healthz')).status).toBe(200);
    }
    await site.comesUp();
    expect(await site.text('/pid')).toBe(web);
    expect(await ends(supervisor, 'SIGTERM')).toBe(0);
  });

  it('of an adopted PostgreSQL: the running site brings it back', { timeout: patience }, async () => {
    const first = site.start();
    await site.comesUp();
    await ends(first, 'SIGKILL');
    const second = site.start();
    await site.hasStarted();
    const adopted = site.postgresPid() ?? 0;
    process.kill(adopted, 'SIGKILL');
    await until(() => site.postgresPid() !== adopted);
    await site.comesUp();
    expect(await ends(second, 'SIGTERM')).toBe(0);
    expect(site.postgresPid()).toBeUndefined();
  });

  it('of both: the next start recovers', { timeout: patience }, async () => {
    const first = site.start();
    await site.comesUp();
    const accepted = await underWriters(async () => {
      process.kill(site.postgresPid() ?? 0, 'SIGKILL');
      await ends(first, 'SIGKILL');
    });
    site.start();
    await site.comesUp();
    await expectAll(accepted);
  });

  it('of a web process: another takes its place', { timeout: patience }, async () => {
    site.start();
    await site.comesUp();
    const first = await site.text('/pid');
    await site.get('/crash').catch(() => undefined);
    await site.comesUp();
    expect(await site.text('/pid')).not.toBe(first);
  });

  it('during the very first start: the next one makes the database', { timeout: patience }, async () => {
    const fresh = await Site.create();
    try {
      const first = fresh.start();
      await fresh.says('making the embedded database');
      await sleep(150);
      await ends(first, 'SIGKILL');
      fresh.start();
      await fresh.comesUp();
      expect(await fresh.text('/prepared')).toBe('["-"]');
    } finally {
      await fresh.destroy();
    }
  });

  it('leaves a process id that is somebody else’s now: the next start is not fooled', {
    timeout: patience,
  }, async () => {
    const first = site.start();
    await site.comesUp();
    const postgres = site.postgresPid() ?? 0;
    process.kill(postgres, 'SIGKILL');
    await ends(first, 'SIGKILL');
    await until(() => !isAlive(postgres));
    const lines = ['/proc/self/cwd', '1700000000', '5432', '', '127.0.0.1', '', 'ready'];
    writeFileSync(join(site.dataDir, 'postgres/data/postmaster.pid'), [process.pid, ...lines, ''].join('\n'));
    site.start();
    await site.comesUp();
  });
});

it('a PostgreSQL that hangs keeps nobody waiting, and the site is there as soon as it goes on', {
  timeout: patience,
}, async () => {
  site.start();
  await site.comesUp();
  const ask = async (path: string) => (await site.get(path)).status;
  site.signalPostgres('SIGSTOP');
  try {
    const asked = [];
    for (let n = 0; n < 40; n++) {
      asked.push(ask('/writes'), ask(`/write/hung-${n}`));
      expect(await ask('/healthz')).toBe(200);
      await sleep(50);
    }
    // All are answered while the database still hangs.
    expect(new Set(await Promise.all(asked))).toEqual(new Set([503]));
    // Once it is known to be away, the site no longer asks it: a statement would wait longer than the slow answer takes.
    for (let n = 0; n < 10; n++) {
      const slow = site.get('/slow/1000').then(() => 'first');
      expect(await Promise.race([slow, ask('/writes')])).toBe(503);
      expect(await Promise.race([slow, ask(`/write/away-${n}`)])).toBe(503);
    }
  } finally {
    site.signalPostgres('SIGCONT');
  }
  // Somebody who asks again every 25 ms is refused some times at most.
  let refused = 0;
  await until(async () => (await ask('/writes')) === 200 || ++refused > 80);
  expect(refused).toBeLessThanOrEqual(80);
});
