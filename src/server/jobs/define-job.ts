import type * as z from 'zod/mini';
import { daySeconds } from '#shared/times.ts';

interface JobOptions {
  /** Retries after the first attempt; default 10, which with the waits below takes about 50 minutes. */
  retries?: number;
  /** The wait before the first retry; it doubles from retry to retry. Default 5. */
  retryDelaySeconds?: number;
  /** The longest wait between retries; default 600. */
  maxDelaySeconds?: number;
  /** An attempt that takes longer counts as failed; default 120. */
  timeoutSeconds?: number;
  /** Days for which a finished job is kept; default 7. */
  keepDays?: number;
  /** While a job with the same `singletonKey` waits, another is not added. */
  isSingleton?: boolean;
}

interface StoreOptions<P> {
  /** Changes the payload for the table: the queue and its backups must not hold secrets in clear. */
  store?(payload: P): P;
}

/** Work for the worker process: a name, a payload, and how it is retried. */
export interface JobDefinition<P extends object> {
  name: string;
  payload: z.ZodMiniType<P>;
  store?(payload: P): P;
  /** The options of pg-boss's create_queue. */
  queue: QueueOptions;
}

interface QueueOptions {
  policy: 'standard' | 'short';
  retryLimit: number;
  retryDelay: number;
  retryBackoff: boolean;
  retryDelayMax: number;
  expireInSeconds: number;
  heartbeatSeconds: number;
  retentionSeconds: number;
  deleteAfterSeconds: number;
  notify: boolean;
  deadLetter: string;
}

/** The queue of jobs that failed for good. No worker reads it; staff do. */
export const deadLetters = 'dead-letters';

/**
 * Defines a job. It runs at least once: after a crash it runs again, so its handler must be idempotent.
 * @param name lower case letters and hyphens; stored with every job, so a new name strands waiting jobs
 */
export function defineJob<P extends object>(
  name: string,
  payload: z.ZodMiniType<P>,
  options: JobOptions & StoreOptions<P> = {},
): JobDefinition<P> {
  return {
    name,
    payload,
    ...(options.store ? { store: options.store } : {}),
    queue: {
      policy: options.isSingleton ? 'short' : 'standard',
      retryLimit: options.retries ?? 10,
      retryDelay: options.retryDelaySeconds ?? 5,
      retryBackoff: true,
      retryDelayMax: options.maxDelaySeconds ?? 600,
      expireInSeconds: options.timeoutSeconds ?? 120,
      // A killed worker's job waits this long before another worker takes it; pg-boss allows no less than 10.
      heartbeatSeconds: 15,
      retentionSeconds: 90 * daySeconds,
      deleteAfterSeconds: (options.keepDays ?? 7) * daySeconds,
      notify: true,
      deadLetter: deadLetters,
    },
  };
}
