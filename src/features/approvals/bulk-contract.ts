/** One decision on several new listings. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

/** As many as a page of the queue shows. */
export const maxTogether = 50;

/** The owner reads it. */
export const RejectionReason = z
  .string('Please say why')
  .check(z.trim(), z.minLength(5, 'Please say why'), z.maxLength(1000, 'Please keep it under 1,000 characters'));

const chosen = z
  .array(z.object({ id: z.guid(), version: z.int() }))
  .check(z.minLength(1, 'Please choose a listing'), z.maxLength(maxTogether));

const DecidedTogether = z.object({
  /** Undoes all of it at once. */
  groupId: z.string(),
  done: z.array(z.string()),
  /** They wait on, and need a look of their own: a duplicate, changed since, decided by somebody else. */
  refused: z.array(z.object({ id: z.string(), why: z.string() })),
});
export type DecidedTogether = z.infer<typeof DecidedTogether>;

export const approveTogether = endpoint({
  method: 'POST',
  path: '/api/staff/queue/approve',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'Approves several pending listings, each in the version that staff saw. Duplicates are left for a look of their own',
  body: z.object({ listings: chosen }),
  answer: DecidedTogether,
  problems: [],
});

export const rejectTogether = endpoint({
  method: 'POST',
  path: '/api/staff/queue/reject',
  who: 'staff',
  rights: ['moderator'],
  summary: 'Rejects several pending listings for one reason, which each owner gets by mail',
  body: z.object({ listings: chosen, reason: RejectionReason }),
  answer: DecidedTogether,
  problems: [],
});
