/**
 * Makes the subscriptions of a leaving person end with their paid time, or continue when the person stays.
 */
import { and, eq, isNotNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import { setEndAtPeriod } from '#features/billing/server/end-at-period.ts';
import { queueSync } from '#features/billing/server/handle-event-job.ts';
import { accountDeletions, claims, subscriptions, users } from '#server/db/schema/index.ts';
import { bindJob, type JobRun } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { stripeClient } from '#server/stripe/stripe-client.ts';

/** The account's state decides, not the job: repeated or out of order, the result is the same. */
export const followLeaving = defineJob(
  'follow-leaving',
  z.object({ userId: z.string(), subscriptionIds: z.array(z.string()) }),
  { retries: 100, retryDelaySeconds: 2, maxDelaySeconds: 1800 },
);

export const followLeavingJob = bindJob(followLeaving, async ({ userId, subscriptionIds }, run: JobRun) => {
  const { db, env } = run;
  if ((await db.$count(users, eq(users.id, userId))) === 0) return;
  const stripe = stripeClient(env);
  for (const id of subscriptionIds) {
    // Read again for each subscription: the person may change their mind while Stripe answers.
    const isLeaving = (await db.$count(accountDeletions, eq(accountDeletions.userId, userId))) > 0;
    const isPassedOn = and(eq(claims.subscriptionId, id), isNotNull(claims.handedOverAt));
    // The plan of a listing that was handed over ends in any case.
    const ends = isLeaving || (await db.$count(claims, isPassedOn)) > 0;
    if (ends) await db.update(subscriptions).set({ keptAt: null }).where(eq(subscriptions.id, id));
    await setEndAtPeriod(stripe, id, ends);
    await queueSync(db, { kind: 'subscription', id });
  }
});
