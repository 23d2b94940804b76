import { and, desc, eq, exists, gt, inArray, isNotNull, isNull, ne, not, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { auditLog, eventSuggestions, events } from '#server/db/schema/index.ts';
import type { SessionUser } from '#server/http/serve.ts';
import type { Answer } from '#shared/endpoint.ts';
import { dayMs } from '#shared/times.ts';
import type { listOwnSuggestions } from '../suggestion-contract.ts';
import { writeSuggestionToken } from './suggestion-token.ts';

const maxShown = 20;
const decidedShownMs = 14 * dayMs;

/**
 * Events that were suggested through the town's form with the person's confirmed mailbox: those that wait, and those that were
 * decided lately. Newest first.
 */
export async function ownSuggestions(
  db: Database,
  { email, emailVerified }: SessionUser,
  now: Date,
): Promise<Answer<typeof listOwnSuggestions>> {
  if (!emailVerified) return [];
  const { status, decidedAt, senderEmail, businessId, changesEventId, reason: why } = eventSuggestions;
  const isPutAway = exists(
    db
      .select({ one: sql`1` })
      .from(auditLog)
      .where(
        and(
          eq(auditLog.subjectType, 'event-suggestion'),
          eq(auditLog.subjectId, sql`${eventSuggestions.id}::text`),
          eq(auditLog.action, 'event-suggestion.put-away'),
          gt(auditLog.at, decidedAt),
        ),
      ),
  );
  const isRecent = and(
    inArray(status, ['approved', 'rejected']),
    gt(decidedAt, new Date(now.getTime() - decidedShownMs)),
    not(isPutAway),
    // One that its sender took out of the calendar has no reason of staff.
    or(eq(status, 'approved'), isNotNull(why)),
  );
  const rows = await db
    .select({ suggestion: eventSuggestions, slug: events.slug, eventStatus: events.status })
    .from(eventSuggestions)
    .leftJoin(events, and(eq(events.id, eventSuggestions.eventId), eq(eventSuggestions.status, 'approved')))
    .where(
      and(
        isNull(businessId),
        isNull(changesEventId),
        sql`lower(${senderEmail}) = lower(${email})`,
        or(eq(status, 'waiting'), isRecent),
      ),
    )
    .orderBy(desc(eventSuggestions.id))
    .limit(maxShown);
  return Promise.all(
    rows.map(async ({ suggestion: { id, title, status, startsAt, reason }, slug, eventStatus }) => ({
      ...{ id, title, slug, reason },
      token: await writeSuggestionToken(db, id),
      status: status === 'unconfirmed' ? 'waiting' : status,
      startDate: startsAt.toISOString(),
      isCanceled: eventStatus === 'cancelled',
    })),
  );
}

/** Moves a mailbox's suggestions to the new mailbox of its account, so that they stay on its dashboard and the answer of staff arrives. */
export async function suggestionsFollow(db: Database, former: string, email: string): Promise<void> {
  const { senderEmail, status } = eventSuggestions;
  await db
    .update(eventSuggestions)
    .set({ senderEmail: email })
    .where(and(sql`lower(${senderEmail}) = lower(${former})`, ne(status, 'unconfirmed')));
}
