/** A payment of somebody who is banned, which was on its way when staff banned them: it is given back, and what it bought ends. */
import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import { type BoundJob, bindJob } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { objectId } from '#server/stripe/object-id.ts';
import { stripeClient } from '#server/stripe/stripe-client.ts';
import { cancelNow } from './end-subscription.ts';
import { refundOnce, restoreCredit } from './give-back.ts';
import { queueSync } from './handle-event-job.ts';
import { refundMarks, siteAsActor } from './refunds-of-payment.ts';

export const giveBackOfBanned = defineJob(
  'give-back-of-banned',
  z.object({
    /** Id of the act. */
    act: z.guid(),
    subscriptionId: z.optional(z.string()),
    order: z.optional(z.object({ id: z.string(), paymentIntent: z.string() })),
  }),
  { retries: 100, retryDelaySeconds: 2, maxDelaySeconds: 1800 },
);

type Bought = Omit<z.infer<(typeof giveBackOfBanned)['payload']>, 'act'>;

/** In the transaction that notes the payment. */
export async function giveBackLater(tx: Database, bought: Bought): Promise<void> {
  await enqueue(tx, giveBackOfBanned, { ...bought, act: randomUUID() });
}

export async function isBanned(tx: Database, userId: string | null): Promise<boolean> {
  if (userId === null) return false;
  return (await tx.$count(users, and(eq(users.id, userId), isNotNull(users.bannedAt)))) > 0;
}

const reason = 'Your account here is closed, so we do not take this payment.';

/** The events about the refunds put them on record, with their mails, as those of staff. */
export const giveBackOfBannedJob: BoundJob = bindJob(giveBackOfBanned, async (bought, { db, env, log }) => {
  const { act, subscriptionId, order } = bought;
  const stripe = stripeClient(env);
  const paid = subscriptionId === undefined ? [] : await paidInvoices(stripe, subscriptionId);
  const intents = paid.flatMap(({ payments }) =>
    (payments?.data ?? []).flatMap(({ payment }) => objectId(payment.payment_intent) ?? []),
  );
  if (order) intents.push(order.paymentIntent);
  for (const id of intents) {
    const metadata = {
      ...(order ? { order_id: order.id } : {}),
      ...refundMarks({ act, actorId: siteAsActor, reason }),
    };
    await refundOnce(stripe, { payment: id, metadata, key: ['refund', 'act', act, id] }, log);
  }
  for (const invoice of paid) await restoreCredit(stripe, invoice, log);
  if (subscriptionId !== undefined) {
    await cancelNow(stripe, subscriptionId);
    await queueSync(db, { kind: 'subscription', id: subscriptionId });
  }
  for (const id of intents) await queueSync(db, { kind: 'reversal', id });
});

async function paidInvoices(stripe: Stripe, subscription: string): Promise<Stripe.Invoice[]> {
  const { data } = await stripe.invoices.list({ subscription, status: 'paid', expand: ['data.payments'] });
  return data;
}
