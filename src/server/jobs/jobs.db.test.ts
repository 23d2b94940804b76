import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { type BoundJob, bindJob, HopelessJob, type JobRun, type Schedule } from './bind-job.ts';
import { deadLetters, defineJob } from './define-job.ts';
import { enqueue } from './enqueue.ts';
import { type RunningJobs, runJobs } from './run-jobs.ts';

const database = testDatabase();
const running: RunningJobs[] = [];
beforeEach(() => database.pool.query('truncate pgboss.job'));
afterEach(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.stop(1000)));
});

const greet = defineJob('greet', z.object({ name: z.string() }), { retries: 2, retryDelaySeconds: 1 });

async function startWorker(jobs: BoundJob[], schedules: Schedule[] = []): Promise<RunningJobs> {
  const worker = await runJobs(database.url, testServices(database), { jobs, schedules });
  running.push(worker);
  return worker;
}

/** A handler that records its calls and fails as told. */
function recorder(fail: (run: JobRun) => void = () => undefined) {
  const seen: { name: string; jobId: string; retryCount: number }[] = [];
  const bound = bindJob(greet, async ({ name }, run) => {
    seen.push({ name, jobId: run.jobId, retryCount: run.retryCount });
    fail(run);
  });
  return { seen, bound };
}

const until = (check: () => unknown, timeout = 12_000) =>
  vi.waitFor(async () => expect(await check()).toBeTruthy(), { timeout, interval: 20 });

const jobRows = async (name: string) =>
  (await database.pool.query('select state, data, output, source_name from pgboss.job where name = $1', [name])).rows;

it('is installed at the version that this release of pg-boss expects', async () => {
  const boss = new PgBoss({ connectionString: database.url, migrate: false });
  await boss.start();
  await boss.stop({ graceful: false });
});

it('stores a job as pg-boss itself does', async () => {
  await enqueue(database.db, greet, { name: 'ours' });
  const boss = new PgBoss({ connectionString: database.url });
  await boss.start();
  await boss.send('greet', { name: 'theirs' });
  await boss.stop({ graceful: false });
  const { rows } = await database.pool.query(
    `select to_jsonb(job) - 'id' - 'data' - 'created_on' - 'start_after' - 'keep_until'
       || jsonb_build_object('kept', keep_until - start_after) as job from pgboss.job where name = 'greet'`,
  );
  expect(rows).toHaveLength(2);
  expect(rows[0].job).toEqual(rows[1].job);
});

it('does a job within moments of the commit that queued it', async () => {
  const { seen, bound } = recorder();
  await startWorker([bound]);
  await sleep(300);
  const waits: number[] = [];
  for (const name of ['Ada', 'Grace', 'Edith', 'Hedy', 'Joan']) {
    const startedAt = Date.now();
    const jobId = await enqueue(database.db, greet, { name });
    await until(() => seen.length === waits.length + 1);
    waits.push(Date.now() - startedAt);
    expect(seen.at(-1)).toEqual({ name, jobId, retryCount: 0 });
  }
  // The shortest of five: the machine may be busy with other things.
  expect(Math.min(...waits)).toBeLessThan(500);
  await until(async () => (await jobRows('greet'))[0]?.state === 'completed');
});

it('forgets a job whose transaction was rolled back', async () => {
  await expect(
    database.db.transaction(async (tx) => {
      await enqueue(tx, greet, { name: 'Nobody' });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await jobRows('greet')).toEqual([]);
});

it('does many jobs of one commit without waiting between them', async () => {
  const { seen, bound } = recorder();
  await startWorker([bound]);
  await sleep(300);
  await database.db.transaction(async (tx) => {
    for (let i = 0; i < 25; i++) await enqueue(tx, greet, { name: `Guest ${i}` });
  });
  await until(() => seen.length === 25, 3000);
  expect(seen.map(({ name }) => name)).toEqual(Array.from({ length: 25 }, (_, i) => `Guest ${i}`));
});

it('shares the work between workers and does nothing twice', async () => {
  const [one, two] = [recorder(), recorder()];
  await startWorker([one.bound]);
  await startWorker([two.bound]);
  await database.db.transaction(async (tx) => {
    for (let i = 0; i < 40; i++) await enqueue(tx, greet, { name: `Guest ${i}` });
  });
  await until(() => one.seen.length + two.seen.length >= 40);
  await sleep(200);
  expect(new Set([...one.seen, ...two.seen].map(({ name }) => name)).size).toBe(40);
  expect(one.seen.length + two.seen.length).toBe(40);
});

it('tries again what failed, as the same job, and keeps what failed for good', async () => {
  const { seen, bound } = recorder(() => {
    throw new Error('the door is locked');
  });
  await startWorker([bound]);
  await enqueue(database.db, greet, { name: 'Ada' });
  await until(async () => (await jobRows(deadLetters)).length === 1, 20_000);
  expect(seen.map(({ retryCount }) => retryCount)).toEqual([0, 1, 2]);
  expect(new Set(seen.map(({ jobId }) => jobId)).size).toBe(1);
  expect(await jobRows(deadLetters)).toMatchObject([{ state: 'created', data: { name: 'Ada' }, source_name: 'greet' }]);
  expect((await jobRows('greet'))[0]?.output).toEqual({ reason: 'the door is locked' });
}, 30_000);

it('gives up at once on what can never succeed', async () => {
  const { seen, bound } = recorder(() => {
    throw new HopelessJob('there is no such door');
  });
  await startWorker([bound]);
  await enqueue(database.db, greet, { name: 'Ada' });
  await until(async () => (await jobRows(deadLetters)).length === 1);
  expect(seen).toHaveLength(1);
});

it('keeps a payload that the job does not take as a dead letter', async () => {
  const { seen, bound } = recorder();
  await startWorker([bound]);
  await enqueue(database.db, greet, { name: 7 } as unknown as { name: string });
  await until(async () => (await jobRows(deadLetters)).length === 1);
  expect(seen).toEqual([]);
});

it('lets a singleton wait once for each key', async () => {
  const count = defineJob('count', z.object({}), { isSingleton: true });
  expect(await enqueue(database.db, count, {}, { singletonKey: 'a' })).not.toBeNull();
  expect(await enqueue(database.db, count, {}, { singletonKey: 'a' })).toBeNull();
  expect(await enqueue(database.db, count, {}, { singletonKey: 'b' })).not.toBeNull();
});

it('stores any text', async () => {
  const { seen, bound } = recorder();
  await startWorker([bound]);
  await enqueue(database.db, greet, { name: 'a\0b \ud800 \u{1f333} \u2028' });
  await until(() => seen.length === 1);
  expect(seen[0]?.name).toBe('ab \ufffd \u{1f333} \u2028');
});

it('finishes what runs before it stops', async () => {
  let finished = false;
  const slow = bindJob(greet, async () => {
    await sleep(700);
    finished = true;
  });
  const worker = await startWorker([slow]);
  await enqueue(database.db, greet, { name: 'Ada' });
  await until(async () => (await jobRows('greet'))[0]?.state === 'active');
  await worker.stop(5000);
  expect(finished).toBe(true);
  expect((await jobRows('greet'))[0]?.state).toBe('completed');
});

it('goes on when the database has thrown everybody out', async () => {
  const { seen, bound } = recorder();
  await startWorker([bound]);
  await sleep(200);
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'alameda jobs%' or application_name like 'pgboss%'",
  );
  await enqueue(database.db, greet, { name: 'Ada' });
  await until(() => seen.length === 1);
});

it('takes up what a killed worker left, once its heart has stopped for 15 seconds', async () => {
  const { seen, bound } = recorder();
  await enqueue(database.db, greet, { name: 'Ada' });
  await database.pool.query(
    "update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '20 s' where name = 'greet'",
  );
  await startWorker([bound]);
  await until(() => seen.length === 1, 25_000);
  expect(seen[0]?.retryCount).toBe(1);
}, 30_000);

it('queues by the clock, and drops schedules that are no more', async () => {
  const tick = defineJob('tick', z.object({}), { isSingleton: true });
  const bound = bindJob(tick, async () => undefined);
  await (await startWorker([bound], [{ job: tick, cron: '7 * * * *' }])).stop(1000);
  const names = async () => (await database.pool.query('select name, cron from pgboss.schedule')).rows;
  expect(await names()).toEqual([{ name: 'tick', cron: '7 * * * *' }]);
  await startWorker([bound]);
  expect(await names()).toEqual([]);
});
