import * as z from 'zod/mini';
import { defineJob } from '#server/jobs/define-job.ts';
import { mailKinds } from '#shared/mail-kinds.ts';
import { hourSeconds } from '#shared/times.ts';
import { sealLinks } from './sealed-links.ts';

/**
 * Sends one mail to one mailbox. The mail is complete when it is queued. An unreachable mail server is
 * retried for about three days; a mailbox that does not exist is tried once.
 */
export const sendMail = defineJob(
  'send-mail',
  z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    /** The recipient of replies, when it is not the site. */
    replyTo: z.optional(z.object({ name: z.string(), address: z.string() })),
    /** A part of a conversation, written by a person: replies come back into it where the site takes mail. */
    thread: z.optional(
      z.object({
        /** Id of the letter. */
        id: z.string(),
        /** The one to whom this mail goes. */
        side: z.enum(['person', 'owner']),
        /** The left part of the mail's Message-ID. */
        mailId: z.string(),
        /** The earlier mails, oldest first: Message-IDs of others, or left parts of our own. */
        references: z.array(z.string()),
      }),
    ),
    /** Bulk and optional mail: the address of one-click unsubscribe (RFC 8058). */
    unsubscribeUrl: z.optional(z.string()),
    /** A kind that its reader may stop, also while the mail waits here. */
    optional: z.optional(z.object({ userId: z.string(), kind: z.enum(mailKinds) })),
    /** To somebody whose account is gone: once it is sent or given up, the queue does not keep who got it. */
    forget: z.optional(z.boolean()),
    /** The account that typed the address, which may be a stranger's: the mail goes with the account. */
    account: z.optional(z.string()),
    /** The tokens of its links, encrypted; only in the queue. */
    links: z.optional(z.array(z.string())),
  }),
  // The queue keeps people's texts no longer than needed.
  {
    retries: 80,
    retryDelaySeconds: 10,
    maxDelaySeconds: hourSeconds,
    timeoutSeconds: 120,
    keepDays: 2,
    store: sealLinks,
  },
);

export type Mail = z.infer<(typeof sendMail)['payload']>;
