/** Accounts that are deleted at a later date: when what their people have paid for is used up. */
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, instant } from './columns.ts';

export const accountDeletions = pgTable(
  'account_deletions',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    askedAt: createdAt(),
    /** The latest day that is paid for; moves on when more is paid. */
    dueAt: instant().notNull(),
    /** Subscriptions that were told to end. They go on when the deletion is taken back. */
    subscriptionIds: text().array().notNull().default(sql`'{}'::text[]`),
    /** The account's address stays on its listings as their public contact. */
    keepContactEmail: boolean().notNull().default(false),
    leaveNewsletter: boolean().notNull().default(true),
  },
  (t) => [index('account_deletions_due_at').on(t.dueAt)],
);
