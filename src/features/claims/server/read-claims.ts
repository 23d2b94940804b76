/** A person's own claims, for the dashboard. */
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { asKept, firstPaymentBy, planEnd } from '#features/billing/plan-end.ts';
import { claimsThatCameBack } from '#features/billing/server/came-back.ts';
import { readTalks } from '#features/conversations/server/posts.ts';
import type { Database } from '#server/db/client.ts';
import {
  accountDeletions,
  auditLog,
  businesses,
  claimDocuments,
  claims,
  subscriptions,
  users,
} from '#server/db/schema/index.ts';
import { isLive } from '#server/stripe/subscription-states.ts';
import { dayMs } from '#shared/times.ts';
import { canWaitFor, waitEnd } from '../claim-rules.ts';
import { isOpen } from '../claim-states.ts';
import type { Claim, ClaimDocument, ClaimStatus } from '../contract.ts';
import { claimNotFound } from './claim-rows.ts';
import { provesByMailbox } from './find-doubts.ts';
import { isNoteOf } from './note-given-back.ts';

/** The claims whose payment goes back. */
async function readGivenBack(
  db: Database,
  own: readonly Pick<typeof claims.$inferSelect, 'id' | 'businessId'>[],
): Promise<Set<string | null>> {
  if (own.length === 0) return new Set();
  const claim = sql<string | null>`coalesce(${auditLog.data} ->> 'claim', ${auditLog.subjectId})`;
  const rows = await db
    .select({ id: claim })
    .from(auditLog)
    .where(or(...own.map(isNoteOf)));
  return new Set(rows.map(({ id }) => id));
}

interface Whose {
  userId: string;
  /** Reads only this claim, however old. */
  id?: string;
  now: Date;
}

/**
 * Newest first. A rejected claim is shown for 90 days, an approved one for 14 (afterwards it is one of the
 * businesses) or while the owner has something to do; a withdrawn one is not shown.
 */
export async function listOwnClaims(db: Database, { userId, id, now }: Whose): Promise<Claim[]> {
  const since = (days: number) => gt(claims.updatedAt, new Date(now.getTime() - days * dayMs));
  const owesFirst = and(
    eq(claims.status, 'approved'),
    sql`${subscriptions.failedAt} is not null and ${subscriptions.paidThrough} is null`,
  );
  const isShown = or(
    inArray(claims.status, ['in_review', 'ending']),
    and(eq(claims.status, 'pending'), gt(claims.expiresAt, now)),
    and(eq(claims.status, 'approved'), since(14)),
    owesFirst,
    and(eq(claims.status, 'approved'), isNotNull(subscriptions.endsAt), isNull(subscriptions.endedAt)),
    and(notInArray(claims.status, ['pending', 'expired', 'withdrawn', 'approved', 'in_review']), since(90)),
    and(eq(claims.status, 'withdrawn'), since(7)),
  );
  const { website, websiteBy } = businesses;
  const former = alias(claims, 'former');
  const rows = await db
    .select({
      claim: claims,
      business: { id: businesses.id, slug: businesses.slug, name: businesses.name, website, websiteBy },
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      subscription: subscriptions,
      goesOnFrom: former.paidUntil,
    })
    .from(claims)
    .innerJoin(businesses, eq(businesses.id, claims.businessId))
    .innerJoin(users, eq(users.id, claims.userId))
    .leftJoin(subscriptions, eq(subscriptions.id, claims.subscriptionId))
    .leftJoin(former, eq(former.id, claims.succeedsId))
    .where(and(eq(claims.userId, userId), id === undefined ? isShown : eq(claims.id, id)))
    .orderBy(desc(claims.id))
    .limit(100);
  const ids = rows.map(({ claim }) => claim.id);
  const isLeaving = (await db.$count(accountDeletions, eq(accountDeletions.userId, userId))) > 0;
  const documents = await readDocuments(db, ids);
  const talks = await readTalks(db, ids);
  const all = rows.map(({ claim }) => claim);
  const returned = await readGivenBack(db, all);
  const cameBack = await claimsThatCameBack(db, all);
  const enough = new Set<string>();
  const proven = new Set<string>();
  for (const { claim, business, email, emailVerifiedAt } of rows) {
    const isConfirmed = emailVerifiedAt !== null;
    // A new owner who goes on needs no proof.
    if (!isOpen(claim.status) || (isConfirmed && claim.status !== 'pending') || claim.succeedsId !== null) continue;
    // A mailbox's domain rarely has more than one listing, so this asks about once.
    const claimant = { id: userId, email };
    if (await provesByMailbox(db, { claimId: claim.id, claimant, business }))
      (isConfirmed ? proven : enough).add(claim.id);
  }
  return rows.map(({ claim, business, subscription: stored, goesOnFrom }) => {
    const subscription = stored && (isLeaving ? stored : asKept(stored));
    const isBack = claim.successorId === userId;
    // A listing that came back to who pays for it is theirs to the end of that time, as with a plan that is canceled.
    const isEndingForOwner = claim.status === 'handed_over' && isBack;
    const status = isEndingForOwner ? 'ending' : statusBy(claim.status, subscription);
    const payBy = (status === 'approved' && subscription && firstPaymentBy(subscription)) || null;
    const endsAt = claim.paidUntil ?? (subscription && (planEnd(subscription) ?? subscription.paidThrough));
    const planStatus = subscription?.status ?? null;
    const isAsked = claim.askedAt !== null && claim.repliedAt === null;
    return {
      id: claim.id,
      isGivenBack: returned.has(claim.id),
      isPaid: (subscription?.paidThrough ?? null) !== null,
      plan: claim.plan,
      amountCents: claim.amountCents,
      status,
      business: { id: business.id, slug: business.slug, name: business.name },
      dueAt: claim.dueAt?.toISOString() ?? null,
      question: isAsked ? claim.question : null,
      waitsUntil: isAsked && claim.amountCents > 0 ? waitEnd(claim.submittedAt, now).toISOString() : null,
      reason: claim.reason || null,
      note: claim.evidenceNote,
      phone: claim.evidencePhone,
      talk: talks.get(claim.id) ?? [],
      documents: documents.get(claim.id) ?? [],
      isMailboxEnough: enough.has(claim.id),
      isChargedAtOnce: proven.has(claim.id) && claim.amountCents > 0,
      checkoutId: claim.sessionId,
      checkoutUrl: claim.status === 'pending' ? claim.sessionUrl : null,
      payBy: payBy?.toISOString() ?? null,
      attemptAt: (payBy && subscription?.nextAttemptAt?.toISOString()) ?? null,
      endsAt: endsAt?.toISOString() ?? null,
      handedOverBy: isBack ? null : claim.handedOverBy,
      isBack: status === 'ending' && cameBack.has(claim.id),
      goesOn: goesOnFrom && {
        from: goesOnFrom.toISOString(),
        isChargedThen:
          claim.amountCents > 0 && (planStatus === null ? canWaitFor(goesOnFrom, now) : planStatus === 'trialing'),
      },
      isPutAway: claim.putAwayAs === status,
      createdAt: claim.createdAt.toISOString(),
      decidedAt: claim.decidedAt?.toISOString() ?? null,
    };
  });
}

/** The state of a claim follows its plan a moment later, when Stripe's event has come; its owner has canceled or kept it by then. */
function statusBy(status: ClaimStatus, plan: typeof subscriptions.$inferSelect | null): ClaimStatus {
  if (plan === null || !isLive(plan.status) || (status !== 'approved' && status !== 'ending')) return status;
  return plan.endsAt === null ? 'approved' : 'ending';
}

/** @throws Problem 'not_found', also for another person's claim */
export async function getOwnClaim(db: Database, whose: Whose & { id: string }): Promise<Claim> {
  const [claim] = await listOwnClaims(db, whose);
  if (claim === undefined) throw claimNotFound();
  return claim;
}

/** Documents by claim, oldest first, without their contents. */
export async function readDocuments(db: Database, claimIds: readonly string[]): Promise<Map<string, ClaimDocument[]>> {
  const found = new Map<string, ClaimDocument[]>();
  if (claimIds.length === 0) return found;
  const rows = await db
    .select({
      id: claimDocuments.id,
      claimId: claimDocuments.claimId,
      createdAt: claimDocuments.createdAt,
      name: claimDocuments.pdfName,
      bytes: sql<number>`octet_length(${claimDocuments.picture})`,
    })
    .from(claimDocuments)
    .where(inArray(claimDocuments.claimId, [...claimIds]))
    .orderBy(asc(claimDocuments.id));
  for (const { id, claimId, createdAt, name, bytes } of rows) {
    const own = found.get(claimId) ?? [];
    own.push({ id, addedAt: createdAt.toISOString(), pdf: name === null ? null : { name, bytes } });
    found.set(claimId, own);
  }
  return found;
}
