import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

export const undoMergeLater = endpoint({
  method: 'POST',
  path: '/api/staff/businesses/{id}/undo-merge',
  who: 'staff',
  rights: ['administrator'],
  summary:
    'Undoes a merge into this business for 30 days, whoever made it: the listing that went comes back. What was changed since stays, and is named; 409 where it cannot be undone any more',
  params: z.object({ id: z.guid() }),
  body: z.object({
    /** The id of the listing that went. */
    merged: z.guid(),
  }),
  answer: z.object({ message: z.string() }),
  problems: ['not_found', 'conflict'],
});

export const undoAct = endpoint({
  method: 'POST',
  path: '/api/staff/undo',
  who: 'staff',
  rights: 'any',
  summary:
    'Undoes what this member of staff last did with a subject within 30 seconds: a decision, hiding, featuring, marking, a ban. Its mail is not sent. The id of a decision on several listings undoes all of it',
  body: z.object({
    /** A listing, claim, letter, recommendation, suggestion, event or person, or the `groupId` of a decision on several listings. */
    subjectId: z.guid(),
  }),
  answer: z.object({ message: z.string() }),
  problems: ['not_found', 'conflict'],
});
