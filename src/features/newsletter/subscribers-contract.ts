/** Endpoints for staff who work on subscribers. */

import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { formatNumber } from '#shared/numbers.ts';
import { Topic } from './blocks.ts';

export const Subscriber = z.object({
  id: z.string(),
  email: z.string(),
  /** 'suppressed' wins over everything else on record: the address gets nothing. */
  state: z.enum(['subscribed', 'pending', 'unsubscribed', 'suppressed']),
  /** For a suppressed address: the reason. */
  reason: z.nullable(z.enum(['refused', 'bounced', 'complained', 'staff'])),
  /** The words of the mail server or service about it, and when they came. */
  detail: z.nullable(z.string()),
  suppressedAt: z.nullable(z.string()),
  topics: z.array(Topic),
  source: z.enum(['site', 'import']),
  consentNote: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Subscriber = z.infer<typeof Subscriber>;

export const subscriberStates = ['all', 'subscribed', 'pending', 'unsubscribed', 'suppressed'] as const;

export const SubscriberSearch = z.object({
  search: z._default(z.string().check(z.trim(), z.maxLength(254)), ''),
  state: z._default(z.enum(subscriberStates), 'all'),
});
export type SubscriberSearch = z.infer<typeof SubscriberSearch>;

export const listSubscribers = endpoint({
  method: 'GET',
  path: '/api/staff/newsletter/subscribers',
  who: 'staff',
  rights: ['editor'],
  summary: 'Subscribers, newest first, 50 at a time; X-Total-Count says how many fit, the Link header leads on',
  query: z.extend(SubscriberSearch, { cursor: z.optional(z.guid()) }),
  answer: z.array(Subscriber),
  problems: [],
});

export const maxImportBytes = 2 * 1024 * 1024;
export const maxImportRows = 20_000;

export const importSubscribers = endpoint({
  method: 'POST',
  path: '/api/staff/newsletter/subscribers/import',
  who: 'staff',
  rights: ['editor'],
  summary: `Adds the addresses of a CSV file (at most 2 MB, ${formatNumber(maxImportRows)} rows; a column 'email', or the first). Who left or is suppressed stays out`,
  query: z.object({
    /**
     * 'given': they have agreed, as the note says. 'ask': each gets one mail and is subscribed after
     * confirming.
     */
    consent: z.enum(['given', 'ask']),
    note: z
      .string()
      .check(
        z.trim(),
        z.minLength(10, 'Say how and when these people agreed (at least 10 characters)'),
        z.maxLength(500, 'Please say it in at most 500 characters'),
      ),
    topics: z.enum(['both', 'business-news', 'community-events']),
    /** 'true' previews the import without writing. */
    dry: z.enum(['true', 'false']),
  }),
  upload: true,
  answer: z.object({
    added: z.number(),
    /** Already subscribed. */
    known: z.number(),
    /** Found more than once in the file. */
    repeated: z.number(),
    /** Unsubscribed before: an import does not bring them back. */
    left: z.number(),
    suppressed: z.number(),
    /** The first 100. */
    refused: z.array(z.object({ line: z.number(), value: z.string(), reason: z.string() })),
    refusedCount: z.number(),
  }),
  problems: ['too_large', 'wrong_type', 'invalid'],
});

export const suppressSubscriber = endpoint({
  method: 'PUT',
  path: '/api/staff/newsletter/subscribers/{id}/suppressed',
  who: 'staff',
  rights: ['editor'],
  summary: 'Never writes to an address again, or may again',
  params: z.object({ id: z.guid() }),
  body: z.object({ suppressed: z.boolean() }),
  answer: Subscriber,
  problems: ['not_found', 'conflict'],
});

export const deleteSubscriber = endpoint({
  method: 'DELETE',
  path: '/api/staff/newsletter/subscribers/{id}',
  who: 'staff',
  rights: ['editor'],
  summary: 'Erases a subscriber; of a suppressed address only a hash stays',
  params: z.object({ id: z.guid() }),
  answer: z.object({}),
  problems: ['not_found'],
});
