import * as z from 'zod/mini';
import { defineJob } from '#server/jobs/define-job.ts';

/**
 * Queued when somebody has confirmed a mailbox; app/wiring/follow-mailbox.ts queues what follows. `former`: the confirmed mailbox that the
 * account had until then. `noCharge`: the page of the link has not said that a claim's card may be charged.
 */
export const emailConfirmed = defineJob(
  'email-confirmed',
  z.object({ userId: z.string(), former: z.optional(z.string()), noCharge: z.optional(z.boolean()) }),
);
