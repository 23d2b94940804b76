/** An account that is deleted: its plans end at once, and Stripe forgets the card. */
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database } from '#server/db/client.ts';
import { billingCustomers } from '#server/db/schema/index.ts';
import { bindJob, type JobRun } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { isMissing, stripeClient } from '#server/stripe/stripe-client.ts';
import { cancelNow } from './end-subscription.ts';

export const forgetCustomer = defineJob('forget-customer', z.object({ customerId: z.string() }), {
  retries: 40,
  retryDelaySeconds: 5,
  longestDelaySeconds: 3600,
});

/** In the deletion's own transaction: the account is gone if and only if Stripe will be told. */
export async function forgetBilling(tx: Database, userId: string): Promise<void> {
  const rows = await tx
    .select({ customerId: billingCustomers.stripeCustomerId })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId));
  for (const { customerId } of rows) await enqueue(tx, forgetCustomer, { customerId });
}

export const forgetCustomerJob = bindJob(forgetCustomer, async ({ customerId }, { db, env, now }: JobRun) => {
  const stripe = stripeClient(env);
  try {
    const open = await stripe.checkout.sessions.list({ customer: customerId, status: 'open', limit: 100 });
    for (const { id } of open.data) await stripe.checkout.sessions.expire(id);
    const { data } = await stripe.subscriptions.list({ customer: customerId, limit: 100 });
    for (const { id } of data) await cancelNow(stripe, id);
    await stripe.customers.del(customerId);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  await db.update(billingCustomers).set({ deletedAt: now() }).where(eq(billingCustomers.stripeCustomerId, customerId));
});
