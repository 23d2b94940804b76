/** The talk that follows on a letter: answers, replies by mail, and notes for colleagues. */
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, id, instant, wordsIndex } from './columns.ts';

/**
 * One for each letter with a talk. It has the letter's own id: of a message, report, suggested change, claim, new listing or
 * message to a business. A trigger deletes it with the letter.
 */
export const conversations = pgTable(
  'conversations',
  {
    id: uuid().primaryKey(),
    kind: text({ enum: ['message', 'report', 'correction', 'claim', 'listing', 'business'] }).notNull(),
    /** The colleague who sees to it. */
    assigneeId: uuid().references(() => users.id, { onDelete: 'set null' }),
    isUnread: boolean().notNull().default(false),
    /** The side that wrote last: 'us' are the people of the site, or the owner. */
    lastWord: text({ enum: ['us', 'them'] }),
    awaitsReply: boolean().notNull().default(false),
    closedAt: instant(),
    /** The time of the last answer, reply or note. */
    lastAt: instant(),
  },
  (t) => [index('conversations_assignee_id').on(t.assigneeId), index('conversations_last_at').on(t.lastAt)],
);

export const conversationPosts = pgTable(
  'conversation_posts',
  {
    id: id(),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** 'reply' came by mail, or from the page of a talk with a business. A 'note' is for colleagues and is never mailed. */
    kind: text({ enum: ['answer', 'reply', 'note'] }).notNull(),
    text: text().notNull(),
    /** The earlier mail that the reply has below it. */
    quoted: text(),
    /** The sender of a reply, when it is not the mailbox that was written to. */
    fromAddress: text(),
    /** Names of the files of a reply that were not kept. */
    leftOut: text().array().notNull().default([]),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The mail's Message-ID without its brackets. */
    mailId: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index('conversation_posts_conversation_id').on(t.conversationId, t.id),
    uniqueIndex('conversation_posts_mail_id').on(t.conversationId, t.mailId),
    wordsIndex('conversation_posts_words', t.text, t.fromAddress),
  ],
);
