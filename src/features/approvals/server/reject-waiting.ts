import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import type { RejectWaiting } from '#features/accounts/server/people-api.ts';
import { rejectClaim } from '#features/claims/server/decide-claim.ts';
import { closeCorrection } from '#features/corrections/server/decide-correction.ts';
import { rejectSuggestion } from '#features/events/server/staff-suggestions.ts';
import { decideAnnouncement } from '#features/owner-posts/server/staff-announcements.ts';
import { announcements, businesses, claims, corrections, eventSuggestions } from '#server/db/schema/index.ts';
import { rejectBusiness } from './review-business.ts';

/** More wait on, and are rejected in the queue. All kinds together stay below what an undo takes back. */
const maxOfKind = 150;

/**
 * Rejects what waits from a person whom staff ban: new listings, claims, announcements, suggested events and suggested changes.
 * Nobody is told, and a card behind a claim is let go without a charge. Only a
 * confirmed mailbox makes a suggestion that was sent without an account the person's own. Answers how many were rejected.
 */
export const rejectWaiting: RejectWaiting = async ({ id, email, emailVerified }, groupId, request) => {
  const { db } = request;
  const isSender = or(eq(businesses.ownerId, id), and(isNull(businesses.ownerId), eq(businesses.submittedById, id)));
  const listings = await db
    .select({ id: businesses.id, version: businesses.version })
    .from(businesses)
    .where(and(eq(businesses.status, 'pending'), isSender))
    .orderBy(asc(businesses.id))
    .limit(maxOfKind);
  for (const listing of listings) await rejectBusiness({ ...listing, reason: '', tell: false, groupId }, request);

  const claimed = await db
    .select({ id: claims.id })
    .from(claims)
    .where(and(eq(claims.userId, id), eq(claims.status, 'in_review')))
    .orderBy(asc(claims.id))
    .limit(maxOfKind);
  for (const one of claimed) await rejectClaim(one.id, '', request, { tell: false, groupId });

  const announced = await db
    .select({ id: announcements.id })
    .from(announcements)
    .where(and(eq(announcements.authorId, id), eq(announcements.status, 'waiting')))
    .orderBy(asc(announcements.id))
    .limit(maxOfKind);
  const { id: actorId } = requireUser(request.user);
  for (const one of announced) {
    await decideAnnouncement({ ...one, shown: false, reason: '', actorId, tell: false, groupId }, request);
  }

  const isTheirMail = emailVerified ? sql`lower(${eventSuggestions.senderEmail}) = lower(${email})` : undefined;
  const suggestions = await db
    .select({ id: eventSuggestions.id })
    .from(eventSuggestions)
    .where(and(eq(eventSuggestions.status, 'waiting'), or(eq(eventSuggestions.userId, id), isTheirMail)))
    .orderBy(asc(eventSuggestions.id))
    .limit(maxOfKind);
  for (const one of suggestions) await rejectSuggestion(one.id, '', request, { tell: false, groupId });

  const changes = emailVerified
    ? await db
        .select({ id: corrections.id })
        .from(corrections)
        .where(and(eq(corrections.status, 'waiting'), sql`lower(${corrections.email}) = lower(${email})`))
        .orderBy(asc(corrections.id))
        .limit(maxOfKind)
    : [];
  for (const one of changes) await closeCorrection(one.id, { as: 'declined', groupId }, request);
  return listings.length + claimed.length + announced.length + suggestions.length + changes.length;
};
