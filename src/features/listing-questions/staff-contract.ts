/** Staff ask the sender of a new listing back. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { ListingTalk } from './contract.ts';

const AskedQuestion = z.object({
  text: z.string(),
  askedAt: z.string(),
  /** Null: the colleague's account is gone. */
  askedBy: z.nullable(z.string()),
  /** When the answer came; null while the listing waits. */
  repliedAt: z.nullable(z.string()),
  /** A reply came, and none from the sender's address. */
  isFromElsewhere: z.boolean(),
  /** When the sender changed the listing after the question: that is an answer, too. */
  changedAt: z.nullable(z.string()),
});
export type AskedQuestion = z.infer<typeof AskedQuestion>;

/** All that was said about a new listing. */
export const askedAboutListing = {
  /** The last question to its sender; null when there was none. */
  question: z.nullable(AskedQuestion),
  talk: ListingTalk,
};

/** When staff asked the sender last, as a page showed it; null for never. A newer question refuses a decision. */
export const AskedAt = z.optional(z.nullable(z.string()));

export const askSender = endpoint({
  method: 'POST',
  path: '/api/staff/businesses/{id}/question',
  who: 'staff',
  rights: ['moderator'],
  summary: 'Asks the sender of a new listing by mail and on the dashboard; the listing waits until the answer comes',
  params: z.object({ id: z.guid() }),
  body: z.object({
    question: z
      .string('Please write a question')
      .check(
        z.trim(),
        z.minLength(5, 'Please write a question'),
        z.maxLength(1000, 'Please keep it under 1,000 characters'),
      ),
  }),
  answer: z.object(askedAboutListing),
  problems: ['not_found', 'conflict'],
});
