/** A claim that costs nothing: no card and no payment page. It goes to review at once, with proof as any other. */
import { and, eq, inArray } from 'drizzle-orm';
import { addPost } from '#features/conversations/server/posts.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, claims, conversations } from '#server/db/schema/index.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { dueAfterMs } from '../claim-rules.ts';
import { openStatuses } from '../claim-states.ts';
import { ownDomain } from '../mail-domain.ts';
import { approveByMailbox } from './approve-by-mailbox.ts';
import { sendClaimMail } from './claim-letters.ts';
import { type ClaimRow, type Context, type HeldClaim, lockClaim } from './claim-rows.ts';
import { continueClaim } from './continue-claim.ts';
import { endCheckout } from './end-checkout.ts';
import { moveClaim } from './move-claim.ts';

type Request = Pick<ApiRequest, 'db' | 'env' | 'city' | 'log' | 'now'>;

interface Wanted {
  businessId: string;
  user: Pick<SessionUser, 'id' | 'email'>;
  /** The claim by which the listing is theirs already. */
  succeedsId: string | null;
}

/**
 * Returns the person's claim in review, so that a second click makes no second one. An unfinished checkout of theirs ends.
 * @throws Problem 'conflict' while a claim with a card is in review
 */
export async function startFreeClaim({ businessId, user, succeedsId }: Wanted, request: Request): Promise<ClaimRow> {
  const { db } = request;
  const isOwn = and(
    eq(claims.userId, user.id),
    eq(claims.businessId, businessId),
    inArray(claims.status, [...openStatuses]),
  );
  const [open] = await db.select().from(claims).where(isOwn);
  if (open?.status === 'pending') await endCheckout(open, request);
  const made = await db.transaction((tx) => submitFreeClaim(tx, { businessId, claimant: user, succeedsId }, request));
  if (made !== null) return made;
  const [held] = await db.select().from(claims).where(isOwn);
  if (held?.status === 'in_review' && held.amountCents === 0) return held;
  throw new Problem('conflict', 'Your claim on this business is in review already.');
}

interface Submission {
  businessId: string;
  claimant: { id: string; email: string };
  /** The person of staff who gives the listing away; their mail asks for the proof. */
  begunById?: string | null;
  succeedsId?: string | null;
}

/** Puts a claim without a price into review, or lets somebody go on with their own listing; null when the person has an open one. */
export async function submitFreeClaim(
  tx: Database,
  { businessId, claimant, begunById = null, succeedsId = null }: Submission,
  context: Context,
): Promise<ClaimRow | null> {
  const at = context.now();
  // The business first, as lockClaim does: two who claim at once wait for each other instead of deadlocking.
  await tx.select({ id: businesses.id }).from(businesses).where(eq(businesses.id, businessId)).for('update');
  const [made] = await tx
    .insert(claims)
    .values({
      businessId,
      userId: claimant.id,
      mailDomain: ownDomain(claimant.email),
      plan: 'standard',
      amountCents: 0,
      expiresAt: at,
      succeedsId,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing()
    .returning();
  if (made === undefined) return null;
  const held = await lockClaim(tx, made.id);
  if (held === null) throw new Error('the claim was not written');
  if (succeedsId === null) return review(tx, held, { at, begunById }, context);
  await continueClaim(tx, held, { isCharged: false }, context);
  return made;
}

async function review(
  tx: Database,
  held: HeldClaim,
  { at, begunById }: { at: Date; begunById: string | null },
  context: Context,
): Promise<ClaimRow> {
  const columns = { submittedAt: at, dueAt: new Date(at.getTime() + dueAfterMs) };
  const move = { event: 'submitted', columns, isLetterLater: true } as const;
  const actor = begunById ? ({ actorId: begunById, action: 'claim.begun' } as const) : { actorId: held.claim.userId };
  const inReview = await moveClaim(tx, held, { ...move, ...actor }, context);
  if (begunById) return inReview.claim;
  if ((await approveByMailbox(tx, inReview, 0, context)) === 'not enough') {
    await sendClaimMail(tx, { letter: 'submitted' }, inReview, context);
  }
  return inReview.claim;
}

/**
 * Staff's question stands in the place of the first letter: the claim waits for its answer.
 * @returns the id of the question in the talk, for the mail that asks it
 */
export async function askInstead(
  tx: Database,
  { claimId, question, actorId, at }: { claimId: string; question: string; actorId: string; at: Date },
): Promise<string | null> {
  await tx.update(claims).set({ question, askedAt: at, repliedAt: null, dueAt: null }).where(eq(claims.id, claimId));
  return addPost(
    tx,
    { id: claimId, kind: 'claim' },
    { kind: 'answer', text: question, authorId: actorId, awaitsReply: true, at },
  );
}

/**
 * Takes back a claim that staff began for somebody, as they undo it: nobody has been mailed.
 * @throws Problem 'conflict' when it has been answered or decided since
 */
export async function dropFreeClaim(
  tx: Database,
  { claimId, actorId }: { claimId: string; actorId: string },
  context: Context,
): Promise<void> {
  const held = await lockClaim(tx, claimId);
  const isAsLeft = held?.claim.status === 'in_review' && held.claim.amountCents === 0 && held.claim.repliedAt === null;
  if (!isAsLeft) throw new Problem('conflict', 'The claim has been answered or decided since. Please look at it.');
  const columns = { decidedBy: 'staff', decidedById: actorId, decidedAt: context.now(), dueAt: null } as const;
  await moveClaim(tx, held, { event: 'withdrawn', columns, actorId, isLetterLater: true }, context);
  // The question in it was never sent.
  await tx.delete(conversations).where(eq(conversations.id, claimId));
}
