/** The mails that somebody with an account may stop: on the account page, and by the link at the end of each. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { mailKinds } from '#shared/mail-kinds.ts';

const MailChoice = z.object({ kind: z.enum(mailKinds), isOn: z.boolean() });
export type MailChoice = z.infer<typeof MailChoice>;

export const getMailChoices = endpoint({
  method: 'GET',
  path: '/api/account/emails',
  who: 'signed-in',
  summary: 'The optional emails of this person, each on or off; monthly numbers only for owners of a listing',
  answer: z.array(MailChoice),
  problems: [],
});

export const setMailChoice = endpoint({
  method: 'PUT',
  path: '/api/account/emails',
  who: 'signed-in',
  summary: 'Switches optional emails of one kind on or off',
  body: MailChoice,
  answer: z.array(MailChoice),
  problems: ['conflict'],
});

/** It names the person and the kind, and proves that it comes from a mail of this site. */
const LinkToken = z.object({ token: z.string().check(z.maxLength(200)) });

export const LinkedChoice = z.extend(MailChoice, { username: z.string() });
export type LinkedChoice = z.infer<typeof LinkedChoice>;

export const getLinkedChoice = endpoint({
  method: 'GET',
  path: '/api/emails/link',
  who: 'anyone',
  summary: 'The kind of email that a mailed link stops, and if it is on',
  query: LinkToken,
  answer: LinkedChoice,
  problems: ['not_found'],
});

export const stopEmails = endpoint({
  method: 'POST',
  path: '/api/emails/stop',
  who: 'anyone',
  summary: 'Stops the emails of the kind that the mailed link names; another time changes nothing',
  body: LinkToken,
  answer: LinkedChoice,
  problems: ['not_found'],
});

export const startEmails = endpoint({
  method: 'POST',
  path: '/api/emails/start',
  who: 'anyone',
  summary: 'Sends the emails of the kind that the mailed link names again',
  body: LinkToken,
  answer: LinkedChoice,
  problems: ['not_found', 'conflict'],
});
