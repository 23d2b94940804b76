/** The links in an issue, and the archive. Apart from contract.ts, which every public page loads. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { Topic } from './blocks.ts';
import { LinkToken } from './contract.ts';

export const preferencesSavedMessage = 'Your choice is saved.';
export const confirmedMessage = 'You are on the list. Welcome!';

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/newsletter/preferences',
  who: 'anyone',
  summary: "What a reader's link leads to: the address, shortened, and what it gets; changes nothing",
  query: z.object({ token: LinkToken }),
  answer: z.object({
    email: z.string(),
    status: z.enum(['subscribed', 'unsubscribed', 'pending']),
    topics: z.array(Topic),
  }),
  problems: ['not_found'],
});

export const savePreferences = endpoint({
  method: 'PUT',
  path: '/api/newsletter/preferences',
  who: 'anyone',
  summary: 'Sets what a reader gets; no topic at all ends the subscription',
  body: z.object({ token: LinkToken, topics: z.array(Topic).check(z.maxLength(2)) }),
  answer: z.object({ message: z.string() }),
  problems: ['not_found'],
});

export const confirmSubscription = endpoint({
  method: 'POST',
  path: '/api/newsletter/confirm',
  who: 'anyone',
  summary: 'Says yes to a subscription that was asked about; doing it twice is no mistake',
  body: z.object({ token: LinkToken }),
  answer: z.object({ message: z.string() }),
  problems: ['not_found', 'conflict'],
});

export const listArchive = endpoint({
  method: 'GET',
  path: '/api/newsletter/archive',
  who: 'anyone',
  summary: 'Issues that were sent, newest first; at most 100',
  answer: z.array(
    z.object({
      slug: z.string(),
      subject: z.string(),
      sentAt: z.string(),
      /** The address of its first picture. */
      picture: z.nullable(z.string()),
    }),
  ),
  problems: [],
});

export const getArchivedIssue = endpoint({
  method: 'GET',
  path: '/api/newsletter/archive/{slug}',
  who: 'anyone',
  summary: 'One issue as it was sent',
  params: z.object({ slug: z.string().check(z.maxLength(200)) }),
  answer: z.object({
    slug: z.string(),
    subject: z.string(),
    sentAt: z.string(),
    /** Cleaned HTML */
    html: z.string(),
  }),
  problems: ['not_found'],
});
