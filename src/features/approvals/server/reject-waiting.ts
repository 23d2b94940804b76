import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { RejectWaiting } from '#features/accounts/server/people-api.ts';
import { closeCorrection } from '#features/corrections/server/decide-correction.ts';
import { rejectSuggestion } from '#features/events/server/staff-suggestions.ts';
import { businesses, corrections, eventSuggestions } from '#server/db/schema/index.ts';
import { rejectBusiness } from './review-business.ts';

/** More wait on, and are rejected in the queue. */
const maxOfKind = 150;

/**
 * Rejects what waits from a person whom staff ban: new listings, suggested events and suggested changes. Nobody is told. Only a
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
  for (const one of changes) await closeCorrection(one.id, 'declined', request, groupId);
  return listings.length + suggestions.length + changes.length;
};
