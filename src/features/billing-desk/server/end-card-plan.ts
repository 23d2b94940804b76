/**
 * Staff let a plan that a card pays for end with its paid time, without giving anything back, or go on after all. What staff want is a row
 * first; the call then asks Stripe, and a job does where the call has ended before.
 */
import { and, desc, eq, inArray, isNull, lte } from 'drizzle-orm';
import * as z from 'zod/mini';
import { wasFirst } from '#features/audit/server/last-actor.ts';
import { planEnd } from '#features/billing/plan-end.ts';
import { notSample } from '#features/billing/server/sample-subscription.ts';
import { syncRun } from '#features/billing/server/stripe-syncs.ts';
import { endAtStripe, goOnAtStripe } from '#features/premium/server/keep-plan.ts';
import type { Database } from '#server/db/client.ts';
import { accountDeletions, claims, moneyActs, subscriptions, users } from '#server/db/schema/index.ts';
import type { ApiRequest, Services } from '#server/http/serve.ts';
import { type BoundJob, bindJob } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { askStripe, stripeClient } from '#server/stripe/stripe-client.ts';
import { isLive, liveStatuses } from '#server/stripe/subscription-states.ts';
import { formatDate } from '#shared/dates.ts';
import { Problem } from '#shared/problem.ts';
import { minuteMs } from '#shared/times.ts';
import { recordAct, repeatedAct } from './record-act.ts';
import { findPlan } from './refund-subscription.ts';

type Request = Pick<ApiRequest, 'db' | 'env' | 'city' | 'log' | 'now' | 'user'>;
type Plan = typeof subscriptions.$inferSelect;
type Kind = 'plan-end' | 'plan-kept';

export const settleCardPlan = defineJob('settle-card-plan', z.object({ subscriptionId: z.string() }), {
  retries: 100,
  retryDelaySeconds: 5,
  maxDelaySeconds: 1800,
});

export const settleCardPlanJob: BoundJob = bindJob(settleCardPlan, ({ subscriptionId }, run) =>
  settle(run, subscriptionId),
);

/** Makes Stripe agree with the last wish of staff. Safe to repeat. */
async function settle(services: Services, subscriptionId: string): Promise<void> {
  const wish = await lastWish(services.db, subscriptionId);
  const plan = await findPlan(services, subscriptionId);
  // The owner may have decided otherwise since.
  if (wish === undefined || wish.toldEndedAt !== null || !isLive(plan.status)) return;
  await (wish.kind === 'plan-end' ? endAtStripe : goOnAtStripe)(syncRun(services), plan);
  const isDone = and(
    isWishFor(subscriptionId),
    isNull(moneyActs.toldEndedAt),
    lte(moneyActs.createdAt, wish.createdAt),
  );
  await services.db.update(moneyActs).set({ toldEndedAt: services.now() }).where(isDone);
}

const isWishFor = (subscriptionId: string) =>
  and(eq(moneyActs.subscriptionId, subscriptionId), inArray(moneyActs.kind, ['plan-end', 'plan-kept']));

async function lastWish(tx: Database, subscriptionId: string) {
  const isWish = isWishFor(subscriptionId);
  const [wish] = await tx.select().from(moneyActs).where(isWish).orderBy(desc(moneyActs.createdAt)).limit(1);
  return wish;
}

interface Asked {
  /** The act's. */
  id: string;
  subscriptionId: string;
  reason: string;
  actorId: string;
}

interface Answer {
  /** The last day; null: the plan goes on, or Stripe has not answered yet. */
  endsAt: string | null;
  /** Stripe has not confirmed it yet, and is asked again by itself. */
  isUnderWay: boolean;
}

/** @throws Problem 'not_found', 'conflict' (it has ended, ends already, or nothing is paid for it) */
export const endCardPlan = (request: Request, asked: Asked): Promise<Answer> => act(request, 'plan-end', asked);

/** @throws Problem 'not_found', 'conflict' (it has ended, or goes on already) */
export const keepCardPlan = (request: Request, asked: Asked): Promise<Answer> => act(request, 'plan-kept', asked);

async function act(request: Request, kind: Kind, asked: Asked): Promise<Answer> {
  const { db, env } = request;
  const { id, subscriptionId } = asked;
  // Without keys this throws before anything is written.
  stripeClient(env);
  await db.transaction(async (tx) => {
    if ((await repeatedAct(tx, { id, kind, subject: subscriptionId })) !== null) return;
    const plan = await findPlan({ db: tx }, subscriptionId);
    await requirePossible(tx, kind, plan, request);
    await note(tx, kind, { plan, ...asked, at: request.now() });
  });
  try {
    await askStripe(() => settle(request as Services & Request, subscriptionId));
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'unavailable') throw error;
    return { endsAt: null, isUnderWay: true };
  }
  return { endsAt: planEnd(await findPlan({ db }, subscriptionId))?.toISOString() ?? null, isUnderWay: false };
}

/** The call that has asked does the work itself; the job is for what it leaves behind. */
async function note(
  tx: Database,
  kind: Kind,
  {
    plan,
    id,
    reason,
    actorId,
    at,
    startAfter = new Date(at.getTime() + minuteMs),
  }: Omit<Asked, 'subscriptionId'> & { plan: Plan; at: Date; startAfter?: Date },
): Promise<void> {
  await recordAct(tx, { id, kind, userId: plan.userId, subscriptionId: plan.id, reason, actorId, createdAt: at });
  await enqueue(tx, settleCardPlan, { subscriptionId: plan.id }, { startAfter });
}

async function requirePossible(tx: Database, kind: Kind, plan: Plan, request: Request): Promise<void> {
  if (!isLive(plan.status)) throw new Problem('conflict', 'This plan has ended already.');
  const [claim] = await tx.select().from(claims).where(eq(claims.subscriptionId, plan.id));
  if (claim?.handedOverAt)
    throw new Problem('conflict', 'Its listing was handed over: the plan ends with its paid time by itself.');
  if (claim?.status === 'in_review') {
    throw new Problem('conflict', 'Nothing is paid for this claim yet. Decide on it in the queue.');
  }
  const end = planEnd(plan);
  if (kind === 'plan-end') {
    if (plan.paidThrough === null && plan.failedAt === null && claim === undefined) {
      throw new Problem('conflict', 'Nothing is paid for this plan now.');
    }
    if (end === null) return;
    const acts = { subjectType: 'subscription', subjectId: plan.id, actions: ['billing.plan-to-end'] };
    const first = await wasFirst(tx, acts, 'let this plan end', request);
    throw new Problem('conflict', `${first.message} It ends on ${formatDate(end, request.city.facts.timeZone)}.`);
  }
  // An end that Stripe has not confirmed yet can be taken back as well.
  const wish = await lastWish(tx, plan.id);
  const isUnderWay = wish?.kind === 'plan-end' && wish.toldEndedAt === null;
  if (end === null && !isUnderWay) throw new Problem('conflict', 'This plan goes on already.');
  if (plan.userId !== null && (await tx.$count(accountDeletions, eq(accountDeletions.userId, plan.userId))) > 0) {
    throw new Problem('conflict', 'Their account is to be deleted when this plan ends.');
  }
}

export const endPlansOfBanned = defineJob(
  'end-plans-of-banned',
  z.object({ userId: z.guid(), bannedAt: z.string(), reason: z.string(), actorId: z.guid() }),
  { retries: 20, retryDelaySeconds: 2, maxDelaySeconds: 1800 },
);

/** Waits until the ban cannot be undone any more. Nothing happens to somebody whose ban was lifted meanwhile. */
export const endPlansOfBannedJob: BoundJob = bindJob(
  endPlansOfBanned,
  async ({ userId, bannedAt, reason, actorId }, run) => {
    await run.db.transaction(async (tx) => {
      const [person] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
      if (person?.bannedAt?.toISOString() !== bannedAt) return;
      for (const plan of await endablePlans(tx, userId)) {
        const at = run.now();
        await note(tx, 'plan-end', { plan, id: crypto.randomUUID(), reason, actorId, at, startAfter: at });
      }
    });
  },
);

/** The running plans of a person that a card pays for and that go on; a claim in review is not paid for. */
export async function endablePlans(tx: Database, userId: string): Promise<Plan[]> {
  const goesOn = and(eq(subscriptions.userId, userId), isNull(subscriptions.endsAt), notSample);
  const rows = await tx
    .select({ plan: subscriptions, claim: claims })
    .from(subscriptions)
    .leftJoin(claims, eq(claims.subscriptionId, subscriptions.id))
    .where(and(goesOn, inArray(subscriptions.status, [...liveStatuses])))
    .orderBy(subscriptions.createdAt);
  return rows.flatMap(({ plan, claim }) =>
    claim?.handedOverAt || (claim !== null && !['approved', 'ending'].includes(claim.status)) ? [] : [plan],
  );
}
