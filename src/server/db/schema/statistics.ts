/** Counts by day in the city's time zone. They never say who: no address, no cookie, no browser is stored. */
import { date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { businesses } from './businesses.ts';
import { createdAt } from './columns.ts';
import { ads } from './publishing.ts';

const count = () => integer().notNull().default(0);

export const adDays = pgTable(
  'ad_days',
  {
    adId: uuid()
      .notNull()
      .references(() => ads.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    views: count(),
    clicks: count(),
  },
  (t) => [primaryKey({ columns: [t.adId, t.day] }), index('ad_days_day').on(t.day)],
);

export const businessDays = pgTable(
  'business_days',
  {
    businessId: uuid()
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    views: count(),
    phone: count(),
    website: count(),
    map: count(),
    share: count(),
  },
  (t) => [primaryKey({ columns: [t.businessId, t.day] }), index('business_days_day').on(t.day)],
);

/** Counts how often a listing stood among the first results of a search. */
export const businessSearchDays = pgTable(
  'business_search_days',
  {
    businessId: uuid()
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    /** In small letters, at most 40 characters, never with what looks like an address or a number of somebody. */
    term: text().notNull(),
    shown: count(),
  },
  (t) => [primaryKey({ columns: [t.businessId, t.day, t.term] }), index('business_search_days_day').on(t.day)],
);

/** An owner who wants a listing's numbers by mail each month; of no effect once somebody else owns it. */
export const statisticsLetters = pgTable(
  'statistics_letters',
  {
    businessId: uuid()
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** '2026-10': the last month that was mailed, so that none is mailed twice. */
    lastMonth: text(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.businessId, t.userId] }), index('statistics_letters_user_id').on(t.userId)],
);
