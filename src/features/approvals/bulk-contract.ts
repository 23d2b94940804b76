/** One decision on several new listings, and the reasons that staff give again and again. */
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

export const aboutKinds = ['listing', 'claim', 'suggestion'] as const;
export type AboutKind = (typeof aboutKinds)[number];

export const maxSavedReasons = 30;

const SavedReason = z.object({ id: z.string(), text: z.string() });
export type SavedReason = z.infer<typeof SavedReason>;

export const listReasons = endpoint({
  method: 'GET',
  path: '/api/staff/reasons/{about}',
  who: 'staff',
  rights: ['moderator'],
  summary: 'The saved reasons for rejecting a listing, a claim or an event, oldest first',
  params: z.object({ about: z.enum(aboutKinds) }),
  answer: z.array(SavedReason),
  problems: [],
});

export const saveReason = endpoint({
  method: 'POST',
  path: '/api/staff/reasons/{about}',
  who: 'staff',
  rights: ['moderator'],
  summary: `Saves a reason for all staff; the same words are saved once. At most ${maxSavedReasons} of each kind`,
  params: z.object({ about: z.enum(aboutKinds) }),
  body: z.object({ text: RejectionReason }),
  answer: SavedReason,
  problems: ['conflict'],
});

export const removeReason = endpoint({
  method: 'DELETE',
  path: '/api/staff/reasons/{about}/{id}',
  who: 'staff',
  rights: ['moderator'],
  summary: 'Removes a saved reason; what was rejected for it keeps its words',
  params: z.object({ about: z.enum(aboutKinds), id: z.guid() }),
  answer: z.object({ message: z.string() }),
  problems: ['not_found'],
});
