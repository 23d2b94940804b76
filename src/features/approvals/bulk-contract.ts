/** One decision on several new listings. */
import * as z from 'zod/mini';
import { AskedAt } from '#features/listing-questions/staff-contract.ts';
import { endpoint } from '#shared/endpoint.ts';
import { isReason, maybeReasonOf, reasonMissing } from '#shared/reason.ts';

/** As many as a page of the queue shows. */
export const maxTogether = 50;

/** The owner reads the reason. Spam is rejected without a mail, and then without a reason, too. */
export const rejection = {
  reason: maybeReasonOf(1000),
  tell: z._default(z.boolean(), true),
};

/** A mail says why. */
export const saysWhy = z.refine<{ reason: string; tell: boolean }>(({ reason, tell }) => !tell || isReason(reason), {
  error: reasonMissing,
  path: ['reason'],
});

const Chosen = z.object({
  id: z.guid(),
  version: z.int(),
  /** The last question to the sender that was seen. Without it, a listing that waits for an answer is not approved. */
  askedAt: AskedAt,
});
export type Chosen = z.infer<typeof Chosen>;

const chosen = z.array(Chosen).check(z.minLength(1, 'Please choose a listing'), z.maxLength(maxTogether));

const DecidedTogether = z.object({
  /** Undoes all of it at once. */
  groupId: z.string(),
  done: z.array(z.string()),
  /** The listings that wait on need a look of their own: a duplicate, changed since, unfinished. The others were decided by somebody else. */
  refused: z.array(z.object({ id: z.string(), why: z.string(), waits: z.boolean() })),
});
export type DecidedTogether = z.infer<typeof DecidedTogether>;

export const approveTogether = endpoint({
  method: 'POST',
  path: '/api/staff/queue/approve',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'Approves several pending listings, each in the version that staff saw. Duplicates, those without address or description, and those whose open question was not seen, are left for a look of their own',
  body: z.object({ listings: chosen }),
  answer: DecidedTogether,
  problems: [],
});

export const rejectTogether = endpoint({
  method: 'POST',
  path: '/api/staff/queue/reject',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'Rejects several pending listings for one reason, which each owner gets by mail; with `tell: false` nobody is told, and none is needed',
  body: z.object({ listings: chosen, ...rejection }).check(saysWhy),
  answer: DecidedTogether,
  problems: [],
});
