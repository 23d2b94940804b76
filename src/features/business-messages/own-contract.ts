/** Endpoints for owners who read and answer messages. Apart from contract.ts, so that public pages do not load it. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

/** A visitor's message as the owner sees it: never with the address. */
export const OwnMessage = z.object({
  id: z.string(),
  business: z.object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    /** Its website and email: links to them stay in an answer, all others but those to the site are broken up in its mail. */
    places: z.optional(z.array(z.string())),
  }),
  /** As the visitor typed it. */
  name: z.string(),
  text: z.string(),
  state: z.enum(['new', 'read', 'answered']),
  createdAt: z.string(),
  /** The time of the last word, the visitor's or the owner's. */
  lastAt: z.string(),
  /** Oldest first. */
  posts: z.array(
    z.object({
      id: z.string(),
      /** A 'reply' is the visitor's. */
      kind: z.enum(['answer', 'reply']),
      text: z.string(),
      /** Names of files that came with it and were not kept. */
      leftOut: z.array(z.string()),
      /** A reply from another mailbox than the one that wrote first. */
      isFromElsewhere: z.boolean(),
      /** The username of the owner or manager who answered; null for a reply, and once the account is gone. */
      by: z.nullable(z.string()),
      createdAt: z.string(),
    }),
  ),
  /** False while the last word is the owner's, and when nobody takes the answer. */
  canAnswer: z.boolean(),
  /** The last word is the owner's, and one more answer may go out: for a slip in it, or something that was forgotten. */
  canAnswerAgain: z.boolean(),
  /** The owner has told staff about it. */
  isReported: z.boolean(),
  /** Nothing more is taken from this visitor. */
  isBlocked: z.boolean(),
  /** The visitor wants no more answers. */
  hasStopped: z.optional(z.boolean()),
});
export type OwnMessage = z.infer<typeof OwnMessage>;

export const listOwnMessages = endpoint({
  method: 'GET',
  path: '/api/user/messages',
  who: 'signed-in',
  summary:
    "Messages to the signed-in user's listings, those with the latest word first, 20 at a time; the Link header leads on",
  query: z.object({
    state: z._default(z.enum(['all', 'open', 'answered']), 'all'),
    /** Part of a name, or of anything that was written. */
    search: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    cursor: z.optional(z.string()),
  }),
  answer: z.array(OwnMessage),
  problems: ['bad_request'],
});

export const countOwnMessages = endpoint({
  method: 'GET',
  path: '/api/user/messages/counts',
  who: 'signed-in',
  summary: "How many messages to the signed-in user's listings are new",
  answer: z.object({ new: z.int() }),
  problems: [],
});

const params = z.object({ id: z.guid() });

export const readOwnMessage = endpoint({
  method: 'POST',
  path: '/api/user/messages/{id}/read',
  who: 'signed-in',
  summary: 'Notes that the owner has read a message; another time changes nothing',
  params,
  answer: OwnMessage,
  problems: ['not_found'],
});

export const AnswerForm = z.object({
  answer: z
    .string('Please write an answer')
    .check(
      z.trim(),
      z.minLength(1, 'Please write an answer'),
      z.maxLength(3000, 'Please keep it under 3,000 characters'),
    ),
});

export const answerOwnMessage = endpoint({
  method: 'POST',
  path: '/api/user/messages/{id}/answer',
  who: 'signed-in',
  creates: true,
  summary:
    "Mails the owner's answer to the visitor, without the owner's address: one to what the visitor wrote, and further ones that say so, five in a row at most",
  params,
  body: z.extend(AnswerForm, {
    /** Adds to the answer that was sent, or corrects it. Without it, two calls at once would send two answers. */
    isSecond: z.optional(z.boolean()),
  }),
  answer: OwnMessage,
  problems: ['not_found', 'conflict'],
});

export const reportOwnMessage = endpoint({
  method: 'POST',
  path: '/api/user/messages/{id}/report',
  who: 'signed-in',
  summary: "Tells staff about a message, with the visitor's address, once",
  params,
  answer: OwnMessage,
  problems: ['not_found'],
});

export const blockVisitor = endpoint({
  method: 'PUT',
  path: '/api/user/messages/{id}/blocked',
  who: 'signed-in',
  summary: 'Takes no more from the visitor who wrote a message, by mail or by the form, or takes it again',
  params,
  body: z.object({ isBlocked: z.boolean() }),
  answer: OwnMessage,
  problems: ['not_found'],
});

export const switchMessages = endpoint({
  method: 'PUT',
  path: '/api/businesses/{id}/takes-messages',
  who: 'signed-in',
  summary: "Switches messages to one of the signed-in user's listings on or off",
  params,
  body: z.object({ takesMessages: z.boolean() }),
  answer: z.object({ takesMessages: z.boolean() }),
  problems: ['not_found'],
});
