/** The newsletter: who reads it, who must never get it, what is written, and one row for each mail that is to go out. */

import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { newsletterTopics } from '#shared/newsletter-topics.ts';
import { users } from './accounts.ts';
import { createdAt, id, instant } from './columns.ts';

const topics = () =>
  text({ enum: newsletterTopics }).array().notNull().default(sql`'{business-news,community-events}'::text[]`);

export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: id(),
    email: text().notNull(),
    /** 'pending': imported without a consent on record, and asked to confirm. */
    status: text({ enum: ['subscribed', 'unsubscribed', 'pending'] })
      .notNull()
      .default('subscribed'),
    /** Only who wants one of an issue's topics gets it. */
    topics: topics(),
    source: text({ enum: ['site', 'import'] })
      .notNull()
      .default('site'),
    /** For an import: how and when these people agreed, in staff's words. */
    consentNote: text(),
    createdAt: createdAt(),
    unsubscribedAt: instant(),
    /** When a 'pending' one said yes. */
    confirmedAt: instant(),
    /** At most one welcome a day for an address. */
    welcomedAt: instant(),
  },
  (t) => [uniqueIndex('newsletter_subscribers_email_key').on(sql`lower(${t.email})`)],
);

/** Addresses that get no newsletter whatever else is on record; they outlive the subscriber, so only a keyed hash is kept. */
export const newsletterSuppressions = pgTable('newsletter_suppressions', {
  /** SHA-256, hex, of a key and the address in small letters. */
  addressHash: text().primaryKey(),
  reason: text({ enum: ['refused', 'bounced', 'complained', 'staff'] }).notNull(),
  /** The answer of the mail server or the mail service, without the address. */
  detail: text().notNull().default(''),
  createdAt: createdAt(),
});

export const newsletterIssues = pgTable(
  'newsletter_issues',
  {
    id: id(),
    subject: text().notNull(),
    /** The line that mail programs show beside the subject. */
    preheader: text().notNull().default(''),
    /** As features/newsletter/blocks.ts has them. */
    blocks: jsonb().notNull().default([]),
    topics: topics(),
    status: text({ enum: ['draft', 'scheduled', 'sending', 'paused', 'sent'] })
      .notNull()
      .default('draft'),
    /** Counts saves: two editors cannot overwrite each other unseen. */
    version: integer().notNull().default(1),
    /** The version that was last sent as a test, and when. */
    testedVersion: integer(),
    testedAt: instant(),
    scheduledAt: instant(),
    startedAt: instant(),
    finishedAt: instant(),
    /** Why it is paused, or what the mail server is in the way with; for staff. */
    trouble: text(),
    /** Failures before this do not count towards the next automatic pause. */
    resumedAt: instant(),
    /** The archive page's slug; set when sending begins. */
    slug: text().unique(),
    /** As it goes out, set when sending begins: what is edited, renamed or removed later does not change a sent issue. */
    mailHtml: text(),
    mailText: text(),
    /** Cleaned HTML */
    archiveHtml: text(),
    /** Its first picture, for the list of issues; set when sending begins. */
    picture: text(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    index('newsletter_issues_status').on(t.status),
    check('newsletter_issues_status_known', sql`${t.status} in ('draft', 'scheduled', 'sending', 'paused', 'sent')`),
  ],
);

/** One mail to one subscriber. The address stays with the subscriber: who is erased is erased here, too. */
export const newsletterRecipients = pgTable(
  'newsletter_recipients',
  {
    /** Also the mail's Message-ID, the same at every try. */
    id: id(),
    issueId: uuid()
      .notNull()
      .references(() => newsletterIssues.id, { onDelete: 'cascade' }),
    /** Without a foreign key: erasing somebody would wait for the mail that is on its way to them. */
    subscriberId: uuid(),
    /** 'failed': refused or given up; 'suppressed': not tried, because the reader had left or may not be written to. */
    status: text({ enum: ['queued', 'sending', 'sent', 'failed', 'suppressed'] })
      .notNull()
      .default('queued'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: createdAt(),
    finishedAt: instant(),
    /** The mail server's last answer, without the address. */
    answer: text(),
    /** The reader left after this issue and before the next. */
    unsubscribedAt: instant(),
  },
  (t) => [
    uniqueIndex('newsletter_recipients_once').on(t.issueId, t.subscriberId),
    index('newsletter_recipients_due').on(t.issueId, t.nextAttemptAt).where(sql`${t.status} in ('queued', 'sending')`),
    index('newsletter_recipients_finished').on(t.issueId, t.finishedAt.desc()).where(sql`${t.finishedAt} is not null`),
    index('newsletter_recipients_subscriber').on(t.subscriberId),
    check(
      'newsletter_recipients_status_known',
      sql`${t.status} in ('queued', 'sending', 'sent', 'failed', 'suppressed')`,
    ),
  ],
);

/** One row. */
export const newsletterSettings = pgTable(
  'newsletter_settings',
  {
    id: integer().primaryKey().default(1),
    mailsPerMinute: integer().notNull().default(120),
    /** When the next mail may go out: all senders together keep the pace, also across a restart. */
    nextSlotAt: createdAt(),
  },
  (t) => [
    check('newsletter_settings_one_row', sql`${t.id} = 1`),
    check('newsletter_settings_pace', sql`${t.mailsPerMinute} between 1 and 60000`),
  ],
);
