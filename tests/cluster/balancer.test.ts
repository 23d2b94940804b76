/** The balancer's settings on a real HAProxy, before machines that are played. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startBalancer } from '../../deploy/cluster/balancer.ts';
import { freePort, type Program, until } from '../../deploy/cluster/programs.ts';
import { call } from './senders.ts';

/** A machine of the site: `/slow` is answered when the test says so, everything else at once with its name. */
class PlayedMachine {
  readonly name: string;
  /** 'leaving': /readyz answers 503. 'hanging': it answers nobody. */
  mood: 'ready' | 'leaving' | 'hanging' = 'ready';
  checks = 0;
  readonly waiting: ServerResponse[] = [];
  readonly #server = createServer(({ url }, response) => {
    if (url === '/readyz') this.checks += 1;
    if (this.mood === 'hanging') return;
    if (url === '/slow') {
      this.waiting.push(response);
      return;
    }
    response.writeHead(url === '/readyz' && this.mood === 'leaving' ? 503 : 200).end(this.name);
  });

  constructor(name: string) {
    this.name = name;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  listen(): Promise<void> {
    return new Promise((done) => this.#server.listen(0, '127.0.0.1', done));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const patience = { timeout: 60_000 };

let folder = '';
let balancer: Program;
let machines: PlayedMachine[] = [];
let origin = '';
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'a-balancer-'));
  machines = [new PlayedMachine('site1'), new PlayedMachine('site2')];
  for (const machine of machines) await machine.listen();
  const ports = { site: await freePort(), primary: await freePort(), replica: await freePort() };
  const nodes = [{ name: 'db1', port: await freePort(), restPort: await freePort() }];
  balancer = startBalancer({ folder, ports, machines, nodes });
  origin = `http://127.0.0.1:${ports.site}`;
  await until('both machines are asked', async () => (await serving()).size === 2);
});
afterEach(async () => {
  await balancer.end();
  for (const machine of machines) machine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The names of those that answer eight visitors. */
async function serving(): Promise<Set<string>> {
  const answers = await Promise.all(Array.from({ length: 8 }, () => call(`${origin}/page`)));
  return new Set(answers.map(({ status, body }) => (status === 200 ? body : String(status))));
}

/** Somebody who has sent a form and waits for the answer, and the machine that has the form. */
async function aSlowVisit() {
  const answer = call(`${origin}/slow`, { method: 'POST', body: 'name=Rosa' });
  await until('a machine has the form', () => machines.some(({ waiting }) => waiting.length > 0));
  const own = machines.find(({ waiting }) => waiting.length > 0);
  const other = machines.find((machine) => machine !== own);
  if (!own || !other) throw new Error('one machine has the form');
  return { answer, own, other };
}

it('sends nobody more to a machine that says it leaves, and lets it finish its answers', patience, async () => {
  const { answer, own, other } = await aSlowVisit();
  own.mood = 'leaving';
  await until('only the other one is asked', async () => [...(await serving())].join() === other.name);
  // More checks than it takes to count a machine as gone.
  const { checks } = own;
  await until('it is checked on', () => own.checks >= checks + 4);
  for (const response of own.waiting) response.end('late');
  expect(await answer).toMatchObject({ status: 200, body: 'late' });
  own.mood = 'ready';
  await until('both are asked again', async () => (await serving()).size === 2);
});

it('asks machines that run when none reaches the database', patience, async () => {
  for (const machine of machines) machine.mood = 'leaving';
  await until('both are checked', () => machines.every(({ checks }) => checks > 3));
  expect(await serving()).toEqual(new Set(['site1', 'site2']));
});

it('ends what waits for a machine that stands still', patience, async () => {
  const { answer, own, other } = await aSlowVisit();
  own.mood = 'hanging';
  // Nobody else may be given a form that may have been written already.
  expect((await answer).status).not.toBe(200);
  expect(other.waiting).toEqual([]);
  expect([...(await serving())]).toEqual([other.name]);
});
