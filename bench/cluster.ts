/**
 * A whole cluster on this computer: requests through its balancer, and what people notice when a part is replaced or dies. Never more
 * than a hundred requests a second, so that what is measured is the cluster, and not how much this computer can bear.
 */
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { orderReload } from '#app/processes/running-site.ts';
import { minuteMs } from '#shared/times.ts';
import { Cluster } from '../deploy/cluster/a-cluster.ts';
import { freePort, missingPackages } from '../deploy/cluster/programs.ts';
import { Sender } from '../tests/cluster/senders.ts';
import { underWrites } from '../tests/cluster/under-writes.ts';
import { figuresOf, whileVisited } from './cluster-visits.ts';
import { searches } from './new-pages.ts';
import { allCpuMs } from './processes.ts';
import type { Row, Section } from './report.ts';

interface Options {
  isQuick: boolean;
  say: (line: string) => void;
}

const here =
  'Three databases, three members of etcd, two machines of the site with their poolers, HAProxy and the visitors, all on this computer; sample content.';
/** Requests a second by visitors; beside people who write, fewer. */
const fullRate = 100;
const rateBesideWriters = 60;
/** Four writers send ten messages a second each at most. */
const writersPauseMs = 100;
const maxMs = 8 * minuteMs;
/** Other programs of the computer come first. */
const niceness = 5;

const parts = ['site', 'databases', 'balancer'] as const;

function partsCpuMs(cluster: Cluster): number[] {
  const pids = cluster.parts;
  return parts.map((part) => allCpuMs(pids[part]));
}

/** Every tenth page is one that nobody has asked for before. */
function mixedPaths(): (index: number) => string {
  const paths = searches();
  return (index) => (index % 10 === 0 ? (paths.next().value ?? '/') : '/');
}

async function benchRequests(cluster: Cluster, { isQuick, say }: Options): Promise<Section> {
  const seconds = isQuick ? 10 : 30;
  const paths = searches();
  const measures: [string, number, () => string][] = [
    ['stored page', fullRate, () => '/'],
    ['new search page', fullRate / 4, () => paths.next().value ?? '/'],
  ];
  const rows: Row[] = [];
  const raw: unknown[] = [];
  for (const [name, rate, pathOf] of measures) {
    const before = partsCpuMs(cluster);
    const visitors = { origin: cluster.origin, rate, pathOf };
    const { kept, anew } = await whileVisited(visitors, () => sleep(seconds * 1_000));
    const figures = figuresOf([...kept, ...anew]);
    const cpu = partsCpuMs(cluster).map((ms, part) => (ms - (before[part] ?? 0)) / figures.asked);
    rows.push({
      name: `${name}, ${rate} a second`,
      values: [figures.asked, figures.p50Ms, figures.p99Ms, ...cpu, figures.failed],
    });
    raw.push({ name, ...figures });
    say(`Requests: ${name}: ${figures.failed} of ${figures.asked} failed`);
  }
  return {
    title: 'Cluster: requests through the balancer',
    notes: [
      `${here} ${seconds} s each. Processor time of all processes of a part, the poolers' with the site's, also what they do without visitors.`,
    ],
    columns: [
      { title: 'asked' },
      { title: 'p50 ms', digits: 1 },
      { title: 'p99 ms', digits: 1 },
      ...parts.map((part) => ({ title: `CPU ms: ${part}`, digits: 2 })),
      { title: 'failed', max: 0 },
    ],
    rows,
    raw,
  };
}

type Machine = Cluster['machines'][number];

async function upgradeEach(cluster: Cluster, act: (machine: Machine) => Promise<void>): Promise<Sender> {
  const sender = new Sender(cluster.origin, writersPauseMs);
  try {
    for (const machine of cluster.machines) await act(machine);
  } finally {
    await sender.stop();
  }
  return sender;
}

async function benchUpgrade(cluster: Cluster, { say }: Options): Promise<Section> {
  const restart = async (machine: Machine) => {
    await machine.stop();
    machine.start();
    await cluster.isServing();
  };
  const acts: [string, (machine: Machine) => Promise<void>][] = [
    ['reload', ({ dataDir }) => orderReload(dataDir)],
    ['stop and start', restart],
  ];
  const rows: Row[] = [];
  const raw: unknown[] = [];
  for (const [name, act] of acts) {
    const visitors = { origin: cluster.origin, rate: fullRate - 10, pathOf: mixedPaths() };
    const visited = await whileVisited(visitors, () => upgradeEach(cluster, act));
    const { accepted, refused } = visited.result;
    const [kept, anew] = [figuresOf(visited.kept), figuresOf(visited.anew)];
    const longestMs = Math.max(kept.longestMs, anew.longestMs);
    rows.push({
      name: `${name}, one machine after the other`,
      values: [
        ...[kept.asked, kept.failed, anew.asked, anew.failed, longestMs / 1_000],
        ...[accepted.length, refused.length],
      ],
    });
    raw.push({ name, refused, kept, anew });
    say(`Upgrade, ${name}: ${kept.failed + anew.failed} of ${kept.asked + anew.asked} failed`);
  }
  return {
    title: 'Cluster: a rolling upgrade',
    notes: [
      `${here} ${fullRate - 10} requests a second, half of them over kept connections, a tenth for new pages; one person writes ten messages a second.`,
    ],
    columns: [
      { title: 'kept connections: asked' },
      { title: 'failed', max: 0 },
      { title: 'new connections: asked' },
      { title: 'failed', max: 0 },
      { title: 'longest answer s', digits: 1, max: 6 },
      { title: 'messages accepted' },
      { title: 'refused', max: 0 },
    ],
    rows,
    raw,
  };
}

async function loseThePrimary(cluster: Cluster) {
  const primary = await cluster.primary();
  const restart = async () => {
    primary.start();
    await cluster.isWhole();
  };
  return underWrites(cluster, () => primary.kill(), restart, writersPauseMs);
}

async function benchFailover(cluster: Cluster, { isQuick, say }: Options): Promise<Section> {
  const rows: Row[] = [];
  const raw: unknown[] = [];
  for (let time = 1; time <= (isQuick ? 1 : 2); time++) {
    const visitors = { origin: cluster.origin, rate: rateBesideWriters, pathOf: mixedPaths() };
    const { result, kept, anew } = await whileVisited(visitors, () => loseThePrimary(cluster));
    const visits = [...kept, ...anew];
    const stored = figuresOf(visits.filter(({ path }) => path === '/'));
    const fresh = figuresOf(visits.filter(({ path }) => path !== '/'));
    const longestMs = Math.max(stored.longestMs, fresh.longestMs);
    rows.push({
      name: `primary killed, time ${time}`,
      values: [
        ...[result.silentMs / 1_000, result.accepted, result.lost.length],
        ...[stored.asked, stored.failed, fresh.asked, fresh.failed, longestMs / 1_000],
      ],
    });
    raw.push({ ...result, stored, fresh });
    say(`Failover ${time}: messages again after ${(result.silentMs / 1_000).toFixed(1)} s, ${result.lost.length} lost`);
  }
  return {
    title: 'Cluster: the primary loses its power',
    notes: [
      `${here} Four people write ten messages a second each; ${rateBesideWriters} requests a second ask for pages, a tenth of them new.`,
    ],
    columns: [
      { title: 's until messages are accepted', digits: 1, max: 30 },
      { title: 'accepted' },
      { title: 'lost', max: 0 },
      { title: 'stored pages' },
      { title: 'failed', max: 0 },
      { title: 'new pages' },
      { title: 'not answered 200' },
      { title: 'longest answer s', digits: 1, max: 6 },
    ],
    rows,
    raw,
  };
}

interface Report {
  /** Runs one part, and keeps its table. */
  part: (name: string, measure: () => Promise<Section>) => Promise<void>;
  /** Prints the tables that are there. */
  write: () => void;
}

/** @throws Error when Debian's packages for it are missing, or the cluster does not start */
export async function benchCluster(options: Options, { part, write }: Report): Promise<void> {
  const missing = missingPackages();
  if (missing.length > 0) throw new Error(`A cluster needs Debian's packages: apt-get install ${missing.join(' ')}`);
  setPriority(niceness);
  const cluster = await Cluster.create(await freePort());
  const end = () => void cluster.destroy().finally(() => process.exit(1));
  const tooLate = setTimeout(() => {
    options.say(`The bench ends after ${maxMs / minuteMs} minutes: this computer has other work`);
    write();
    end();
  }, maxMs);
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    await cluster.start(options.say);
    await part('requests', () => benchRequests(cluster, options));
    await part('upgrade', () => benchUpgrade(cluster, options));
    await part('failover', () => benchFailover(cluster, options));
  } finally {
    clearTimeout(tooLate);
    process.off('SIGINT', end).off('SIGTERM', end);
    await cluster.destroy();
  }
}
