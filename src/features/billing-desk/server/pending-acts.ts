/**
 * Credits, discounts and ends of discounts at Stripe, in three steps that a stop may come between: our row is written, Stripe is asked outside of any
 * transaction, and the row turns into an act with its mail. A job goes on where a call has ended.
 */
import { and, eq, gte, inArray, isNull, sum } from 'drizzle-orm';
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { Database } from '#server/db/client.ts';
import { moneyActs, pendingMoneyActs, subscriptions } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { type BoundJob, bindJob } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { idempotent, stripeClient } from '#server/stripe/stripe-client.ts';
import { isStripeError } from '#server/stripe/stripe-sdk.ts';
import { Problem } from '#shared/problem.ts';
import { hourMs, minuteMs } from '#shared/times.ts';
import { mailCredit, mailDiscount, mailDiscountEnd } from './act-letters.ts';
import { discountAtStripe, endDiscountAtStripe } from './discount-at-stripe.ts';
import { lockAct, recordAct, repeatedAct } from './record-act.ts';

type Pending = typeof pendingMoneyActs.$inferSelect;
type Context = Pick<Services, 'db' | 'env' | 'city' | 'now'>;

/** Tried for about two days; then Billing lists it among what has failed. */
export const carryOutMoneyAct = defineJob('carry-out-money-act', z.object({ actId: z.string() }), {
  retries: 100,
  retryDelaySeconds: 5,
  maxDelaySeconds: 1800,
});

export const carryOutMoneyActJob: BoundJob = bindJob(carryOutMoneyAct, async ({ actId }, run) => {
  const outcome = await carryOut(run, actId);
  if (outcome === 'under-way') throw new Error('The payment service has not confirmed this yet');
});

/** The call that has asked does the work itself; the job is for what it leaves behind. */
const jobAfterMs = minuteMs;

/**
 * Writes down what is to be done. Returns what an earlier, equal call has done; null when it is now, or was before, on its way.
 * @param check throws a refusal, while nobody else begins an act on this plan
 * @throws Problem 'conflict' when the form was used for something else
 */
export async function beginAct(
  { db, now }: Context,
  asked: Omit<typeof pendingMoneyActs.$inferInsert, 'createdAt' | 'failure' | 'refusedAt'>,
  check: (tx: Database) => Promise<void>,
): Promise<typeof moneyActs.$inferSelect | null> {
  const { id, kind, subscriptionId } = asked;
  const named = { id, kind, subject: subscriptionId };
  return db.transaction(async (tx) => {
    const known = await repeatedAct(tx, named);
    if (known !== null) return known;
    const [waiting] = await tx.select().from(pendingMoneyActs).where(eq(pendingMoneyActs.id, id));
    if (waiting !== undefined) {
      if (waiting.kind === kind && waiting.subscriptionId === subscriptionId) return null;
      throw new Problem('conflict', 'This form was used for something else. Please load the page again.');
    }
    await check(tx);
    const createdAt = now();
    await tx.insert(pendingMoneyActs).values({ ...asked, createdAt });
    await enqueue(tx, carryOutMoneyAct, { actId: id }, { startAfter: new Date(createdAt.getTime() + jobAfterMs) });
    return null;
  });
}

/** Credits of this plan that are on their way or done since then, in cents. */
export async function creditedSince(tx: Database, subscriptionId: string, since: Date): Promise<number> {
  const { kind, cents, createdAt } = moneyActs;
  const isDone = and(eq(moneyActs.subscriptionId, subscriptionId), eq(kind, 'credit'), gte(createdAt, since));
  const [done] = await tx
    .select({ cents: sum(cents).mapWith(Number) })
    .from(moneyActs)
    .where(isDone);
  const [waiting] = await tx
    .select({ cents: sum(pendingMoneyActs.cents).mapWith(Number) })
    .from(pendingMoneyActs)
    .where(and(eq(pendingMoneyActs.subscriptionId, subscriptionId), isNull(pendingMoneyActs.refusedAt)));
  return (done?.cents ?? 0) + (waiting?.cents ?? 0);
}

/** @throws Problem 'conflict' while a discount of the plan or its end is on its way: the later one has to be the one that holds */
export async function requireNoDiscountUnderWay(tx: Database, subscriptionId: string): Promise<void> {
  const { kind, refusedAt } = pendingMoneyActs;
  const ofPlan = and(eq(pendingMoneyActs.subscriptionId, subscriptionId), isNull(refusedAt));
  const [waiting] = await tx
    .select({ kind })
    .from(pendingMoneyActs)
    .where(and(ofPlan, inArray(kind, ['discount', 'discount-end'])));
  if (waiting === undefined) return;
  const what = waiting.kind === 'discount' ? 'Another discount of this plan' : "The end of this plan's discount";
  throw new Problem('conflict', `${what} is under way. Please wait until it is there.`);
}

/** 'done': also by somebody else, or before. 'under-way': the job tries again. 'refused': Stripe did nothing, and says why. */
type Outcome = 'done' | 'under-way' | 'refused';

/** Safe to run at any time, also twice at once. */
export async function carryOut(context: Context, id: string): Promise<Outcome> {
  const { db, env } = context;
  const [pending] = await db.select().from(pendingMoneyActs).where(eq(pendingMoneyActs.id, id));
  if (pending === undefined) return 'done';
  if (pending.refusedAt !== null) return 'refused';
  try {
    await atStripe[pending.kind](stripeClient(env), pending, context);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return noteFailure(context, pending, error);
  }
  await db.transaction((tx) => settle(tx, pending, context));
  return 'done';
}

/** Stripe forgets keys after a day, so what it has done already is looked up first. */
async function creditAtStripe(stripe: Stripe, pending: Pending, { city }: Context): Promise<void> {
  const { id, customerId, cents } = pending;
  const marks = { act: id };
  for await (const made of stripe.customers.listBalanceTransactions(customerId, { limit: 100 })) {
    if (made.metadata?.act === id) return;
    if (made.created * 1000 < pending.createdAt.getTime() - hourMs) break;
  }
  await stripe.customers.createBalanceTransaction(
    customerId,
    // The minus makes it the customer's.
    { amount: -(cents ?? 0), currency: 'usd', description: `Credit from ${city.facts.name}`, metadata: marks },
    idempotent('credit', 'act', id),
  );
}

const atStripe = { credit: creditAtStripe, discount: discountAtStripe, 'discount-end': endDiscountAtStripe } as const;

/** A call with a fault of its own fails again each time; everything else may be over in a minute. */
async function noteFailure({ db, now }: Context, { id }: Pending, error: Error): Promise<Outcome> {
  const isRefused = isStripeError(error, 'StripeInvalidRequestError') || isStripeError(error, 'StripeCardError');
  await db
    .update(pendingMoneyActs)
    .set({ failure: error.message, ...(isRefused ? { refusedAt: now() } : {}) })
    .where(eq(pendingMoneyActs.id, id));
  // With the account, the page is gone on which staff would put it away.
  if (isRefused)
    await db.delete(pendingMoneyActs).where(and(eq(pendingMoneyActs.id, id), isNull(pendingMoneyActs.userId)));
  return isRefused ? 'refused' : 'under-way';
}

async function settle(tx: Database, { id, subscriptionId }: Pending, { city, env }: Context): Promise<void> {
  await lockAct(tx, { id, subject: subscriptionId });
  // As it is by now: who asked, or who pays, may have left meanwhile.
  const [row] = await tx.delete(pendingMoneyActs).where(eq(pendingMoneyActs.id, id)).returning();
  const [plan] = await tx.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId));
  if (row === undefined || plan === undefined) return;
  const { kind, userId, cents, percentOff, months, reason, actorId, createdAt } = row;
  const act = { id, kind, userId, subscriptionId, cents, percentOff, months, reason, actorId, createdAt };
  if (kind === 'credit') return mailCredit(tx, plan, await recordAct(tx, act), { city, env });
  const written = await recordAct(tx, act, { percentOff, months });
  await (kind === 'discount' ? mailDiscount : mailDiscountEnd)(tx, plan, written, { city, env });
}

/** The words of a refusal, once the row is out of the way: who asked is still there and reads them. */
export async function takeRefusal(db: Database, id: string): Promise<Problem> {
  const [row] = await db.delete(pendingMoneyActs).where(eq(pendingMoneyActs.id, id)).returning();
  const said = row?.failure ? ` It says: ${row.failure}` : '';
  return new Problem('conflict', `The payment service refused this, and nothing was done.${said}`);
}

/** Puts a refused act away. @throws Problem 'not_found', 'conflict' while it is under way */
export async function putRefusedAway(db: Database, id: string): Promise<void> {
  const [row] = await db.select().from(pendingMoneyActs).where(eq(pendingMoneyActs.id, id));
  if (row === undefined) throw new Problem('not_found', 'This is not there any more.');
  if (row.refusedAt === null) throw new Problem('conflict', 'This is still under way.');
  await db.delete(pendingMoneyActs).where(eq(pendingMoneyActs.id, id));
}
