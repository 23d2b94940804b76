/** Acts of staff on several listings of their list. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { maybeReasonOf } from '#shared/reason.ts';

/** As many as a page of the list shows. */
export const maxTogether = 50;

const ids = z.array(z.guid()).check(z.minLength(1, 'Please choose a listing'), z.maxLength(maxTogether));

const refused = z.array(z.object({ id: z.string(), name: z.string(), why: z.string() }));

export const hideTogether = endpoint({
  method: 'POST',
  path: '/api/staff/businesses/hide',
  who: 'staff',
  rights: ['moderator'],
  summary: 'Takes several approved businesses off the site; each owner is told why. Those that cannot be hidden stay',
  body: z.object({ ids, reason: maybeReasonOf(500) }),
  answer: z.object({
    /** Undoes all of it at once. */
    groupId: z.string(),
    done: z.array(z.string()),
    refused,
  }),
  problems: [],
});

export const deleteTogether = endpoint({
  method: 'POST',
  path: '/api/staff/businesses/delete',
  who: 'staff',
  rights: ['administrator'],
  freshProof: true,
  summary:
    'Deletes several businesses for good, each as if alone: those that are rejected, or hidden without an owner, and for which nothing runs. The others stay',
  /** The number that the person has confirmed. */
  body: z.object({ ids, count: z.int() }),
  answer: z.object({ done: z.array(z.string()), refused }),
  problems: ['conflict'],
});
