/** The claims behind a listing when it gets another owner: the plan is not renewed, and the paid time goes along. */
import { and, eq, isNotNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import { claims, subscriptions } from '#server/db/schema/index.ts';
import { isLive } from '#server/stripe/subscription-states.ts';
import { Problem } from '#shared/problem.ts';
import { type ClaimEvent, canBe } from '../claim-states.ts';
import { type ClaimRow, type Context, type HeldClaim, lockClaim } from './claim-rows.ts';
import { closeClaim } from './close-claim.ts';
import { moveClaim } from './move-claim.ts';
import { holdsFor, isOwnClaim } from './owned-by-claim.ts';
import { handedOverUntil } from './ownership.ts';

/** The reason for which nobody can say until when it is paid: a payment failed, is disputed, or is being made. */
type NotYet = 'owed' | 'disputed' | 'starting';

interface HandOverTerms {
  /** The time that goes along; null: no claim runs, or one that costs nothing. */
  paid: { until: Date; plan: ClaimRow['plan'] } | null;
  /** Set: this has to be settled first. */
  notYet: NotYet | null;
}

interface Owned {
  businessId: string;
  ownerId: string;
}

/** `isStopped`: Stripe knows that the plan ends, and has not ended it yet. */
type Held = ClaimRow & { until: Date | null; notYet: NotYet | null; isStopped: boolean };

/** Each claim by which the listing is the owner's, with the end of its paid time. */
async function readHeld(db: Database, owned: Owned, now: Date): Promise<Held[]> {
  const former = alias(claims, 'former');
  const rows = await db
    .select({ claim: claims, subscription: subscriptions, waitsUntil: former.paidUntil })
    .from(claims)
    .leftJoin(subscriptions, eq(subscriptions.id, claims.subscriptionId))
    .leftJoin(former, eq(former.id, claims.succeedsId))
    .where(holdsFor(owned))
    .orderBy(claims.id);
  return rows.map(({ claim, subscription, waitsUntil }) => {
    const isStopped = subscription !== null && subscription.endsAt !== null && isLive(subscription.status);
    const free = { ...claim, until: null, notYet: null, isStopped };
    if (claim.status === 'handed_over') {
      if (claim.paidUntil === null) return free;
      return held(free, subscription ? handedOverUntil(claim.paidUntil, subscription) : claim.paidUntil, now);
    }
    if (claim.amountCents === 0) return free;
    if (subscription?.suspendedAt) return { ...free, notYet: 'disputed' };
    if (subscription && isLive(subscription.status) && subscription.failedAt) return { ...free, notYet: 'owed' };
    // Its first payment waits for the end of the time that a former owner has paid for.
    const isBefore = subscription === null || subscription.status === 'trialing';
    return held(free, isBefore ? waitsUntil : subscription.paidThrough, now);
  });
}

const held = (claim: Held, until: Date | null, now: Date): Held =>
  until !== null && until > now ? { ...claim, until, notYet: null } : { ...claim, until: null, notYet: 'starting' };

function termsOf(rows: readonly Held[]): HandOverTerms {
  const paid = rows.flatMap(({ until, plan }) => (until === null ? [] : [{ until, plan }]));
  const last = paid.toSorted((a, b) => b.until.getTime() - a.until.getTime())[0];
  const plan = paid.some((one) => one.plan === 'premium') ? 'premium' : 'standard';
  return {
    paid: last === undefined ? null : { until: last.until, plan },
    notYet: rows.find(({ notYet }) => notYet !== null)?.notYet ?? null,
  };
}

/** The paid time that would go along with a listing. */
export async function readHandOverTerms(db: Database, owned: Owned, now: Date): Promise<HandOverTerms> {
  return termsOf(await readHeld(db, owned, now));
}

interface HandOver {
  businessId: string;
  fromId: string;
  toId: string;
  by: 'owner' | 'staff';
  actorId: string;
  /** Stripe is told then, so that it can be taken back. */
  startAfter?: Date;
}

/** The state of a claim before it was passed on; instants as text once it was stored. */
export type PassedOn = Pick<ClaimRow, 'id' | 'status' | 'handedOverBy' | 'successorId'> &
  Record<'handedOverAt' | 'paidUntil', Date | string | null>;

/**
 * Passes the claims on. The caller holds the listing and gives it to the new owner in the same transaction.
 * @throws Problem 'conflict' when nobody can say until when it is paid
 */
export async function passClaimsOn(
  tx: Database,
  { businessId, fromId, toId, by, actorId, startAfter }: HandOver,
  context: Context,
): Promise<{ paid: HandOverTerms['paid']; before: PassedOn[] }> {
  const now = context.now();
  const rows = await readHeld(tx, { businessId, ownerId: fromId }, now);
  const { paid, notYet } = termsOf(rows);
  if (notYet !== null) throw new Problem('conflict', 'A payment for this listing is still open.');
  const before: PassedOn[] = [];
  for (const { id, until, isStopped } of rows) {
    const found = await lockClaim(tx, id);
    if (found === null || !canBe(found.claim.status, 'passed_on')) continue;
    const { status, handedOverAt, handedOverBy, successorId, paidUntil } = found.claim;
    before.push({ id, status, handedOverAt, handedOverBy, successorId, paidUntil });
    // Where Stripe has not been told yet, the claim goes back as soon as it is (follow-subscription.ts).
    if (status === 'handed_over' && found.claim.userId === toId && (isStopped || found.claim.amountCents === 0)) {
      await giveBack(tx, found, actorId, context);
      continue;
    }
    const isFirst = status !== 'handed_over';
    const columns = {
      ...(isFirst ? { handedOverAt: now, handedOverBy: by, paidUntil: until } : {}),
      ...{ successorId: toId, toldDaysLeft: null },
    };
    const data = until === null ? {} : { endsAt: until.toISOString() };
    await moveClaim(tx, found, { event: 'passed_on', columns, actorId, data, startAfter }, context);
  }
  await closePages(tx, { businessId, userId: fromId }, context);
  return { paid, before };
}

/** The new owner's payment page ends. @throws Problem 'conflict' when they have given a card */
async function forgetGoingOn(tx: Database, { id, businessId, successorId }: ClaimRow, context: Context): Promise<void> {
  if (businessId === null || successorId === null) return;
  const hasPaid = and(isOwnClaim({ businessId, ownerId: successorId }), eq(claims.succeedsId, id));
  if ((await tx.$count(claims, hasPaid)) > 0) {
    throw new Problem('conflict', 'The new owner has gone on with it since. Please look at its history.');
  }
  await closePages(tx, { businessId, userId: successorId }, context);
}

const notHandedOver = { handedOverAt: null, handedOverBy: null, successorId: null, paidUntil: null } as const;

/** The listing goes back to who pays for it: the plan is theirs again, ends with the paid time, and can be kept. */
async function giveBack(tx: Database, found: HeldClaim, actorId: string | null, context: Context): Promise<void> {
  const back = await moveClaim(tx, found, { event: 'returned', columns: notHandedOver, actorId }, context);
  if (found.claim.amountCents > 0) await moveClaim(tx, back, { event: 'ending', actorId }, context);
}

/** Ends the detour of a listing that came back to who pays for it before Stripe knew that the plan ends. The caller holds the claim. */
export async function giveBackLate(tx: Database, found: HeldClaim, context: Context): Promise<void> {
  const { id, businessId, userId } = found.claim;
  if (businessId === null || userId === null) return;
  // They go on already, with a plan that begins after this one.
  const goesOn = and(isOwnClaim({ businessId, ownerId: userId }), eq(claims.succeedsId, id));
  if ((await tx.$count(claims, goesOn)) > 0) return;
  await closePages(tx, { businessId, userId }, context);
  await giveBack(tx, found, null, context);
}

/** Ends the payment pages on which somebody was about to go on with a listing that is gone now. */
async function closePages(
  tx: Database,
  { businessId, userId }: { businessId: string; userId: string },
  context: Context,
): Promise<void> {
  const isOpen = and(
    eq(claims.businessId, businessId),
    eq(claims.userId, userId),
    eq(claims.status, 'pending'),
    isNotNull(claims.succeedsId),
  );
  for (const { id } of await tx.select({ id: claims.id }).from(claims).where(isOpen)) {
    const found = await lockClaim(tx, id);
    if (found && canBe(found.claim.status, 'withdrawn')) {
      await closeClaim(tx, found, { event: 'withdrawn', decidedBy: 'site' }, context);
    }
  }
}

/** Takes back what staff have just done: nothing was told to Stripe yet. @throws Problem 'conflict' when the claim is over since */
export async function takeClaimsBack(
  tx: Database,
  before: readonly PassedOn[],
  actorId: string,
  context: Context,
): Promise<void> {
  const instant = (at: Date | string | null) => (at === null ? null : new Date(at));
  for (const { id, status, handedOverBy, successorId, ...times } of before) {
    const found = await lockClaim(tx, id);
    // A claim that went back to its payer is passed on once more.
    const isThere =
      found?.claim.status === 'handed_over' ||
      (status === 'handed_over' && (found?.claim.status === 'ending' || found?.claim.status === 'approved'));
    if (found === null || !isThere) {
      throw new Problem('conflict', 'The plan of this listing has ended since. Please look at its history.');
    }
    await forgetGoingOn(tx, found.claim, context);
    const columns = {
      ...{ handedOverBy, successorId },
      ...{ handedOverAt: instant(times.handedOverAt), paidUntil: instant(times.paidUntil) },
    };
    const events: ClaimEvent[] = status === 'handed_over' ? ['passed_on'] : ['returned'];
    if (status === 'ending') events.push('ending');
    let last = found;
    for (const event of events) last = await moveClaim(tx, last, { event, columns, actorId }, context);
  }
}
