/** What visitors send: newsletter subscriptions, messages, reports. */
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { businesses } from './businesses.ts';
import { createdAt, id, instant } from './columns.ts';

export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: id(),
    email: text().notNull(),
    status: text({ enum: ['subscribed', 'unsubscribed'] })
      .notNull()
      .default('subscribed'),
    createdAt: createdAt(),
    unsubscribedAt: instant(),
    /** At most one welcome a day for an address. */
    welcomedAt: instant(),
  },
  (t) => [uniqueIndex('newsletter_subscribers_email_key').on(sql`lower(${t.email})`)],
);

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull(),
    message: text().notNull(),
    createdAt: createdAt(),
    answeredAt: instant(),
  },
  (t) => [index('contact_messages_created_at').on(t.createdAt)],
);

export const reports = pgTable(
  'reports',
  {
    id: id(),
    businessId: uuid()
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    reason: text({ enum: ['closed', 'wrong-details', 'duplicate', 'not-in-area', 'other'] }).notNull(),
    text: text().notNull().default(''),
    email: text(),
    createdAt: createdAt(),
    resolvedAt: instant(),
  },
  (t) => [index('reports_created_at').on(t.createdAt)],
);
