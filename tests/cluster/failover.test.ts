/** A database node, a machine of the site or a member of etcd dies or is cut off while people write. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { expectNothingLost, tell, testCluster } from './test-cluster.ts';
import { underWrites } from './under-writes.ts';

const test = testCluster();
const patience = { timeout: 240_000 };
/** Patroni waits 20 s before it replaces a primary that says nothing. */
const backMs = 30_000;

describe('the primary loses its power', () => {
  it.for(Array.from({ length: 10 }, (_, index) => index + 1))('time %i of 10', patience, async (time) => {
    const { cluster } = test;
    const primary = await cluster.primary();
    const outage = await underWrites(
      cluster,
      () => primary.kill(),
      async () => {
        primary.start();
        await cluster.isWhole();
      },
    );
    tell(`primary ${primary.name} killed, time ${time}`, outage);
    expectNothingLost(outage, backMs);
  });
});

describe('cut off, and back after another has taken over', () => {
  it('the primary: what it accepted is there, and it accepts nothing more', patience, async () => {
    const { cluster } = test;
    const primary = await cluster.primary();
    const outage = await underWrites(
      cluster,
      async () => primary.cutOff(),
      async () => {
        primary.reconnect();
        await cluster.isWhole();
      },
    );
    tell(`primary ${primary.name} cut off`, outage);
    expectNothingLost(outage, backMs);
  });

  it('the primary while it renews its lock, which stays with the next one', patience, async () => {
    const { cluster } = test;
    const primary = await cluster.primary();
    const outage = await underWrites(
      cluster,
      async () => {
        primary.cutOffServer();
        // Patroni begins a round every two seconds: it reads who has the lock, asks PostgreSQL, and renews the lock.
        await sleep(2_500);
        primary.cutOff();
      },
      async () => {
        primary.reconnect();
        await cluster.isWhole();
      },
    );
    tell(`primary ${primary.name} cut off while it renewed its lock`, outage);
    expectNothingLost(outage, backMs);
    expect((await cluster.primary()).name).not.toBe(primary.name);
  });

  it('the replica that every write waits for', patience, async () => {
    const { cluster } = test;
    const replica = await cluster.synchronousReplica();
    const outage = await underWrites(
      cluster,
      async () => replica.cutOff(),
      async () => {
        replica.reconnect();
        await cluster.isWhole();
      },
    );
    tell(`synchronous replica ${replica.name} cut off`, outage);
    expectNothingLost(outage, 15_000);
  });

  it('etcd’s leader', patience, async () => {
    const { cluster } = test;
    const leader = await cluster.etcd.leader();
    const outage = await underWrites(
      cluster,
      async () => leader.program?.end('SIGKILL'),
      async () => {
        cluster.etcd.startMember(leader);
        await cluster.isWhole();
      },
    );
    tell(`etcd’s leader ${leader.name} killed`, outage);
    expectNothingLost(outage, 10_000);
  });

  it.for([0, 1])('machine %i of the site', patience, async (index) => {
    const { cluster } = test;
    const machine = cluster.machines[index];
    if (!machine) throw new Error('there is no such machine');
    const outage = await underWrites(
      cluster,
      () => machine.kill(),
      async () => {
        machine.start();
        await cluster.isServing();
      },
    );
    tell(`${machine.name} killed`, outage);
    expectNothingLost(outage, 10_000);
  });
});
