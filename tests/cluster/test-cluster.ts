/** One cluster for the whole file, and what its tests ask of it. */
import { afterAll, beforeAll, expect } from 'vitest';
import { Cluster } from '../../deploy/cluster/a-cluster.ts';
import { freePort } from '../../deploy/cluster/programs.ts';
import type { Outage } from './under-writes.ts';

/** Swift needs longer than the cluster. */
const startMs = 400_000;

interface TestCluster {
  readonly cluster: Cluster;
}

/** @param prepare runs before the cluster starts; resolves to variables of the site's machines */
export function testCluster(prepare: () => Promise<NodeJS.ProcessEnv> = async () => ({})): TestCluster {
  let cluster: Cluster | undefined;
  beforeAll(async () => {
    cluster = await Cluster.create(await freePort(), await prepare());
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
