import { boolean, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from './columns.ts';
import { events } from './publishing.ts';

/** One time of a series that is not as the series has it. Outlives the occurrences, which are worked out anew. */
export const eventChanges = pgTable(
  'event_changes',
  {
    id: id(),
    eventId: uuid()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** The day in the city that the rule gives: a rule gives a day once at most. */
    day: date({ mode: 'string' }).notNull(),
    /** null: at the series' own time, whatever the end says. */
    startsAt: instant(),
    endsAt: instant(),
    title: text(),
    location: text(),
    isCancelled: boolean().notNull().default(false),
    note: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('event_changes_event_day').on(t.eventId, t.day)],
);

/** Each time an event takes place, worked out ahead by a job. */
export const eventOccurrences = pgTable(
  'event_occurrences',
  {
    id: id(),
    eventId: uuid()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    startsAt: instant().notNull(),
    endsAt: instant(),
    status: text({ enum: ['scheduled', 'cancelled', 'postponed'] })
      .notNull()
      .default('scheduled'),
    /** For a series: the day that its rule gives, which stays when this occurrence is moved. */
    day: date({ mode: 'string' }),
    /** Where these are set, they stand in place of the event's own. */
    title: text(),
    location: text(),
    note: text(),
    /** Set for a date that had passed when its series was changed or canceled: it stays as it was. */
    allDay: boolean(),
    /** When this one was to begin before it was moved. */
    previousStartsAt: instant(),
  },
  (t) => [
    uniqueIndex('event_occurrences_event_day').on(t.eventId, t.day),
    index('event_occurrences_event_start').on(t.eventId, t.startsAt),
    index('event_occurrences_starts_at').on(t.startsAt),
  ],
);
