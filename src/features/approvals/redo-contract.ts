import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { Change } from './contract.ts';

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
