/** Puts what staff, or the site by itself, have given back of a plan on record, whether their own call gets to it or Stripe's event does. */
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
import { noteRefundOfClaim } from '#features/claims/server/note-given-back.ts';
import type { Database } from '#server/db/client.ts';
import { moneyActs, subscriptions } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { mailGivenBack, mailRefund } from './act-letters.ts';
import { type ActRow, lockAct, recordAct } from './record-act.ts';

type Plan = typeof subscriptions.$inferSelect;

interface GivenBack {
  plan: Plan;
  /** Stripe's payment intent. */
  payment: string;
  paidCents: number;
  paidAt: string;
  /** All of the payment, oldest first. */
  refunds: readonly Refund[];
}

const actId = z.guid();

/**
 * Writes the act, the audit row and the mail of each refund that was made here and that has none yet. Refunds made at
 * Stripe itself have no reason, and are left out.
 */
export async function notePlanRefunds(
  tx: Database,
  context: Pick<Services, 'city' | 'env'>,
  { plan, payment, paidCents, paidAt, refunds }: GivenBack,
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
    if (actorId === siteAsActor) {
      await noteBySite(tx, context, { plan, act: row, payment, paidCents, paidAt });
      continue;
    }
    const fate = { payment, ofCents: paidCents, afterwards: isWhole ? 'the plan ends' : 'the plan goes on' };
    await recordAct(tx, { ...row, actorId: await knownPerson(tx, actorId), actorKind: 'person' }, fate);
    await mailRefund(tx, { row: plan, cents, paidCents, isWhole, reason }, context);
  }
}

interface BySite extends Pick<GivenBack, 'plan' | 'payment' | 'paidCents' | 'paidAt'> {
  act: Pick<ActRow, 'id' | 'kind' | 'userId' | 'subscriptionId' | 'createdAt' | 'reason'> & { cents: number };
}

/** A charge that nobody was to be charged: it came too late, twice, or from somebody who is banned. Nothing more is charged for the plan. */
async function noteBySite(
  tx: Database,
  context: Pick<Services, 'city' | 'env'>,
  { plan, act, payment, paidCents, paidAt }: BySite,
): Promise<void> {
  const { cents, reason } = act;
  const fate = { payment, ofCents: paidCents, afterwards: 'nothing more is charged' };
  await recordAct(tx, { ...act, actorId: null, actorKind: 'site' }, fate);
  const claim = plan.claimId === null ? null : await noteRefundOfClaim(tx, plan.claimId, { cents, reason });
  await mailGivenBack(tx, { row: plan, claim, cents, paidAt, reason }, context);
}

/** Notes what a call could not note that has made a refund and ended then. Runs at the event about the refund. */
export const noteLostRefunds: Sync = async (run, payment) => {
  const { db, stripe } = run;
  const id = await subscriptionOfPayment(stripe, payment);
  if (id === null) return;
  const [plan] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  const refunds = await refundsOfPayment(stripe, payment);
  if (plan === undefined || refunds.every(({ reason }) => reason === null)) return;
  const paid = await stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] });
  const { amount_received: paidCents, latest_charge: charge, created } = paid;
  const seconds = charge === null || typeof charge === 'string' ? created : charge.created;
  const paidAt = new Date(seconds * 1000).toISOString();
  await db.transaction((tx) => notePlanRefunds(tx, run, { plan, payment, paidCents, paidAt, refunds }));
};
