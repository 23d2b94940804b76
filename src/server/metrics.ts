/** The metrics of one process, as Prometheus text. */
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { readBackupFailure, readLastBackup } from '#server/backup/last-backup.ts';
import type { Database } from '#server/db/client.ts';
import type { ReplicaReads } from '#server/db/replica-reads.ts';
import { readDisk, refusesWrites } from '#server/disk.ts';
import { historyAge } from '#server/history/history-age.ts';
import type { PageCache } from '#server/http/page-cache.ts';
import { deadLetters } from '#server/jobs/define-job.ts';
import { securityEvents } from '#server/security-events.ts';
import { storeCalls } from '#server/storage/store-calls.ts';

export interface Metrics {
  registry: Registry;
  /**
   * Counts an answer that did not come from the page store. @param route a pattern, never an address: the set
   * must stay small
   */
  countAnswer: (route: string, method: string, status: number, seconds: number) => void;
}

const durationBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface Observed {
  db: Database;
  pool: Pool;
  cache: PageCache;
  dataDir: string;
  /** Undefined where nothing is read from a replica. */
  reads?: Pick<ReplicaReads, 'isUsed' | 'answered'> | undefined;
}

export function createMetrics({ db, pool, cache, dataDir, reads }: Observed): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(securityEvents);
  registry.registerMetric(storeCalls);

  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer, for answers that were not stored',
    labelNames: ['route', 'method', 'status'],
    buckets: durationBuckets,
    registers,
  });

  for (const [name, help, read] of [
    ['page_cache_hits_total', 'Answers given out as stored', () => cache.state.hits],
    ['page_cache_misses_total', 'Answers that had to be made', () => cache.state.misses],
  ] as const) {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }
  gauge('page_cache_pages', 'Answers in the store', () => cache.state.pages);
  gauge('page_cache_bytes', 'Bytes in the store, compressed copies included', () => cache.state.bytes);

  new Gauge({
    name: 'database_connections',
    help: "Connections of this process's pool, and queries that wait for one",
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });

  // The value is the same in every process, so the aggregate takes the largest, not the sum.
  new Gauge({
    name: 'database_up',
    help: '1: it answers',
    aggregator: 'min',
    registers,
    async collect() {
      this.set(
        await db.execute(sql`select 1`).then(
          () => 1,
          () => 0,
        ),
      );
    },
  });
  new Gauge({
    name: 'job_queue_jobs',
    help: 'Jobs by queue and state, as last counted by the worker',
    labelNames: ['queue', 'state'],
    aggregator: 'max',
    registers,
    async collect() {
      this.reset();
      const queues = await readQueues(db).catch(() => []);
      for (const { name, ...states } of queues) {
        for (const [state, count] of Object.entries(states)) this.set({ queue: name, state }, count);
      }
    },
  });
  registerReads(registers, reads);
  registerShortages(registers, db, dataDir);

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }

  return {
    registry,
    countAnswer: (route, method, status, seconds) => durations.observe({ route, method, status }, seconds),
  };
}

/** Both stay without a value where there is no DATABASE_READ_URL. */
function registerReads(registers: Registry[], reads: Observed['reads']): void {
  new Gauge({
    name: 'database_replica_used',
    help: '1: reads that may be a second old go to the replica; 0: it is away or too far behind',
    // A metric without labels has the value 0 where nothing sets it.
    labelNames: ['server'],
    aggregator: 'min',
    registers,
    collect() {
      this.reset();
      if (reads) this.set({ server: 'replica' }, reads.isUsed() ? 1 : 0);
    },
  });
  new Counter({
    name: 'database_reads_total',
    help: 'Statements that a replica may answer, by who answered',
    labelNames: ['server'],
    registers,
    collect() {
      this.reset();
      for (const [server, count] of Object.entries(reads?.answered ?? {})) this.inc({ server }, count);
    },
  });
}

/** Shortages that are seen here before visitors see them. The values are the same in every process. */
function registerShortages(registers: Registry[], db: Database, dataDir: string): void {
  new Gauge({
    name: 'job_queue_oldest_seconds',
    help: 'How long the oldest job that is due has been waiting, by queue; dead letters wait for nobody',
    labelNames: ['queue'],
    aggregator: 'max',
    registers,
    async collect() {
      this.reset();
      for (const { name, seconds } of await readOldest(db).catch(() => [])) this.set({ queue: name }, seconds);
    },
  });
  new Gauge({
    name: 'data_dir_free_bytes',
    help: 'What the disk that holds DATA_DIR has left for this account',
    aggregator: 'min',
    registers,
    async collect() {
      this.set((await readDisk(dataDir))?.freeBytes ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'backup_age_seconds',
    help: 'Time since the last good backup; NaN where none was made',
    aggregator: 'max',
    registers,
    async collect() {
      const last = await readLastBackup(dataDir);
      this.set(last ? (Date.now() - last.at.getTime()) / 1000 : Number.NaN);
    },
  });
  new Gauge({
    name: 'backup_failed',
    help: '1: the last scheduled backup failed, and none was made since',
    aggregator: 'max',
    registers,
    async collect() {
      this.set((await readBackupFailure(dataDir)) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'history_base_age_seconds',
    help: 'Time since the newest copy of the whole database in the history; NaN where none is kept',
    aggregator: 'max',
    registers,
    async collect() {
      this.set((await historyAge(dataDir, new Date())).baseSeconds);
    },
  });
  new Gauge({
    name: 'history_bucket_behind_seconds',
    help: 'For how long the history in the bucket has lacked something; NaN where there is no bucket',
    aggregator: 'max',
    registers,
    async collect() {
      this.set((await historyAge(dataDir, new Date())).bucketSeconds);
    },
  });
  new Gauge({
    name: 'data_dir_refuses_writes',
    help: '1: so little is left on the disk that nothing is saved',
    aggregator: 'max',
    registers,
    collect() {
      this.set(refusesWrites() ? 1 : 0);
    },
  });
}

async function readOldest(db: Database) {
  const { rows } = await db.execute<{ name: string; seconds: number }>(
    sql`select name, extract(epoch from now() - min(start_after))::float as seconds from pgboss.job
      where state in ('created', 'retry') and start_after <= now() and name <> ${deadLetters} group by name`,
  );
  return rows;
}

async function readQueues(db: Database) {
  const { rows } = await db.execute<{ name: string; deferred: number; queued: number; active: number }>(
    sql`select name, deferred_count as deferred, queued_count as queued, active_count as active from pgboss.queue`,
  );
  return rows;
}
