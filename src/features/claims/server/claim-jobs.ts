/** What claims leave to the worker; queued in the transaction of the change that asks for it. */
import * as z from 'zod/mini';
import { defineJob } from '#server/jobs/define-job.ts';

const about = z.object({ claimId: z.string() });

/** Money is tried for about four days before somebody has to look. */
const stubborn = { retries: 100, maxDelaySeconds: 3600 };

/** Approved: ends the hold, which is the first charge. */
export const chargeClaim = defineJob('charge-claim', about, stubborn);
/** Not approved: ends the Checkout session and the subscription at Stripe, uncharged. */
export const cancelClaim = defineJob('cancel-claim', about, stubborn);
/** Hourly: what no event told us, and what comes due. */
export const tendClaims = defineJob('tend-claims', z.object({}), { isSingleton: true, keepDays: 1 });
