import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { FormerTimes } from '#shared/former-times.ts';
import { users } from './accounts.ts';
import { businesses } from './businesses.ts';
import { createdAt, id, instant, wordsIndex } from './columns.ts';

/** An event as it was written: once, or a series by rule. Pages read its occurrences. */
export const events = pgTable(
  'events',
  {
    id: id(),
    /** The address of its page: /events/{slug}. Follows the title; former slugs redirect. */
    slug: text().notNull().unique(),
    title: text().notNull(),
    /** Cleaned HTML */
    description: text().notNull().default(''),
    location: text().notNull().default(''),
    /** The listing that puts it on. Visitors see it while the listing is approved. */
    businessId: uuid().references(() => businesses.id, { onDelete: 'set null' }),
    /** Where it is, for the map on its page. Null: the listing that the location names, or no map. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    category: text({ enum: ['government', 'community', 'business', 'cultural'] })
      .notNull()
      .default('community'),
    isFree: boolean().notNull().default(false),
    /** The price in a few words: '$10 at the door'. Null when it is free or nobody said. */
    price: text(),
    /** First start and end; later ones follow the rule in the city's time zone. */
    startsAt: instant().notNull(),
    endsAt: instant(),
    allDay: boolean().notNull().default(false),
    /** RFC 5545 RRULE without DTSTART; null: takes place once. */
    rule: text(),
    /** Days in the city that the rule gives and that are left out, as EXDATE does. */
    skippedDays: date({ mode: 'string' }).array().notNull().default(sql`'{}'::date[]`),
    /** Former times of a series, oldest first: dates that have passed stay as they were. The others follow start, end and rule. */
    formerTimes: jsonb().$type<FormerTimes[]>().notNull().default([]),
    status: text({ enum: ['scheduled', 'cancelled', 'postponed'] })
      .notNull()
      .default('scheduled'),
    /** Why it is off or when it will be, in a sentence for visitors. */
    statusNote: text().notNull().default(''),
    /** When it was to begin before it was given a new date. */
    previousStartsAt: instant(),
    imageUrl: text(),
    imageAlt: text(),
    /** The address of a page about it, http or https. */
    url: text(),
    organizer: text(),
    /** E-mail address or telephone number for questions, shown to everybody. */
    contact: text(),
    /** Name of the file it was imported from, and its UID there. */
    source: text(),
    sourceUid: text(),
    /** Counts edits: another copy than the one looked at is refused, and calendars see which is newer. */
    version: integer().notNull().default(1),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    uniqueIndex('events_source_uid').on(t.sourceUid).where(sql`${t.sourceUid} is not null`),
    index('events_business').on(t.businessId).where(sql`${t.businessId} is not null`),
  ],
);

/** Former slugs of events: they redirect for good. */
export const eventSlugs = pgTable(
  'event_slugs',
  {
    slug: text().primaryKey(),
    eventId: uuid()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [index('event_slugs_event').on(t.eventId)],
);

/** A resident's suggestion for the calendar. It becomes an event when staff approve it. */
export const eventSuggestions = pgTable(
  'event_suggestions',
  {
    id: id(),
    /** Waits for staff once its sender has followed the link in the mail. */
    status: text({ enum: ['unconfirmed', 'waiting', 'approved', 'rejected'] })
      .notNull()
      .default('unconfirmed'),
    senderName: text().notNull(),
    senderEmail: text().notNull(),
    /** The listing whose owner or manager suggests an event of its own, and that person. */
    businessId: uuid().references(() => businesses.id, { onDelete: 'set null' }),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    title: text().notNull(),
    /** As typed, no HTML */
    description: text().notNull(),
    location: text().notNull(),
    category: text({ enum: ['government', 'community', 'business', 'cultural'] }).notNull(),
    startsAt: instant().notNull(),
    endsAt: instant(),
    allDay: boolean().notNull().default(false),
    isFree: boolean().notNull().default(false),
    price: text(),
    url: text(),
    /** To staff, for example how it repeats. */
    message: text().notNull().default(''),
    createdAt: createdAt(),
    confirmedAt: instant(),
    decidedAt: instant(),
    decidedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    reason: text(),
    /** The event that was made from it. */
    eventId: uuid().references(() => events.id, { onDelete: 'set null' }),
    /** Other words for an own event that is in the calendar: its owner's change, which staff look at first. */
    changesEventId: uuid().references(() => events.id, { onDelete: 'cascade' }),
  },
  (t) => [
    index('event_suggestions_changes_event_id').on(t.changesEventId).where(sql`${t.changesEventId} is not null`),
    // The release before a change waited would make a second event of it, while both serve.
    check(
      'event_suggestions_change_makes_no_event',
      sql`${t.changesEventId} is null or ${t.eventId} is null or ${t.eventId} = ${t.changesEventId}`,
    ),
    index('event_suggestions_waiting').on(t.confirmedAt).where(sql`${t.status} = 'waiting'`),
    index('event_suggestions_business_id').on(t.businessId).where(sql`${t.businessId} is not null`),
    wordsIndex('event_suggestions_words', t.title, t.location, t.senderName, t.senderEmail, t.message),
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
    /** Percent from left and top of what must stay visible of a cropped picture; null: its middle. */
    focusX: smallint(),
    focusY: smallint(),
    author: text(),
    category: text({ enum: ['news', 'community', 'business', 'events'] })
      .notNull()
      .default('news'),
    published: boolean().notNull().default(false),
    /** When it goes or went live; with published and a later time it is scheduled. */
    publishAt: instant(),
    /** Since when readers see it: set as soon as stored pages have been dropped for it, null for a draft and before its time. */
    liveSince: instant(),
    /** When readers saw it for the first time: from then on a former slug is kept as a redirect. */
    firstLiveAt: instant(),
    /** Once chosen by hand or published, the slug no longer follows the title. */
    slugFixed: boolean().notNull().default(true),
    /** The newest revision's number; for a draft, the one that this row holds. */
    version: integer().notNull().default(1),
    /** The revision in this row. A published article that is edited keeps its row until staff publish the changes. */
    shownVersion: integer().notNull().default(1),
    savedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The editor (one open page of one browser) that saved last: its own lost answer is no conflict. */
    savedIn: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    index('articles_published').on(t.publishAt.desc()).where(sql`${t.published}`),
    index('articles_of_category').on(t.category, t.publishAt.desc()).where(sql`${t.published}`),
    index('articles_due').on(t.publishAt).where(sql`${t.published} and ${t.liveSince} is null`),
  ],
);

/** Versions that an article's editor has saved; autosaves of one sitting share a row. */
export const articleRevisions = pgTable(
  'article_revisions',
  {
    id: id(),
    articleId: uuid()
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    title: text().notNull(),
    excerpt: text().notNull(),
    /** Cleaned HTML */
    content: text().notNull(),
    imageUrl: text(),
    imageAlt: text(),
    imageCaption: text(),
    focusX: smallint(),
    focusY: smallint(),
    author: text(),
    category: text({ enum: ['news', 'community', 'business', 'events'] }).notNull(),
    kind: text({ enum: ['autosaved', 'saved', 'published', 'restored'] }).notNull(),
    savedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    savedAt: createdAt(),
  },
  (t) => [uniqueIndex('article_revisions_version').on(t.articleId, t.version)],
);

/** Former slugs of articles that readers have seen: they redirect for good. */
export const articleSlugs = pgTable(
  'article_slugs',
  {
    slug: text().primaryKey(),
    articleId: uuid()
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [index('article_slugs_article').on(t.articleId)],
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
    imageAlt: text().notNull().default(''),
    weight: integer().notNull().default(1),
    startsOn: date({ mode: 'string' }),
    endsOn: date({ mode: 'string' }),
    /** false: staff have paused it. */
    active: boolean().notNull().default(true),
    /** Counts edits, so that a second editor of an old copy is told. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [index('ads_slot').on(t.slot)],
);
