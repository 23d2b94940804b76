/** Copies the plan and the planned change of a claim's subscription to the claim, writes them into the history and mails them. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { actorOr, writeAudit } from '#features/audit/server/write-audit.ts';
import { billedKind, type ClaimPlan, claimPlanOf } from '#features/billing/catalogue.ts';
import { readFirstDue } from '#features/billing/server/read-first-due.ts';
import type { Sync, SyncRun } from '#features/billing/server/stripe-syncs.ts';
import type { Database } from '#server/db/client.ts';
import { claims, subscriptions } from '#server/db/schema/index.ts';
import { liveStatuses } from '#server/stripe/subscription-states.ts';
import { isHeld } from '../claim-states.ts';
import { type ClaimRow, lockClaim } from './claim-rows.ts';
import { mailPlanChange } from './plan-change-letters.ts';

type Plan = typeof subscriptions.$inferSelect;

/**
 * Runs after the row of the subscription was brought in line with Stripe. Whoever sees a change first notes it: the call that
 * asked for it, or the event.
 */
export const followClaimPlan: Sync = async (run, id) => {
  const [found] = await run.db.select({ id: claims.id }).from(claims).where(eq(claims.subscriptionId, id));
  if (found === undefined) return;
  await run.db.transaction(async (tx) => {
    const held = await lockClaim(tx, found.id);
    const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id));
    if (held === null || row === undefined || !isHeld(held.claim.status)) return;
    const { claim } = held;
    const plan = claimPlanOf(row.kind) ?? claim.plan;
    const nextPlan =
      row.nextPriceKey === null ? null : claimPlanOf(billedKind({ kind: row.kind, priceKey: row.nextPriceKey }));
    if (plan === claim.plan && nextPlan === claim.nextPlan) return;
    const columns = plan === claim.plan ? {} : { plan, amountCents: row.priceCents ?? claim.amountCents };
    await tx
      .update(claims)
      .set({ ...columns, nextPlan, updatedAt: run.now() })
      .where(eq(claims.id, claim.id));
    await note(tx, { claim, row, plan, nextPlan }, run);
  });
};

interface Change {
  /** As it was before. */
  claim: ClaimRow;
  row: Plan;
  plan: ClaimPlan;
  nextPlan: ClaimPlan | null;
}

async function note(tx: Database, change: Change, run: SyncRun): Promise<void> {
  const { claim, row, plan, nextPlan } = change;
  const isCovered = await hasPremiumForAll(tx, row);
  const about = {
    subjectType: 'business',
    subjectId: claim.businessId ?? '',
    data: { claim: claim.id, claimant: claim.userId },
  } as const;
  if (plan !== claim.plan) {
    const data = { ...about.data, plan: [claim.plan, plan], cents: [claim.amountCents, row.priceCents] };
    const first = row.paidThrough === null ? await readFirstDue(tx, row.id) : null;
    const doer = first === null ? ({ actorId: null, by: 'site' } as const) : actorOr(claim.userId, 'site');
    await writeAudit(tx, { ...about, ...doer, action: 'claim.changed', data });
    if (claim.handedOverAt === null) await mailPlanChange(tx, { ...change, kind: 'changed', isCovered, first }, run);
    return;
  }
  if (nextPlan !== null) {
    const from = row.paidThrough?.toISOString() ?? null;
    const data = { ...about.data, plan: [plan, nextPlan], cents: [row.priceCents, row.nextPriceCents], from };
    await writeAudit(tx, { ...about, ...actorOr(claim.userId, 'site'), action: 'claim.change-planned', data });
    await mailPlanChange(tx, { ...change, kind: 'planned', isCovered }, run);
    return;
  }
  // The change has begun, and its first payment is on its way; or Premium for all listings is about to make it a plain claim.
  if (billedKind(row) !== row.kind || (isCovered && plan === 'premium')) return;
  const isByOwner = row.endsAt === null && !isCovered;
  await writeAudit(tx, {
    ...about,
    ...actorOr(isByOwner ? claim.userId : null, 'site'),
    action: 'claim.change-dropped',
    data: { ...about.data, plan, cents: row.priceCents, ...(isCovered ? { forPremium: true } : {}) },
  });
  // The mail about the end of a plan says what becomes of it.
  if (row.endsAt === null && claim.handedOverAt === null) {
    await mailPlanChange(tx, { ...change, kind: 'stays', isCovered }, run);
  }
}

async function hasPremiumForAll(tx: Database, { userId }: Plan): Promise<boolean> {
  const covers = and(
    eq(subscriptions.userId, userId ?? ''),
    eq(subscriptions.kind, 'owner_premium'),
    inArray(subscriptions.status, [...liveStatuses]),
    isNull(subscriptions.endsAt),
  );
  return userId !== null && (await tx.$count(subscriptions, covers)) > 0;
}
