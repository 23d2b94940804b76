/**
 * Runs the queue's jobs until it is stopped. pg-boss stores the queue, claims jobs and retries failed ones.
 */
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import { type CallContext, withinCall } from '#server/call-context.ts';
import type { Services } from '#server/http/serve.ts';
import { noteSecurityChanges } from '#server/security-events.ts';
import { inSpan } from '#server/tracing/spans.ts';
import { type BoundJob, HopelessJob, type Schedule } from './bind-job.ts';
import { makeQueues } from './enqueue.ts';
import { queueErrors } from './queue-errors.ts';

export interface RunningJobs {
  /** Takes no more jobs, waits up to `patienceMs` for running ones, and returns the rest to the queue. */
  stop(patienceMs: number): Promise<void>;
}

interface Work {
  jobs: readonly BoundJob[];
  schedules: readonly Schedule[];
}

/**
 * Rejects when the database does not answer or is not migrated; once started, it survives outages of the
 * database.
 */
export async function runJobs(url: string, services: Services, { jobs, schedules }: Work): Promise<RunningJobs> {
  const { db, log } = services;
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'alameda jobs',
    // Each takes 6 MB in the database; the jobs themselves have a pool of their own.
    max: 2,
    connectionTimeoutMillis: 5_000,
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    cronMonitorIntervalSeconds: 15,
  });
  boss.on('error', queueErrors(log));
  boss.on('warning', ({ message }) => log.warn({ part: 'jobs' }, message));
  try {
    await boss.start();
    for (const { job } of jobs) {
      await makeQueues(db, job);
      const { policy: _, ...options } = job.queue;
      await boss.updateQueue(job.name, options);
    }
    await setSchedules(boss, schedules);
    for (const bound of jobs) {
      for (let i = 0; i < bound.concurrency; i++) await work(boss, bound, services);
    }
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }
  return { stop: (patienceMs) => boss.stop({ graceful: true, timeout: patienceMs }) };
}

/** Sets the schedules, and removes those of an earlier release, which would queue jobs without a handler. */
async function setSchedules(boss: PgBoss, schedules: readonly Schedule[]): Promise<void> {
  const wanted = new Set(schedules.map(({ job }) => job.name));
  for (const { name } of await boss.getSchedules()) if (!wanted.has(name)) await boss.unschedule(name);
  for (const { job, cron } of schedules) await boss.schedule(job.name, cron, {}, { tz: 'UTC' });
}

/** One job at a time, each completed on its own: after a crash, each worker repeats one job at most. */
async function work(boss: PgBoss, bound: BoundJob, services: Services): Promise<void> {
  const { name } = bound.job;
  const options = {
    batchSize: 1,
    includeMetadata: true,
    perJobResults: true,
    pollingIntervalSeconds: 2,
    // pg-boss does not announce retries when they become due, so the worker polls too.
    notifyPollingIntervalSeconds: 2,
  } as const;
  let workerId = '';
  workerId = await boss.work(name, options, async (claimed: JobWithMetadata<unknown>[]) => {
    const results: JobResult[] = [];
    for (const job of claimed) results.push(await runOne(bound, job, services));
    // A worker that has just run a job polls again at once instead of waiting for the next notification.
    boss.notifyWorker(workerId);
    return results;
  });
}

async function runOne(bound: BoundJob, job: JobWithMetadata<unknown>, services: Services): Promise<JobResult> {
  const log = services.log.child({ part: 'jobs', job: job.name, jobId: job.id });
  try {
    const call: CallContext = {
      requestId: job.id,
      clientAddress: '',
      method: 'JOB',
      route: () => job.name,
      changes: [],
    };
    const run = { ...services, log, jobId: job.id, queuedAt: job.createdOn, retryCount: job.retryCount };
    const attributes = { 'messaging.message.id': job.id, 'alameda.job.retries': job.retryCount };
    await inSpan({ name: `job ${job.name}`, kind: 'job', attributes }, () =>
      withinCall(call, async () => bound.run(job.data, run)),
    );
    noteSecurityChanges(services, call);
    return { id: job.id, status: 'completed' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isLast = error instanceof HopelessJob || job.retryCount >= job.retryLimit;
    log[isLast ? 'error' : 'warn'](
      { err: error, retryCount: job.retryCount },
      isLast ? 'a job failed for good and is kept as a dead letter' : 'a job failed and is tried again later',
    );
    return { id: job.id, status: error instanceof HopelessJob ? 'deadletter' : 'failed', output: { reason } };
  }
}
