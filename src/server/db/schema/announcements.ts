/** Announcements of owners on their listings' pages. */
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { businesses } from './businesses.ts';
import { createdAt, id, instant } from './columns.ts';

export const announcements = pgTable(
  'announcements',
  {
    id: id(),
    businessId: uuid()
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    text: text().notNull(),
    /** The address of a page about it, http or https. */
    url: text(),
    /** The last day on which it is shown, by the town's calendar. */
    until: date().notNull(),
    /** 'waiting': staff look at it first. 'hidden': staff said no, before or after it was shown. */
    status: text({ enum: ['waiting', 'shown', 'hidden'] })
      .notNull()
      .default('waiting'),
    /** Why staff hid it, for its author. */
    reason: text(),
    createdAt: createdAt(),
    decidedAt: instant(),
    /** Other words for an announcement that is on its page: they wait for staff, or staff said no. Never 'shown'. */
    changesId: uuid().references((): AnyPgColumn => announcements.id, { onDelete: 'cascade' }),
  },
  (t) => [
    index('announcements_changes_id').on(t.changesId).where(sql`${t.changesId} is not null`),
    index('announcements_business_id').on(t.businessId),
    // The release before a change waited would show it as a second announcement, while both serve.
    check('announcements_change_never_shown', sql`${t.changesId} is null or ${t.status} <> 'shown'`),
    index('announcements_waiting').on(t.createdAt).where(sql`${t.status} = 'waiting'`),
  ],
);
