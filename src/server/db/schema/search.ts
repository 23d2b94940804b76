/** The tables that searches read. Written by the triggers of functions/3-follow.sql alone; docs/search.md says why. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  pgTable,
  point,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from './columns.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
const multirange = (type: string) => customType<{ data: string }>({ dataType: () => type });
/** Compared byte by byte on every server, so that prefixes can use an index and cursors stay valid. */
const sortText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** One narrow row for each approved business. */
export const searchDocs = pgTable(
  'search_docs',
  {
    businessId: uuid().primaryKey(),
    categoryId: uuid().notNull(),
    premiumUntil: instant(),
    /** 53 random bits made from the id: listings in this order are a fair sample, as many as one reads. */
    place: bigint({ mode: 'number' }).notNull(),
    /** The name as it is sorted: lower case, no accents or punctuation, 60 characters. */
    nameSort: sortText().notNull(),
    /**
     * Name A, address C, description D, and codes: the category ('=' and the end of its id), kinds it is ('=cafe') or may be ('~cafe'),
     * properties ('=p:delivery'), '=premium', '=photos'.
     */
    words: tsvector().notNull(),
    /** Minutes of the week from Sunday's first, in the city's time; null: nobody knows. */
    openMinutes: multirange('int4multirange')(),
    closedDays: multirange('datemultirange')().notNull().default(sql`'{}'`),
    properties: text().array().notNull().default([]),
    hasPhoto: boolean().notNull().default(false),
    /** Longitude, latitude. */
    position: point(),
    addedAt: instant().notNull().defaultNow(),
  },
  (t) => {
    const isPremium = sql`${t.premiumUntil} is not null`;
    /** A sixteenth of 53 random bits; functions/5-find.sql names the same number. */
    const isInSample = sql`${t.place} < 562949953421312`;
    const byWord = (name: string) =>
      index(name).using('gin', t.words).with({ fastupdate: true, gin_pending_list_limit: 256 });
    return [
      byWord('search_docs_words'),
      byWord('search_docs_sample_words').where(isInSample),
      byWord('search_docs_premium_words').where(isPremium),
      index('search_docs_place').on(t.place),
      index('search_docs_category_place').on(t.categoryId, t.place),
      index('search_docs_name').on(t.nameSort, t.businessId),
      index('search_docs_category_name').on(t.categoryId, t.nameSort, t.businessId),
      index('search_docs_newest').on(t.addedAt.desc(), t.businessId),
      index('search_docs_position').using('gist', t.position),
      index('search_docs_premium_name').on(t.nameSort, t.businessId).where(isPremium),
      index('search_docs_premium_category_name').on(t.categoryId, t.nameSort, t.businessId).where(isPremium),
    ];
  },
);

/**
 * Every word of the listings and category names, for prefixes and misspelt words. A word may stand here twice when two
 * transactions brought it at once: nobody waits for a word.
 */
export const searchWords = pgTable(
  'search_words',
  {
    word: sortText().notNull(),
    lexeme: text().notNull(),
    /** Listings that hold it; counted again by refreshSearchWords, a first guess until then. */
    docs: integer().notNull(),
  },
  (t) => [
    index('search_words_word').on(t.word),
    index('search_words_lexeme').on(t.lexeme),
    // Without a waiting list: words are new or counted again now and then, and every search would have to go through it.
    index('search_words_similar').using('gin', t.word.op('gin_trgm_ops')).with({ fastupdate: false }),
    // A word that stands in some listings may be a slip for one that stands in many more.
    index('search_words_similar_frequent')
      .using('gin', t.word.op('gin_trgm_ops'))
      .with({ fastupdate: false })
      .where(sql`${t.docs} >= 30`),
  ],
);

/** The version of functions and vocabulary that made the search rows (src/server/db/apply-functions.ts). It is in backups, so that a restore need not make them anew. */
export const searchState = pgTable('search_state', { hash: text().primaryKey() });

/** Other words for something, as staff wrote them: a search for `phrase` finds what `means` finds, too. */
export const searchSynonyms = pgTable('search_synonyms', {
  id: id(),
  /** As it was typed; `phrase` has its stems. */
  term: text().notNull(),
  phrase: text().notNull().unique(),
  means: text().notNull(),
  createdAt: createdAt(),
});

/** Searches that found nothing that fits, by day in the city's time zone: never who. */
export const searchMisses = pgTable(
  'search_misses',
  {
    /** In small letters, at most 40 characters, never with what looks like an address or a number of somebody. */
    term: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.term, t.day] }), index('search_misses_day').on(t.day)],
);
