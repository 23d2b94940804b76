/** The acts of staff that can be undone, each with the code that puts back what it changed. */
import { and, eq, gt, inArray } from 'drizzle-orm';
import { undoCashAct } from '#features/billing-desk/server/undo-cash-act.ts';
import { refuseDuplicate } from '#features/businesses/server/find-duplicates.ts';
import { undoMerge } from '#features/businesses/server/undo-merge.ts';
import { reopenClaim, type Undecided } from '#features/claims/server/decide-claim.ts';
import { dropFreeClaim } from '#features/claims/server/start-free-claim.ts';
import { type ConversationBefore, putBackConversation } from '#features/conversations/server/change-conversation.ts';
import type { LetterKinds } from '#features/conversations/server/letter-kinds.ts';
import { type TalkBefore, takePostBack } from '#features/conversations/server/posts.ts';
import { reopenCorrection, untakeCorrection } from '#features/corrections/server/decide-correction.ts';
import { type SuggestionBefore, waitAgain } from '#features/events/server/staff-suggestions.ts';
import { type EditBefore, undoEdit } from '#features/events/server/update-event.ts';
import { type OrderBefore, refuseAfterOrder, undoOrderDone } from '#features/listing-orders/server/undo-order.ts';
import { undoOwnerChange } from '#features/managers/server/change-owner.ts';
import { type AnnouncementBefore, putBackAnnouncement } from '#features/owner-posts/server/staff-announcements.ts';
import { followPremium } from '#features/premium/server/derive-premium.ts';
import {
  putBackRecommendation,
  type RecommendationBefore,
} from '#features/recommendations/server/staff-recommendations.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, businesses, type staffActs, users } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { StaffRight } from '#shared/staff-rights.ts';

export type Act = typeof staffActs.$inferSelect;

const changed = () => new Problem('conflict', 'It has been changed since. Please look at its history.');

/** An owner's way off the directory and on again makes no new version, so that an open edit can still be saved. */
async function wasListedByOwner(tx: Database, { id, subjectId }: Act): Promise<boolean> {
  const isByOwner = inArray(auditLog.action, ['business.taken-off-by-owner', 'business.put-back-by-owner']);
  const isOfThis = and(eq(auditLog.subjectType, 'business'), eq(auditLog.subjectId, subjectId));
  // Their ids count time.
  return (await tx.$count(auditLog, and(isOfThis, isByOwner, gt(auditLog.id, id)))) > 0;
}

async function undoOnBusiness(tx: Database, act: Act, { now }: ApiRequest): Promise<Record<string, unknown>> {
  const [row] = await tx.select().from(businesses).where(eq(businesses.id, act.subjectId)).for('update');
  if (row === undefined || row.version !== act.version) throw changed();
  await refuseAfterOrder(tx, row.id, act.at);
  const { ownerId, ...before } = act.before as Partial<typeof businesses.$inferSelect>;
  // It may have got an owner since, who has not seen it before.
  if (ownerId !== undefined && row.ownerId !== null && row.ownerId !== ownerId) throw changed();
  const asDate = (instant: unknown) => (typeof instant === 'string' ? new Date(instant) : null);
  const isReview = before.status !== undefined;
  if (isReview && (await wasListedByOwner(tx, act))) throw changed();
  // Its owner may have said since that everything is right.
  const isConfirmedByAct = 'confirmedAt' in before && row.confirmedAt?.getTime() === act.at.getTime();
  // Somebody may have approved its duplicate while this one could not be seen.
  if (before.status === 'approved') await refuseDuplicate(tx, { looks: row, states: ['approved'], confirmed: [] });
  await tx
    .update(businesses)
    .set({
      ...(isReview ? { hiddenByOwner: false } : {}),
      ...before,
      ...('approvedAt' in before ? { approvedAt: asDate(before.approvedAt) } : {}),
      confirmedAt: isConfirmedByAct ? asDate(before.confirmedAt) : row.confirmedAt,
      ...(isReview ? { version: row.version + 1 } : {}),
      updatedAt: now(),
    })
    .where(eq(businesses.id, row.id));
  await followPremium(tx, row.id);
  await announceChange(tx, ['businesses', 'categories', 'missing', `business:${row.id}`]);
  return { name: row.name, ...(isReview ? { status: [row.status, before.status] } : {}) };
}

/** A duplicate whose submitter was offered the listing that is there. */
async function undoGift(tx: Database, act: Act, request: ApiRequest): Promise<Record<string, unknown>> {
  const { business, claimId, question } = act.before as {
    business: object;
    claimId: string | null;
    question?: { postId: string; before: TalkBefore | null } | null;
  };
  if (question) await takePostBack(tx, act.subjectId, question);
  if (claimId !== null && act.actorId !== null) await dropFreeClaim(tx, { claimId, actorId: act.actorId }, request);
  return undoOnBusiness(tx, { ...act, before: business }, request);
}

/**
 * The sessions that a ban ended stay ended: the person logs in again. Whoever became staff since is not banned by it, and the
 * later ban of a colleague stays.
 */
async function undoBan(tx: Database, act: Act): Promise<Record<string, unknown>> {
  const [person] = await tx.select().from(users).where(eq(users.id, act.subjectId)).for('no key update');
  if (person === undefined || person.role === 'staff') throw changed();
  const { bannedAt } = act.before as { bannedAt: string | null };
  const leftByAct = bannedAt === null ? act.at.getTime() : undefined;
  if (person.bannedAt?.getTime() !== leftByAct) throw changed();
  await tx
    .update(users)
    .set({ bannedAt: bannedAt === null ? null : new Date(bannedAt) })
    .where(eq(users.id, person.id));
  return { username: person.username };
}

async function undoSuggestion(tx: Database, act: Act, request: ApiRequest): Promise<Record<string, unknown>> {
  const done = { decidedAt: act.at, version: act.version, before: act.before as SuggestionBefore };
  const { title, status } = await waitAgain(tx, act.subjectId, done, request);
  return { title, status: [status, 'waiting'] };
}

interface Undoer {
  /** As the audit log calls it; null for code that writes its own line there. */
  subject: string | null;
  /** The right that the act itself asked for. */
  right: StaffRight;
  /** Answers what that line shows. @throws Problem 'conflict' when the subject is not as the act left it */
  undo: (tx: Database, act: Act, request: ApiRequest, kinds: LetterKinds) => Promise<Record<string, unknown>>;
}

/** Keyed by the kind of the act. */
export const undoers: Readonly<Record<string, Undoer>> = {
  business: { subject: 'business', right: 'moderator', undo: undoOnBusiness },
  gift: { subject: 'business', right: 'moderator', undo: undoGift },
  owner: {
    subject: 'business',
    right: 'moderator',
    undo: (tx, { subjectId: id, before, actorId }, request) =>
      undoOwnerChange(tx, { id, given: before as object, actorId }, request),
  },
  merge: {
    subject: 'business',
    right: 'moderator',
    undo: async (tx, { subjectId, version, before, actorId }, { now }) => {
      const { name, id } = await undoMerge(tx, { into: subjectId, version, before: before as object, actorId }, now());
      await followPremium(tx, id);
      await followPremium(tx, subjectId);
      return { name };
    },
  },
  order: {
    subject: 'order',
    right: 'moderator',
    undo: (tx, { subjectId, at, before }, { now }) =>
      undoOrderDone(tx, subjectId, { at, before: before as OrderBefore, now: now() }),
  },
  ban: { subject: 'user', right: 'administrator', undo: undoBan },
  event: {
    subject: null,
    right: 'editor',
    undo: async (tx, { subjectId: id, version, before }, request) => {
      await undoEdit(tx, { id, version, before: before as EditBefore }, request);
      return {};
    },
  },
  suggestion: { subject: 'event-suggestion', right: 'moderator', undo: undoSuggestion },
  claim: {
    subject: null,
    right: 'moderator',
    undo: async (tx, { subjectId, before, ...act }, request) => {
      await reopenClaim(tx, { ...act, id: subjectId, before: before as Undecided }, request);
      return {};
    },
  },
  cash: {
    subject: null,
    right: 'treasurer',
    undo: async (tx, { subjectId, before, actorId, at }, { now, user }) => {
      const { goneId } = before as { goneId: string | null };
      await undoCashAct(tx, { planId: subjectId, goneId, at, now: now(), actorId: user?.id ?? actorId ?? '' });
      return {};
    },
  },
  correction: {
    subject: null,
    right: 'moderator',
    undo: async (tx, { subjectId, at, actorId }, request) => {
      await reopenCorrection(tx, subjectId, { closedAt: at, actorId }, request);
      return {};
    },
  },
  'correction-taken-over': {
    subject: null,
    right: 'moderator',
    undo: async (tx, { subjectId, actorId }, request) => {
      await untakeCorrection(tx, subjectId, { ...request, actorId });
      return {};
    },
  },
  conversation: {
    subject: 'conversation',
    right: 'moderator',
    undo: async (tx, { subjectId, before, at }, request, kinds) => {
      await putBackConversation(tx, subjectId, { at, ...(before as ConversationBefore) }, kinds, request);
      return {};
    },
  },
  announcement: {
    subject: null,
    right: 'moderator',
    undo: async (tx, { subjectId, before, actorId, at }, request) => {
      await putBackAnnouncement(tx, subjectId, { ...(before as AnnouncementBefore), actorId, at }, request);
      return {};
    },
  },
  recommendation: {
    subject: null,
    right: 'moderator',
    undo: async (tx, { subjectId, before, actorId, at }, request) => {
      await putBackRecommendation(tx, subjectId, { ...(before as RecommendationBefore), actorId, at }, request);
      return {};
    },
  },
};
