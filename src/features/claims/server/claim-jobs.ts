/** The worker's jobs for claims, queued in the transaction of the change that needs them. */
import * as z from 'zod/mini';
import { defineJob } from '#server/jobs/define-job.ts';
import { hourSeconds } from '#shared/times.ts';

const about = z.object({ claimId: z.string() });

/** Payments are retried for about four days before somebody has to look. */
const stubborn = { retries: 100, maxDelaySeconds: hourSeconds };

/** After approval: ends the hold, which makes the first charge. */
export const chargeClaim = defineJob('charge-claim', about, stubborn);
/** Without approval: ends the Checkout session and the subscription at Stripe, uncharged. */
export const cancelClaim = defineJob('cancel-claim', about, stubborn);
/** After a hand-over: the former owner's plan is not renewed. */
export const stopClaim = defineJob('stop-claim', about, stubborn);
/** Every hour: handles missed events and claims that are due. */
export const dueClaimsJob = defineJob('tend-claims', z.object({}), { isSingleton: true, keepDays: 1 });
