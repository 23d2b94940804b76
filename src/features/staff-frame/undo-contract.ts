import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

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
