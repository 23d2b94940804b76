import type * as z from 'zod/mini';

export interface JobOptions {
  /** Tries after the first; 10 unless said: with the waits below, about 50 minutes. */
  retries?: number;
  /** The wait before the second try; doubles from try to try. 5 unless said. */
  retryDelaySeconds?: number;
  /** The longest wait between tries; 600 unless said. */
  longestDelaySeconds?: number;
  /** A try that takes longer counts as failed; 120 unless said. */
  timeoutSeconds?: number;
  /** How long a finished job is remembered; 7 unless said. */
  keepDays?: number;
  /** While one with the same `singletonKey` waits, another is not added. */
  isSingleton?: boolean;
}

/** Work to be done later, in the worker process: a name, what it is told, and how stubbornly it is tried. */
export interface JobDefinition<P extends object> {
  name: string;
  payload: z.ZodMiniType<P>;
  /** As pg-boss's create_queue takes them. */
  queue: QueueOptions;
}

export interface QueueOptions {
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

/** Where a job goes that failed for good: nobody works on this queue, staff look at it. */
export const deadLetters = 'dead-letters';

const daySeconds = 86_400;

/**
 * A job runs at least once: after a crash it runs again, so its handler must do no harm when it has run before.
 * @param name small letters and hyphens; stored with every job, so renaming strands the waiting ones
 */
export function defineJob<P extends object>(
  name: string,
  payload: z.ZodMiniType<P>,
  options: JobOptions = {},
): JobDefinition<P> {
  return {
    name,
    payload,
    queue: {
      policy: options.isSingleton ? 'short' : 'standard',
      retryLimit: options.retries ?? 10,
      retryDelay: options.retryDelaySeconds ?? 5,
      retryBackoff: true,
      retryDelayMax: options.longestDelaySeconds ?? 600,
      expireInSeconds: options.timeoutSeconds ?? 120,
      // How long a killed worker's job waits before another takes it; pg-boss allows no less than 10.
      heartbeatSeconds: 15,
      retentionSeconds: 90 * daySeconds,
      deleteAfterSeconds: (options.keepDays ?? 7) * daySeconds,
      notify: true,
      deadLetter: deadLetters,
    },
  };
}
