/** After a deleted account: its plans end at once, unused time and credit are given back, and Stripe forgets the card. */
import { and, eq, isNotNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database } from '#server/db/client.ts';
import { billingCustomers, claims } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { bindJob, type JobRun } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { expireSession } from '#server/stripe/expire-session.ts';
import { retrieveOrNull } from '#server/stripe/retrieve-or-null.ts';
import { stripeClient } from '#server/stripe/stripe-client.ts';
import { hourSeconds } from '#shared/times.ts';
import { payOutCredit } from './credit.ts';
import { cancelNow } from './end-subscription.ts';
import { refundUnused } from './unused-time.ts';

/** Payments are retried for about four days before staff have to look. */
export const forgetCustomer = defineJob(
  'forget-customer',
  z.object({
    customerId: z.string(),
    /** The time of the deletion: a late job refunds as much as one in time. */
    leftAt: z.optional(z.string()),
  }),
  { retries: 100, retryDelaySeconds: 5, maxDelaySeconds: hourSeconds },
);

/** Queued in the deletion's transaction: the account is gone if and only if Stripe will be told. */
export async function forgetBilling(tx: Database, userId: string, services?: Pick<Services, 'now'>): Promise<void> {
  const rows = await tx
    .select({ customerId: billingCustomers.stripeCustomerId })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId));
  const leftAt = services?.now().toISOString();
  for (const { customerId } of rows) {
    await enqueue(tx, forgetCustomer, { customerId, ...(leftAt === undefined ? {} : { leftAt }) });
  }
}

export const forgetCustomerJob = bindJob(forgetCustomer, async ({ customerId, leftAt }, run: JobRun) => {
  const { db, env, log, now } = run;
  const stripe = stripeClient(env);
  const at = leftAt === undefined ? now() : new Date(leftAt);
  await retrieveOrNull(async () => {
    const open = await stripe.checkout.sessions.list({ customer: customerId, status: 'open', limit: 100 });
    for (const { id } of open.data) await expireSession(stripe, id);
    // All: plans that ended before their time was used, and plans that were paid a moment ago and are not on record yet.
    for await (const { id } of stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 })) {
      await cancelNow(stripe, id);
      // Paid time that was handed over with a listing is its new owner's.
      const isPassedOn = and(eq(claims.subscriptionId, id), isNotNull(claims.handedOverAt));
      if ((await db.$count(claims, isPassedOn)) === 0) await refundUnused(stripe, id, at, log);
    }
    await payOutCredit(stripe, customerId, log);
    await stripe.customers.del(customerId);
  });
  await db.update(billingCustomers).set({ deletedAt: now() }).where(eq(billingCustomers.stripeCustomerId, customerId));
});
