import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { Change } from './contract.ts';

const PutBack = z.extend(Change, {
  /** The names of the people who are mailed about it; null: nobody is, or they have not heard yet that anything had changed. */
  told: z.optional(z.nullable(z.string())),
});

export const undoChange = endpoint({
  method: 'POST',
  path: '/api/staff/changes/{id}/undo',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'Puts back what an edit changed, and mails the owner; 409 where a named field has been changed or undone before',
  params: z.object({ id: z.guid() }),
  body: z.object({
    /** Default: every field that still has the edit's value. */
    fields: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.minLength(1), z.maxLength(20))),
    /** For the owner. */
    reason: z.optional(z.string().check(z.trim(), z.maxLength(1000, 'Please keep the reason under 1,000 characters'))),
  }),
  answer: PutBack,
  problems: ['not_found', 'conflict'],
});

export const redoChange = endpoint({
  method: 'POST',
  path: '/api/staff/changes/{id}/redo',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'Lets an edit stand again that was undone, and mails its owner unless the mail about the undo still waits; 409 where a named field has been changed since',
  params: z.object({ id: z.guid() }),
  body: z.object({
    /** Default: every undone field that still has the value that was put back. */
    fields: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.minLength(1), z.maxLength(20))),
    /** The undo was a slip: an edit that waited for staff before it waits again. */
    isSlip: z.optional(z.boolean()),
  }),
  answer: Change,
  problems: ['not_found', 'conflict'],
});
