/** Endpoints for staff who talk with the people who wrote: about messages, reports, suggested changes, claims and new listings. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { allReportReasons } from '#shared/report-reasons.ts';

const conversationKinds = ['message', 'report', 'correction', 'claim', 'listing'] as const;
export type ConversationKind = (typeof conversationKinds)[number];

/** 'open' waits for staff, 'waiting' for the person. */
const conversationStates = ['open', 'waiting', 'answered', 'closed'] as const;
export type ConversationState = (typeof conversationStates)[number];

const Colleague = z.object({ id: z.string(), username: z.string() });

const Post = z.object({
  id: z.string(),
  /** 'reply' came by mail; a 'note' is for colleagues. */
  kind: z.enum(['answer', 'reply', 'note']),
  text: z.string(),
  /** The earlier mail that the reply has below it. */
  quoted: z.nullable(z.string()),
  /** The sender of a reply, when it is not the mailbox that was written to. */
  from: z.nullable(z.string()),
  /** Names of files that came with a reply and were not kept. */
  leftOut: z.array(z.string()),
  /** Null for a reply, and once that account is deleted. */
  by: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Post = z.infer<typeof Post>;

const reasons = Object.keys(allReportReasons) as [keyof typeof allReportReasons, ...(keyof typeof allReportReasons)[]];

export const Conversation = z.object({
  /** The letter's: of the message, report, suggested change, claim or listing. */
  id: z.string(),
  kind: z.enum(conversationKinds),
  state: z.enum(conversationStates),
  isUnread: z.boolean(),
  /** The address is that of an account with a premium listing: it comes first. */
  isPremium: z.boolean(),
  /** Empty when the person left no name. */
  name: z.string(),
  /** Null when the person left none: then nobody can answer. */
  email: z.nullable(z.string()),
  text: z.string(),
  /** Null for all but a report. */
  reason: z.nullable(z.enum(reasons)),
  /** The one that a report is about. */
  recommendation: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      text: z.string(),
      status: z.enum(['unconfirmed', 'waiting', 'shown', 'hidden']),
    }),
  ),
  business: z.nullable(z.object({ id: z.string(), slug: z.string(), name: z.string(), status: z.string() })),
  createdAt: z.string(),
  assignee: z.nullable(Colleague),
  /** False while its suggested change, claim or listing waits for a decision. */
  canClose: z.boolean(),
  /** Oldest first. */
  posts: z.array(Post),
});
export type Conversation = z.infer<typeof Conversation>;

/** The last answer of staff in a conversation. */
export const lastAnswer = ({ posts }: Pick<Conversation, 'posts'>): Post | undefined =>
  posts.findLast(({ kind }) => kind === 'answer');

const params = z.object({ id: z.guid() });
const staff = { who: 'staff', rights: ['moderator'] } as const;

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/staff/conversations',
  ...staff,
  summary:
    'Messages and reports, and the suggested changes, claims and new listings that staff talk about: from people with Premium first, then by the last word; 50 at a time; the Link header leads on',
  query: z.object({
    /** Default: open and waiting ones. */
    state: z._default(z.enum(['going-on', 'all', ...conversationStates]), 'going-on'),
    kind: z.optional(z.enum(conversationKinds)),
    whose: z._default(z.enum(['all', 'mine', 'nobody']), 'all'),
    /** Part of a name, address, or of anything that was written. */
    search: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    cursor: z.optional(z.string()),
  }),
  answer: z.array(Conversation),
  problems: [],
});

export const listColleagues = endpoint({
  method: 'GET',
  path: '/api/staff/conversations/colleagues',
  ...staff,
  summary: 'The staff to whom a conversation may be given',
  answer: z.array(Colleague),
  problems: [],
});

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/staff/conversations/{id}',
  ...staff,
  summary: 'One letter, with what was answered, what came back, and the notes of colleagues',
  params,
  answer: Conversation,
  problems: [],
});

const words = (what: string) =>
  z
    .string(`Please write ${what}`)
    .check(
      z.trim(),
      z.minLength(1, `Please write ${what}`),
      z.maxLength(5000, 'Please keep it under 5,000 characters'),
    );

export const answerConversation = endpoint({
  method: 'POST',
  path: '/api/staff/conversations/{id}/answers',
  ...staff,
  creates: true,
  summary:
    "Mails an answer from the town's address and keeps it with the letter, which is answered then, or waits for a reply. 409 when a colleague has answered after `after`, the last answer that was seen (null: none); the refusal names the newer one in its fields",
  params,
  body: z.object({
    answer: words('an answer'),
    awaitsReply: z._default(z.boolean(), false),
    after: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
    /** False: it was open when its author looked at it, so that one that is closed by now is asked about. */
    isClosed: z.optional(z.boolean()),
  }),
  answer: Conversation,
  status: 201,
  problems: ['conflict'],
});

export const noteOnConversation = endpoint({
  method: 'POST',
  path: '/api/staff/conversations/{id}/notes',
  ...staff,
  creates: true,
  summary: 'Adds a note for colleagues, which is never mailed',
  params,
  body: z.object({ note: words('a note') }),
  answer: Conversation,
  status: 201,
  problems: [],
});

export const assignConversation = endpoint({
  method: 'PUT',
  path: '/api/staff/conversations/{id}/assignee',
  ...staff,
  summary: 'Gives a conversation to a colleague, who is mailed, or to nobody',
  params,
  body: z.object({ userId: z.nullable(z.guid()) }),
  answer: Conversation,
  problems: ['conflict'],
});

export const closeConversation = endpoint({
  method: 'PUT',
  path: '/api/staff/conversations/{id}/state',
  ...staff,
  summary:
    'Closes a conversation or opens it again; 409 while its claim, suggested change or listing waits for a decision',
  params,
  body: z.object({ state: z.enum(['open', 'closed']) }),
  answer: Conversation,
  problems: ['conflict'],
});

/** As many as a page of the list shows. */
export const maxTogether = 50;

export const closeTogether = endpoint({
  method: 'POST',
  path: '/api/staff/conversations/close',
  ...staff,
  summary:
    'Closes several conversations without an answer; nobody is told. `spam` notes in the audit log why. Those that wait for a decision, or that somebody else has closed, stay',
  body: z.object({
    ids: z.array(z.guid()).check(z.minLength(1, 'Please choose a message'), z.maxLength(maxTogether)),
    spam: z._default(z.boolean(), false),
  }),
  answer: z.object({
    /** Undoes all of it at once. */
    groupId: z.string(),
    done: z.array(z.string()),
    refused: z.array(z.object({ id: z.string(), why: z.string() })),
  }),
  problems: [],
});
export type ClosedTogether = z.infer<typeof closeTogether.answer>;

export const readConversation = endpoint({
  method: 'POST',
  path: '/api/staff/conversations/{id}/read',
  ...staff,
  summary: 'Notes that staff have read what came; another time changes nothing',
  params,
  answer: Conversation,
  problems: [],
});
