import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keepRunning } from './keep-running.ts';

const folder = mkdtempSync(join(tmpdir(), 'keep-running-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A package's listener exists before the program's own: a message that arrives in between is lost. */
const loading = "process.on('message', () => {}); setInterval(() => {}, 1000); process.send({ type: 'loading' });";

test('a process that is told to stop while it loads is not waited for until it is killed', async () => {
  const file = join(folder, 'loading.mjs');
  writeFileSync(file, loading);
  let child: ChildProcess | undefined;
  const spawn = () => {
    child = fork(file, { execArgv: [] });
    return child;
  };
  const kept = keepRunning({ name: 'test', spawn, onHopeless: () => undefined });
  if (child === undefined) throw new Error('nothing was started');
  await once(child, 'message');
  await kept.stop();
  expect(child.signalCode).toBe('SIGTERM');
});
