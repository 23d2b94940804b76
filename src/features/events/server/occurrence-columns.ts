import { sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { cleanHtml } from '#server/clean-html.ts';
import { businesses, eventOccurrences, events } from '#server/db/schema/index.ts';
import type { EventOccurrence } from '../contract.ts';
import { describeRule } from './describe-rule.ts';

/** A value of one time replaces the value of the whole event. */
const own = (column: AnyPgColumn, ofEvent: AnyPgColumn) => sql<string>`coalesce(${column}, ${ofEvent})`;

export const occurrenceTitle = own(eventOccurrences.title, events.title);
export const occurrenceLocation = own(eventOccurrences.location, events.location);
export const occurrenceAllDay = sql<boolean>`coalesce(${eventOccurrences.allDay}, ${events.allDay})`;
/** A date that had passed when its series was changed or canceled. */
const hasPassed = sql`${eventOccurrences.allDay} is not null`;
/** But canceling a series cancels each of its times that are to come. */
export const occurrenceStatus = sql<
  EventOccurrence['status']
>`case when ${events.status} = 'scheduled' or ${hasPassed} then ${eventOccurrences.status} else ${events.status} end`;
export const occurrenceNote = sql<
  string | null
>`coalesce(${eventOccurrences.note}, case when ${hasPassed} then null else nullif(${events.statusNote}, '') end)`;
const previousStart = {
  ofOccurrence: eventOccurrences.previousStartsAt,
  ofEvent: events.previousStartsAt,
};

export const occurrenceColumns = {
  id: eventOccurrences.id,
  eventId: events.id,
  slug: events.slug,
  title: occurrenceTitle,
  startsAt: eventOccurrences.startsAt,
  endsAt: eventOccurrences.endsAt,
  allDay: occurrenceAllDay,
  location: occurrenceLocation,
  description: events.description,
  category: events.category,
  status: occurrenceStatus,
  isFree: events.isFree,
  price: events.price,
  rule: events.rule,
  imageUrl: events.imageUrl,
  imageAlt: events.imageAlt,
  url: events.url,
  organizer: events.organizer,
  contact: events.contact,
  hasPremiumHost: sql<boolean>`exists (select from ${businesses} where ${businesses.id} = ${events.businessId}
    and ${businesses.status} = 'approved' and ${businesses.premiumExpiresAt} > now())`,
  note: occurrenceNote,
  ...previousStart,
};

/** The end of an occurrence. Without an end, it is over three hours after its start; a whole day after 24. */
export const occurrenceEnd = endOf(eventOccurrences);

/**
 * False for the later times of a series: a weekly market has 60 times in the stored months and would hide
 * everything else. A canceled time does not hide the one after it.
 */
export function isNextOfItsEvent(now: Date) {
  const earlier = alias(eventOccurrences, 'earlier');
  return sql`not exists (select from ${eventOccurrences} ${earlier} where ${earlier.eventId} = ${eventOccurrences.eventId}
    and ${earlier.startsAt} < ${eventOccurrences.startsAt} and ${earlier.status} <> 'cancelled' and ${endOf(earlier)} > ${now})`;
}

function endOf({ startsAt, endsAt, allDay }: Record<'startsAt' | 'endsAt' | 'allDay', AnyPgColumn>) {
  return sql`coalesce(${endsAt}, ${startsAt} + case when coalesce(${allDay}, ${events.allDay}) then interval '24 hours' else interval '3 hours' end)`;
}

type OccurrenceRow = Omit<EventOccurrence, 'startDate' | 'endDate' | 'recurring' | 'repeats' | 'previousStartDate'> & {
  startsAt: Date;
  endsAt: Date | null;
  rule: string | null;
  ofOccurrence: Date | null;
  ofEvent: Date | null;
};

export function toOccurrence({
  startsAt,
  endsAt,
  rule,
  ofOccurrence,
  ofEvent,
  ...row
}: OccurrenceRow): EventOccurrence {
  return {
    ...row,
    startDate: startsAt.toISOString(),
    endDate: endsAt?.toISOString() ?? null,
    description: cleanHtml(row.description),
    recurring: rule !== null,
    repeats: describeRule(rule),
    previousStartDate: (ofOccurrence ?? ofEvent)?.toISOString() ?? null,
  };
}
