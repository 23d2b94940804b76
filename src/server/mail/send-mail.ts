import * as z from 'zod/mini';
import { defineJob } from '#server/jobs/define-job.ts';

/**
 * One mail to one mailbox, finished when it is queued. A mail server that is away is tried for about three days; a
 * mailbox that does not exist only once.
 */
export const sendMail = defineJob(
  'send-mail',
  z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    /** Who gets the answers, where that is not the site. */
    replyTo: z.optional(z.object({ name: z.string(), address: z.string() })),
    /** Bulk mail only: where one click unsubscribes (RFC 8058). */
    unsubscribeUrl: z.optional(z.string()),
    /** To somebody whose account is gone: once it is sent or given up, the queue does not keep who got it. */
    forget: z.optional(z.boolean()),
  }),
  // What people wrote and links that open something stay in the queue no longer than needed.
  { retries: 80, retryDelaySeconds: 10, longestDelaySeconds: 3600, timeoutSeconds: 120, keepDays: 2 },
);

export type Mail = z.infer<(typeof sendMail)['payload']>;
