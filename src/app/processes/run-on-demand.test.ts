import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aFreePort, ends } from '#tests/runtime/a-site.ts';
import { runOnDemand } from './run-on-demand.ts';

const program = join(import.meta.dirname, '../../../tests/runtime/stand-in/on-demand.ts');
let port: number;
let started: ChildProcess[];
let running: Awaited<ReturnType<typeof runOnDemand>>;

beforeEach(async () => {
  port = await aFreePort();
  started = [];
  running = await runOnDemand({
    name: 'stand-in',
    port,
    host: '127.0.0.1',
    spawn: () => {
      const child = fork(program, { execArgv: [] });
      started.push(child);
      return child;
    },
    onHopeless: () => undefined,
  });
});
afterEach(() => running.stop());

const ask = async (path = '/') => Number(await (await fetch(`http://127.0.0.1:${port}${path}`)).text());

it('starts the program with the first connection, once for several, and keeps it', async () => {
  expect(started).toEqual([]);
  const [one, other] = await Promise.all([ask(), ask()]);
  expect(started.map(({ pid }) => pid)).toEqual([one]);
  expect(other).toBe(one);
  expect(await ask()).toBe(one);
});

it('stops the program once it is idle, and starts it again for the next connection', async () => {
  const first = await ask('/rest');
  expect(await ends(started[0] as ChildProcess)).toBe(0);
  const second = await ask();
  expect(second).not.toBe(first);
  expect(started).toHaveLength(2);
});

it('loses no connection that comes while an idle program is being stopped', async () => {
  await ask('/rest');
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
  expect(answers.every((pid) => started.some((child) => child.pid === pid))).toBe(true);
});

it('starts a program that was killed again', async () => {
  const first = await ask();
  process.kill(first, 'SIGKILL');
  await ends(started[0] as ChildProcess);
  expect(await ask()).not.toBe(first);
});

it('takes no connection after the stop, and leaves no process', async () => {
  await ask();
  await running.stop();
  expect(started[0]?.exitCode).toBe(0);
  await expect(ask()).rejects.toThrow();
});
