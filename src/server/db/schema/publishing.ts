import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
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
    /** Of the newest revision; of a draft it is what this row holds. */
    version: integer().notNull().default(1),
    /** What this row holds. A published article that is edited on keeps its row until staff publish the changes. */
    shownVersion: integer().notNull().default(1),
    savedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The editor (one open page of one browser) that saved last: its own lost answer is no conflict. */
    savedIn: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    index('articles_published').on(t.publishAt.desc()).where(sql`${t.published}`),
    index('articles_due').on(t.publishAt).where(sql`${t.published} and ${t.liveSince} is null`),
  ],
);

/** What an article's editor has saved, version by version; autosaves of one sitting share a row. */
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
