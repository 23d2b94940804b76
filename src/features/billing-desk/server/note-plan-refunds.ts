/** Puts what staff have given back of a plan on record, whether their own call gets to it or Stripe's event does. */
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { subscriptionOfPayment } from '#features/billing/server/read-subscription.ts';
import {
  knownPerson,
  type Refund,
  refundsOfPayment,
  siteAsActor,
} from '#features/billing/server/refunds-of-payment.ts';
import type { Sync } from '#features/billing/server/stripe-syncs.ts';
import type { Database } from '#server/db/client.ts';
import { moneyActs, subscriptions } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { mailRefund } from './act-letters.ts';
import { lockAct, recordAct } from './record-act.ts';

type Plan = typeof subscriptions.$inferSelect;

interface GivenBack {
  plan: Plan;
  /** Stripe's payment intent. */
  payment: string;
  paidCents: number;
  /** All of the payment, oldest first. */
  refunds: readonly Refund[];
}

const actId = z.guid();

/**
 * Writes the act, the audit row and the mail of each refund that staff asked for here and that has none yet. Refunds made at
 * Stripe itself have no reason, and are left out.
 */
export async function notePlanRefunds(
  tx: Database,
  context: Pick<Services, 'city' | 'env'>,
  { plan, payment, paidCents, refunds }: GivenBack,
): Promise<void> {
  let back = 0;
  for (const { act, actorId, reason, cents, at } of refunds) {
    back += cents;
    // At Stripe anything can be written in place of our marks.
    if (reason === null || !actId.safeParse(act).success || act === null) continue;
    await lockAct(tx, { id: act, subject: plan.id });
    if ((await tx.$count(moneyActs, eq(moneyActs.id, act))) > 0) continue;
    const { userId, id: subscriptionId } = plan;
    const row = { id: act, kind: 'refund' as const, userId, subscriptionId, cents, reason, createdAt: new Date(at) };
    const isWhole = back >= paidCents;
    const fate = { payment, ofCents: paidCents, afterwards: isWhole ? 'the plan ends' : 'the plan goes on' };
    const actorKind = actorId === siteAsActor ? 'site' : 'person';
    await recordAct(tx, { ...row, actorId: await knownPerson(tx, actorId), actorKind }, fate);
    await mailRefund(tx, { row: plan, cents, paidCents, isWhole, reason }, context);
  }
}

/** Notes what a call could not note that has made a refund and ended then. Runs at the event about the refund. */
export const noteLostRefunds: Sync = async (run, payment) => {
  const { db, stripe } = run;
  const id = await subscriptionOfPayment(stripe, payment);
  if (id === null) return;
  const [plan] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  const refunds = await refundsOfPayment(stripe, payment);
  if (plan === undefined || refunds.every(({ reason }) => reason === null)) return;
  const { amount_received: paidCents } = await stripe.paymentIntents.retrieve(payment);
  await db.transaction((tx) => notePlanRefunds(tx, run, { plan, payment, paidCents, refunds }));
};
