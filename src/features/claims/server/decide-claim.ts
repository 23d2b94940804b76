/** Staff approve or reject a claim, or the claimant withdraws it. */

import { gt, sql } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { lastActor, wasFirst } from '#features/audit/server/last-actor.ts';
import { mailAfterUndo, noteAct } from '#features/audit/server/note-act.ts';
import { requireNotesSeen } from '#features/conversations/server/require-notes-seen.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { formatDollars } from '#shared/money.ts';
import { Problem } from '#shared/problem.ts';
import { canBe } from '../claim-states.ts';
import type { ClaimStatus } from '../contract.ts';
import { cardCents } from '../first-charge.ts';
import { type ClaimRow, type Context, claimNotFound, type HeldClaim, lockClaim, openClaimOf } from './claim-rows.ts';
import { closeClaim } from './close-claim.ts';
import { creditOfClaim } from './credit-of-claim.ts';
import { grantClaim } from './grant-claim.ts';
import { moveClaim } from './move-claim.ts';

type Request = Pick<ApiRequest, 'db' | 'user' | 'city' | 'env' | 'log' | 'now'>;

const words: Partial<Record<ClaimStatus, string>> = {
  pending: 'its claimant has not finished the checkout',
  superseded: 'the listing went to somebody else',
  withdrawn: 'its claimant has taken it back',
  lapsed: 'it ran out',
};

const deeds = { approved: ['approved', 'ending', 'handed_over', 'ended'], rejected: ['rejected'] } as const;

/** Names the colleague who decided; a claim that no colleague decided says what became of it. */
async function tooLate(tx: Database, { claim, business }: HeldClaim, request: Request): Promise<Problem> {
  const { id, status, decidedBy } = claim;
  const deed = (['approved', 'rejected'] as const).find((name) => (deeds[name] as readonly string[]).includes(status));
  const name = business?.name ?? 'this listing';
  if (status === 'superseded') {
    // The listing may have had an owner before, too.
    const where = gt(auditLog.at, claim.createdAt);
    const other = { subjectType: 'business', subjectId: claim.businessId ?? '', actions: ['claim.approved'], where };
    if ((await lastActor(tx, other, request)).isKnown)
      return wasFirst(tx, other, `approved another claim on ${name}`, request);
  }
  if (deed === undefined || decidedBy !== 'staff') {
    return new Problem('conflict', `This claim cannot be decided: ${words[status] ?? `it is ${status} already`}.`);
  }
  const ofClaim = { actions: [`claim.${deed}`], where: sql`${auditLog.data} ->> 'claim' = ${id}` };
  const decided = { subjectType: 'business', subjectId: claim.businessId ?? '', ...ofClaim };
  return wasFirst(tx, decided, `${deed} the claim on ${name}`, request);
}

interface ApprovalOfClaim {
  id: string;
  /** The facts that staff have seen; undefined: it does not matter. */
  amountCents?: number | undefined;
  creditCents?: number | undefined;
  notes?: number | undefined;
  askedAt?: string | null | undefined;
}

/**
 * Makes the claimant the owner. When two staff approve two claims on one listing at once, one is told that
 * the other claim won.
 * @throws Problem 'not_found', 'conflict' (not in review, another amount or credit, a note or question that was not seen, or the listing has an owner)
 */
export async function approveClaim({ id, ...asked }: ApprovalOfClaim, request: Request): Promise<void> {
  const actorId = requireUser(request.user).id;
  const creditCents = await creditOfClaim(id, request);
  const outcome = await request.db.transaction(async (tx) => {
    const held = await lockClaim(tx, id);
    if (held === null) throw claimNotFound();
    if (!canBe(held.claim.status, 'approved')) throw await tooLate(tx, held, request);
    const { amountCents } = held.claim;
    const isOther = (now: number | null, then: number | undefined) =>
      then !== undefined && now !== null && then !== now;
    if (isOther(amountCents, asked.amountCents) || isOther(creditCents, asked.creditCents)) {
      const amount = formatDollars(cardCents(amountCents, creditCents ?? 0));
      throw new Problem('conflict', `Approving this claim would now charge ${amount}. Please look at it again.`);
    }
    if (asked.askedAt !== undefined && asked.askedAt !== (held.claim.askedAt?.toISOString() ?? null)) {
      const acts = { subjectType: 'claim', subjectId: id, actions: ['claim.asked'] };
      throw await wasFirst(tx, acts, 'asked the claimant a question', request);
    }
    if (asked.notes !== undefined) await requireNotesSeen(tx, id, { seen: asked.notes, actorId, now: request.now() });
    return grantClaim(tx, held, { decidedBy: 'staff', actorId, creditCents }, request);
  });
  // Thrown after the commit: the claim is closed, and its claimant gets a mail.
  if (outcome === 'superseded')
    throw new Problem('conflict', 'This listing has an owner already. The claim is closed.');
}

interface Silence {
  /** False for a claim of somebody who is banned: nobody is mailed. */
  tell: boolean;
  /** The act on several that this is a part of. */
  groupId?: string;
}

/** Mail and cancellation wait until it can no longer be undone. @throws Problem 'not_found', 'conflict' (not in review) */
export async function rejectClaim(
  id: string,
  reason: string,
  request: Request,
  { tell, groupId }: Silence = { tell: true },
): Promise<void> {
  const actorId = requireUser(request.user).id;
  await request.db.transaction(async (tx) => {
    const held = await lockClaim(tx, id);
    if (held === null) throw claimNotFound();
    if (!canBe(held.claim.status, 'rejected')) throw await tooLate(tx, held, request);
    const { decidedBy, decidedById, decidedAt, dueAt, reason: saidBefore } = held.claim;
    const before: Columns = { decidedBy, decidedById, decidedAt, dueAt, reason: saidBefore };
    const at = request.now();
    const decided = { event: 'rejected', decidedBy: 'staff', actorId, reason } as const;
    const closing = { ...decided, startAfter: mailAfterUndo(at), isLetterLater: !tell };
    const queued = await closeClaim(tx, held, closing, { ...request, now: () => at });
    await noteAct(tx, { kind: 'claim', actorId, subjectId: id, before, mails: queued, at, groupId });
  });
}

type Columns = Pick<ClaimRow, 'decidedBy' | 'decidedById' | 'decidedAt' | 'dueAt' | 'reason'>;

/** As `rejectClaim` noted them, with instants as text. */
export type Undecided = Record<keyof Columns, string | null>;

interface Rejection {
  id: string;
  at: Date;
  before: Undecided;
  actorId: string;
}

/**
 * Lets a claim wait again that was rejected at `at`.
 * @throws Problem 'conflict' when something has happened to the claim or its listing since
 */
export async function reopenClaim(
  tx: Database,
  { id, at, before, actorId }: Rejection,
  context: Context,
): Promise<void> {
  const held = await lockClaim(tx, id);
  const isAsLeft =
    held?.claim.status === 'rejected' && held.claim.decidedAt?.getTime() === at.getTime() && !held.claim.cancelledAt;
  if (!isAsLeft || held.business?.ownerId || (await openClaimOf(tx, held.claim))) {
    throw new Problem('conflict', 'Something has happened since: please look at the listing and its claims.');
  }
  const columns = {
    ...before,
    decidedAt: before.decidedAt === null ? null : new Date(before.decidedAt),
    dueAt: before.dueAt === null ? null : new Date(before.dueAt),
  } as Columns;
  await moveClaim(tx, held, { event: 'reopened', columns, actorId }, context);
}

/** @throws Problem 'not_found' (also another person's), 'conflict' (decided already) */
export async function withdrawClaim(id: string, request: Request): Promise<void> {
  const { id: userId } = requireUser(request.user);
  await request.db.transaction(async (tx) => {
    const held = await lockClaim(tx, id);
    if (held?.claim.userId !== userId) throw claimNotFound();
    if (!canBe(held.claim.status, 'withdrawn')) throw new Problem('conflict', 'This claim has been decided already.');
    await closeClaim(tx, held, { event: 'withdrawn', decidedBy: 'claimant', actorId: userId }, request);
  });
}
