/** Messages, reports and suggested changes from visitors, and their messages to businesses. */

import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ListingFieldName } from '#shared/listing-fields.ts';
import { users } from './accounts.ts';
import { businesses } from './businesses.ts';
import { createdAt, id, instant, wordsIndex } from './columns.ts';

type CorrectionField = ListingFieldName | 'other';

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull(),
    message: text().notNull(),
    /** The listing that the form was opened about. */
    businessId: uuid().references(() => businesses.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    answeredAt: instant(),
  },
  (t) => [
    index('contact_messages_created_at').on(t.createdAt),
    index('contact_messages_business_id').on(t.businessId),
    wordsIndex('contact_messages_words', t.name, t.email, t.message),
  ],
);

export const reports = pgTable(
  'reports',
  {
    id: id(),
    businessId: uuid()
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    /** src/shared/report-reasons.ts; 'message': an owner reports a message, with the sender's address. */
    reason: text({
      enum: ['closed', 'wrong-details', 'duplicate', 'not-in-area', 'other', 'message', 'recommendation'],
    }).notNull(),
    text: text().notNull().default(''),
    email: text(),
    /** The one that the report is about. */
    recommendationId: uuid().references(() => recommendations.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    resolvedAt: instant(),
  },
  (t) => [
    index('reports_created_at').on(t.createdAt),
    index('reports_business_id').on(t.businessId),
    index('reports_recommendation_id').on(t.recommendationId),
    wordsIndex('reports_words', t.text, t.email),
  ],
);

/** A visitor's word on what is wrong in a listing. Staff write it into the listing or decline it. */
export const corrections = pgTable(
  'corrections',
  {
    id: id(),
    businessId: uuid()
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    /** A field of shared/listing-fields.ts, or 'other'. */
    field: text().$type<CorrectionField>().notNull(),
    /** The right value in the visitor's words. */
    right: text().notNull(),
    /** Where the visitor knows it from. */
    source: text().notNull(),
    email: text(),
    status: text({ enum: ['waiting', 'accepted', 'declined', 'done', 'undone'] })
      .notNull()
      .default('waiting'),
    /** The column's values around the edit, once it is accepted. */
    before: jsonb(),
    after: jsonb(),
    createdAt: createdAt(),
    decidedAt: instant(),
    decidedById: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('corrections_waiting').on(t.createdAt).where(sql`${t.status} = 'waiting'`),
    index('corrections_business_id').on(t.businessId),
    wordsIndex('corrections_words', t.right, t.source, t.email),
  ],
);

/** A visitor's message to a listing's owner, and the answer. Neither side sees the other's address. */
export const businessMessages = pgTable(
  'business_messages',
  {
    id: id(),
    businessId: uuid()
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Null once the visitor's account is deleted: then nobody can answer. */
    email: text(),
    text: text().notNull(),
    createdAt: createdAt(),
    readAt: instant(),
    /** Not read any more: answers are posts of its conversation. It goes with the next release, so that the one before can come back. */
    answer: text(),
    /** Null when something has come since. */
    answeredAt: instant(),
    /** When the owner reported it to staff. */
    reportedAt: instant(),
    /** When the owner blocked the visitor. */
    blockedAt: instant(),
    /** When the visitor wanted no more answers. */
    stoppedAt: instant(),
  },
  (t) => [
    index('business_messages_business_id').on(t.businessId, t.id),
    index('business_messages_new').on(t.businessId).where(sql`${t.readAt} is null`),
    index('business_messages_email').on(sql`lower(${t.email})`),
  ],
);

/**
 * The words of a blocked visitor, who must not learn of the block: they stand on the visitor's own page of the talk, and nobody else
 * reads them.
 */
export const heldReplies = pgTable(
  'held_replies',
  {
    id: id(),
    messageId: uuid()
      .notNull()
      .references(() => businessMessages.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    /** The mail's Message-ID without its brackets. */
    mailId: text(),
    /** As of a post: the mailbox that wrote it, unless it is the visitor's. */
    fromAddress: text(),
    createdAt: createdAt(),
  },
  (t) => [index('held_replies_message_id').on(t.messageId, t.id)],
);

/** An answer that the people of a listing keep, to send it to other visitors, too. */
export const ownerAnswers = pgTable(
  'owner_answers',
  {
    id: id(),
    businessId: uuid()
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    /** With gaps: '{name}' becomes the visitor's name. */
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('owner_answers_business_id').on(t.businessId)],
);

/** A resident's good word for a listing: one for each mailbox and listing. */
export const recommendations = pgTable(
  'recommendations',
  {
    id: id(),
    businessId: uuid()
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    /** 'waiting': staff look at it before it is shown. */
    status: text({ enum: ['unconfirmed', 'waiting', 'shown', 'hidden'] })
      .notNull()
      .default('unconfirmed'),
    name: text().notNull(),
    email: text().notNull(),
    /** Empty: a tap without words. */
    text: text().notNull().default(''),
    createdAt: createdAt(),
    confirmedAt: instant(),
    /** The owner's, written once. */
    answer: text(),
    answeredAt: instant(),
  },
  (t) => [
    uniqueIndex('recommendations_one_each')
      .on(t.businessId, sql`lower(${t.email})`)
      .where(sql`${t.status} <> 'unconfirmed'`),
    index('recommendations_shown').on(t.businessId, t.confirmedAt).where(sql`${t.status} = 'shown'`),
    index('recommendations_email').on(sql`lower(${t.email})`),
    wordsIndex('recommendations_words', t.name, t.email, t.text, t.answer),
  ],
);
