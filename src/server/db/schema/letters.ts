/** Messages and reports from visitors. */
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { businesses } from './businesses.ts';
import { createdAt, id, instant } from './columns.ts';

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
