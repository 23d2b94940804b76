import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from './columns.ts';

/** An event as it was written: once, or a series by rule. Pages read its occurrences. */
export const events = pgTable('events', {
  id: id(),
  title: text().notNull(),
  /** Cleaned HTML */
  description: text().notNull().default(''),
  location: text().notNull().default(''),
  category: text({ enum: ['government', 'community', 'business', 'cultural'] })
    .notNull()
    .default('community'),
  /** First start and end; later ones follow the rule in the city's time zone. */
  startsAt: instant().notNull(),
  endsAt: instant(),
  allDay: boolean().notNull().default(false),
  /** RFC 5545 RRULE without DTSTART; null: takes place once. */
  rule: text(),
  status: text({ enum: ['scheduled', 'cancelled', 'postponed'] })
    .notNull()
    .default('scheduled'),
  imageUrl: text(),
  createdAt: createdAt(),
  updatedAt: createdAt(),
});

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
  },
  (t) => [
    uniqueIndex('event_occurrences_event_start').on(t.eventId, t.startsAt),
    index('event_occurrences_starts_at').on(t.startsAt),
  ],
);

export const articles = pgTable(
  'articles',
  {
    id: id(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    excerpt: text().notNull().default(''),
    /** Cleaned HTML */
    content: text().notNull().default(''),
    imageUrl: text(),
    imageAlt: text(),
    imageCaption: text(),
    author: text(),
    category: text({ enum: ['news', 'community', 'business', 'events'] })
      .notNull()
      .default('news'),
    published: boolean().notNull().default(false),
    /** When it goes or went live; with published and a later time it is scheduled. */
    publishAt: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [index('articles_published').on(t.publishAt.desc()).where(sql`${t.published}`)],
);

export const ads = pgTable(
  'ads',
  {
    id: id(),
    slot: text({ enum: ['banner', 'sidebar'] }).notNull(),
    title: text().notNull(),
    text: text().notNull(),
    label: text().notNull(),
    url: text().notNull(),
    imageUrl: text(),
    weight: integer().notNull().default(1),
    startsOn: date({ mode: 'string' }),
    endsOn: date({ mode: 'string' }),
    createdAt: createdAt(),
  },
  (t) => [index('ads_slot').on(t.slot)],
);
