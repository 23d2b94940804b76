import * as z from 'zod/mini';
import { defineJob } from '#server/jobs/define-job.ts';

/** Sends for a few seconds and queues itself again while there is something to send: a stop never has to wait long. */
export const sendNewsletter = defineJob('send-newsletter', z.object({ issueId: z.guid() }), {
  isSingleton: true,
  retryDelaySeconds: 1,
  longestDelaySeconds: 60,
  keepDays: 1,
});

/** Every minute: begins what is due, and wakes up what has nobody working on it. */
export const newsletterClock = defineJob('newsletter-clock', z.object({}), { isSingleton: true, keepDays: 1 });
