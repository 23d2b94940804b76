/** Mails that could not be delivered, for administrators. Their texts never cross: some hold links to log in. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

/** As many as one page shows; the rest follows once these are dealt with. */
export const maxFailedMails = 100;

const FailedMail = z.object({
  id: z.string(),
  /** '' for a mail that names nobody. */
  to: z.string(),
  subject: z.string(),
  /** When it was to go out, and when the site gave up. */
  queuedAt: z.string(),
  failedAt: z.string(),
  attempts: z.number(),
  /** The reason, as a whole sentence. */
  why: z.string(),
  /** The mail server's own words; '' for none. */
  said: z.string(),
  /** It has a link for its reader alone, which may have run out by now. */
  hasLink: z.boolean(),
  /** False: it would only fail again, because this site cannot read it. */
  canBeSent: z.boolean(),
});
export type FailedMail = z.infer<typeof FailedMail>;

const WaitingMails = z.object({
  count: z.number(),
  /** When the oldest was to go out. */
  since: z.string(),
  /** The tries of the one that was tried most. */
  tries: z.number(),
  why: z.string(),
  /** The mail server's own words; '' for none. */
  said: z.string(),
});
export type WaitingMails = z.infer<typeof WaitingMails>;

const staff = { who: 'staff', rights: ['administrator'] } as const;
const params = z.object({ id: z.guid() });

export const listFailedMails = endpoint({
  ...staff,
  method: 'GET',
  path: '/api/staff/failed-mails',
  summary:
    'Mails that were given up, the newest first, at most 100, and how many there are; those that the mail server refuses and that are tried again; never their texts',
  answer: z.object({ mails: z.array(FailedMail), count: z.number(), waiting: z.nullable(WaitingMails) }),
  problems: [],
});

export const sendFailedMail = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/staff/failed-mails/{id}/send',
  summary: 'Sends a mail that was given up once more',
  params,
  answer: z.object({ to: z.string() }),
  problems: ['conflict'],
});

export const sendFailedMails = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/staff/failed-mails/send',
  summary:
    'Sends several mails that were given up once more; what cannot be sent, or is dealt with by now, is left out',
  body: z.object({ ids: z.array(z.guid()).check(z.minLength(1), z.maxLength(maxFailedMails)) }),
  answer: z.object({ sent: z.number() }),
  problems: [],
});

export const letFailedMailBe = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/api/staff/failed-mails/{id}',
  summary: 'Takes a mail off the list without sending it; it is deleted a minute later',
  params,
  answer: z.object({ isGone: z.boolean() }),
  problems: ['conflict'],
});

export const putFailedMailBack = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/staff/failed-mails/{id}/put-back',
  summary: 'Puts a mail back on the list that was taken off a moment ago',
  params,
  answer: z.object({ isBack: z.boolean() }),
  problems: ['not_found'],
});
