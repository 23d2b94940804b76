import type { Services } from '#server/http/serve.ts';
import type { JobDefinition } from './define-job.ts';

/** The arguments of a handler: the services and the job's own data. */
export interface JobRun extends Services {
  /** The same for every attempt. */
  jobId: string;
  queuedAt: Date;
  /** 0 at the first attempt. */
  retryCount: number;
}

/** Thrown by a job that can never succeed: it becomes a dead letter at once and is not retried. */
export class HopelessJob extends Error {
  override name = 'HopelessJob';
}

export interface BoundJob {
  job: Pick<JobDefinition<object>, 'name' | 'queue'>;
  /** The number of these jobs that one worker process runs at a time. */
  concurrency: number;
  /** @throws HopelessJob when the stored payload does not match the job's schema */
  run: (payload: unknown, run: JobRun) => Promise<void>;
}

/** Joins a job with its handler. */
export function bindJob<P extends object>(
  job: JobDefinition<P>,
  handler: (payload: P, run: JobRun) => Promise<void>,
  options: { concurrency?: number } = {},
): BoundJob {
  return {
    job,
    concurrency: options.concurrency ?? 1,
    run: async (payload, run) => {
      const parsed = job.payload.safeParse(payload);
      if (!parsed.success) throw new HopelessJob(`a job '${job.name}' was stored with a payload it does not take`);
      await handler(parsed.data, run);
    },
  };
}

export interface Schedule {
  job: JobDefinition<Record<string, never>>;
  /** Five fields, in UTC. */
  cron: string;
}
