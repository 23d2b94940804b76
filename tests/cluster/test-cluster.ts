/** One cluster for the whole file, and what its tests ask of it. */
import { Client } from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { Cluster } from '../../deploy/cluster/a-cluster.ts';
import { freePort, until } from '../../deploy/cluster/programs.ts';
import { Sender } from './senders.ts';

const startMs = 180_000;

interface TestCluster {
  readonly cluster: Cluster;
}

export function testCluster(): TestCluster {
  let cluster: Cluster | undefined;
  beforeAll(async () => {
    cluster = await Cluster.create(await freePort());
    await cluster.start((line) => console.log(line));
  }, startMs);
  afterAll(() => cluster?.destroy(), startMs);
  return {
    get cluster() {
      if (!cluster) throw new Error('the cluster is read before the tests begin');
      return cluster;
    },
  };
}

/** Rows of the primary, whichever node that is now. */
export async function ask<Row extends object>(cluster: Cluster, query: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: cluster.databaseUrl, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return (await client.query<Row>(query, values)).rows;
  } finally {
    await client.end();
  }
}

interface Outage {
  /** Between the act and the first message that was accepted after it, and for the longest time without any. */
  silentMs: number;
  accepted: number;
  /** Counts of the other answers, by status; 0: no answer. */
  refused: Record<number, number>;
  lost: string[];
}

const senderCount = 4;

/**
 * Lets people write, does `act`, waits until messages are accepted again and `after` has been done, and looks for every
 * accepted message in the database.
 */
export async function underWrites(
  cluster: Cluster,
  act: () => Promise<unknown>,
  after: () => Promise<unknown> = async () => undefined,
): Promise<Outage> {
  const senders = Array.from({ length: senderCount }, () => new Sender(cluster.origin));
  const times = () => senders.flatMap(({ accepted }) => accepted.map(({ at }) => at)).toSorted((a, b) => a - b);
  await until('each sender is heard', () => senders.every(({ accepted }) => accepted.length >= 5));
  const begun = Date.now();
  await act();
  // A message that was under way when the act began may still be accepted; then everybody waits.
  await until('each sender is heard again', () =>
    senders.every(({ accepted }) => accepted.filter(({ at }) => at > begun).length >= 10),
  );
  await after();
  await Promise.all(senders.map((sender) => sender.stop()));
  const moments = [begun, ...times().filter((at) => at > begun)];
  const silentMs = Math.max(...moments.slice(1).map((at, index) => at - (moments[index] ?? at)));
  const marks = senders.flatMap(({ accepted }) => accepted.map(({ mark }) => mark));
  const stored = await ask<{ mark: string }>(
    cluster,
    'select substring(message from 6) as mark from contact_messages where substring(message from 6) = any($1)',
    [marks],
  );
  const found = new Set(stored.map(({ mark }) => mark));
  const refused: Record<number, number> = {};
  for (const status of senders.flatMap((sender) => sender.refused)) refused[status] = (refused[status] ?? 0) + 1;
  return { silentMs, accepted: marks.length, refused, lost: marks.filter((mark) => !found.has(mark)) };
}

/** Prints what a round showed; whoever runs the test wants the seconds. */
export function tell(what: string, { silentMs, accepted, refused, lost }: Outage): void {
  const others = Object.entries(refused).map(([status, count]) => `${count} × ${status}`);
  const told = others.length > 0 ? ` (refused: ${others.join(', ')})` : '';
  const seconds = (silentMs / 1_000).toFixed(1);
  console.log(`${what}: silent for ${seconds} s, ${accepted} messages accepted${told}, ${lost.length} lost`);
}

export function expectNothingLost(outage: Outage, maxSilentMs: number): void {
  expect(outage.lost).toEqual([]);
  expect(outage.accepted).toBeGreaterThan(20);
  expect(outage.silentMs).toBeLessThan(maxSilentMs);
}
