/** Endpoints for staff who work on messages. Apart from contract.ts, so that public pages do not load it. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

export const StaffMessage = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  createdAt: z.string(),
  answeredAt: z.nullable(z.string()),
  /** Written here, oldest first; an answer from somebody's own mail program is not among them. */
  answers: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      /** Null once that account is deleted. */
      by: z.nullable(z.string()),
      createdAt: z.string(),
    }),
  ),
  /** The address is that of an account with a premium listing: such messages come first. */
  isPremium: z.boolean(),
});
export type StaffMessage = z.infer<typeof StaffMessage>;

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/staff/messages',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'What came by the contact form: from people with Premium first, then newest first; 50 at a time; the Link header leads on',
  query: z.object({ state: z._default(z.enum(['open', 'done']), 'open'), cursor: z.optional(z.guid()) }),
  answer: z.array(StaffMessage),
  problems: [],
});

export const markMessage = endpoint({
  method: 'PUT',
  path: '/api/staff/messages/{id}',
  who: 'staff',
  rights: ['moderator'],
  summary: 'Notes that a message is answered, or is not',
  params: z.object({ id: z.guid() }),
  body: z.object({ answered: z.boolean() }),
  answer: StaffMessage,
  problems: ['not_found', 'conflict'],
});

export const AnswerForm = z.object({
  answer: z
    .string('Please write an answer')
    .check(
      z.trim(),
      z.minLength(1, 'Please write an answer'),
      z.maxLength(5000, 'Please keep it under 5,000 characters'),
    ),
});

export const answerMessage = endpoint({
  method: 'POST',
  path: '/api/staff/messages/{id}/answers',
  who: 'staff',
  rights: ['moderator'],
  creates: true,
  summary: "Mails an answer from the town's address, keeps it with the message, and notes that the message is answered",
  params: z.object({ id: z.guid() }),
  body: AnswerForm,
  answer: StaffMessage,
  status: 201,
  problems: ['not_found'],
});
