import * as z from 'zod/mini';
import { defineJob } from '#server/jobs/define-job.ts';

/**
 * Sends for a few seconds and queues itself again while there is something to send, so that stopping the
 * worker never takes long.
 */
export const sendNewsletter = defineJob('send-newsletter', z.object({ issueId: z.guid() }), {
  isSingleton: true,
  retryDelaySeconds: 1,
  maxDelaySeconds: 60,
  keepDays: 1,
});

/** Runs every minute: starts due issues, and wakes up issues that no job is working on. */
export const newsletterClock = defineJob('newsletter-clock', z.object({}), { isSingleton: true, keepDays: 1 });
