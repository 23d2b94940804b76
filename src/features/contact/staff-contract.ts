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
