import * as z from 'zod/mini';
import { defineJob } from '#server/jobs/define-job.ts';

/** Queued when somebody has confirmed a mailbox; `app/jobs.ts` names the consequences. */
export const emailConfirmed = defineJob('email-confirmed', z.object({ userId: z.string() }));
