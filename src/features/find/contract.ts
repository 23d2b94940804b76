/** One box for most of what staff work on. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import type { StaffRight } from '#shared/staff-rights.ts';

interface FoundKind {
  /** Above the results of the kind. */
  label: string;
  /** One of them opens the page that a result leads to. */
  rights: readonly StaffRight[];
}

/** In the order in which they are shown. */
export const foundKinds = {
  listing: { label: 'Businesses', rights: ['moderator'] },
  person: { label: 'People', rights: ['administrator'] },
  claim: { label: 'Claims', rights: ['moderator'] },
  message: { label: 'Messages', rights: ['moderator'] },
  report: { label: 'Reports', rights: ['moderator'] },
  correction: { label: 'Suggested changes', rights: ['moderator'] },
  suggestion: { label: 'Suggested events', rights: ['editor', 'moderator'] },
  recommendation: { label: 'Recommendations', rights: ['moderator'] },
  order: { label: 'Paid orders', rights: ['moderator', 'treasurer'] },
  plan: { label: 'Plans', rights: ['treasurer'] },
  payment: { label: 'Refunds and credits', rights: ['treasurer'] },
  event: { label: 'Events', rights: ['editor'] },
  article: { label: 'News', rights: ['editor'] },
  reader: { label: 'Newsletter readers', rights: ['editor'] },
} as const satisfies Record<string, FoundKind>;
export type FoundKindName = keyof typeof foundKinds;

const names = Object.keys(foundKinds) as [FoundKindName, ...FoundKindName[]];

const Found = z.object({
  kind: z.enum(names),
  id: z.string(),
  title: z.string(),
  /** Tells it from others of its name. */
  detail: z.string(),
  /** The page of the staff area that has it. */
  path: z.string(),
});
export type Found = z.infer<typeof Found>;

/** Results of one kind; its own page has all of them. */
export const foundPerKind = 5;

export const findAnything = endpoint({
  method: 'GET',
  path: '/api/staff/find',
  who: 'staff',
  rights: 'any',
  summary: `What has this text and is opened by the caller's rights, at most ${foundPerKind} of each kind: businesses, people, claims, messages, reports, suggestions, recommendations, what was said about them, orders, plans, refunds, events, news, readers`,
  query: z.object({
    /** Part of a name, address, telephone number, email, title, of what people wrote or staff noted; a whole amount of money. */
    text: z.string().check(z.trim(), z.minLength(2, 'Please type at least two letters'), z.maxLength(100)),
  }),
  answer: z.array(Found),
  problems: [],
});
