/** Endpoints of the page on which a visitor reads a talk with a business and writes back, by the link of a mail. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { TrapField } from '#shared/trap-field.ts';

/** A page without script shows these sentences too. */
export const replySentMessage = 'Your words are on their way. The answer comes to your email, and stands here.';
export const stopSavedMessage = 'Saved.';

export const Talk = z.object({
  business: z.object({
    name: z.string(),
    /** Null while it has no page. */
    slug: z.nullable(z.string()),
  }),
  /** The visitor's name. */
  name: z.string(),
  /** Oldest first, with the message that began it. */
  said: z.array(
    z.object({
      id: z.string(),
      by: z.enum(['you', 'business']),
      /** Empty for a reply from another mailbox: somebody else may have written it. */
      text: z.string(),
      isFromElsewhere: z.boolean(),
      createdAt: z.string(),
    }),
  ),
  /**
   * 'waits': as many messages in a row as may be, until the business answers. 'full': as many as a talk has. 'closed': nobody reads
   * them any more.
   */
  state: z.enum(['open', 'waits', 'full', 'closed']),
  /** The visitor wants no more answers. */
  isStopped: z.boolean(),
});
export type Talk = z.infer<typeof Talk>;

const Token = z.string().check(z.maxLength(200));

export const getTalk = endpoint({
  method: 'GET',
  path: '/api/business-talk',
  who: 'anyone',
  summary: 'A talk between a visitor and a business, for the visitor who has the mailed link',
  query: z.object({ token: Token }),
  answer: Talk,
  problems: ['not_found'],
});

/** Pages call the API without the endpoint's schema, so it must be free of side effects to be left out. */
export const ReplyForm = /* @__PURE__ */ (() =>
  z.object({
    text: z
      .string('Please write something')
      .check(
        z.trim(),
        z.minLength(1, 'Please write something'),
        z.maxLength(3000, 'Please keep it under 3,000 characters'),
      ),
    topic: TrapField,
    /** The last message that the page showed: the same words said again later are new ones. */
    after: z.optional(z.string().check(z.maxLength(50))),
  }))();

export const writeInTalk = endpoint({
  method: 'POST',
  path: '/api/business-talk',
  who: 'anyone',
  limit: 'business-messages',
  creates: true,
  summary:
    'Puts what a visitor writes back into the talk and mails it to the owner and the managers; 409 while it takes nothing more',
  body: z.extend(ReplyForm, { token: Token }),
  answer: z.object({ message: z.string() }),
  status: 201,
  problems: ['not_found', 'conflict'],
});

export const stopTalk = endpoint({
  method: 'PUT',
  path: '/api/business-talk/stopped',
  who: 'anyone',
  summary: 'Ends the answers of a business to a visitor, or takes them again',
  body: z.object({ token: Token, isStopped: z.boolean() }),
  answer: z.object({ message: z.string() }),
  problems: ['not_found'],
});
