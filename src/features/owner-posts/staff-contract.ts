/** Endpoints for staff who look at what owners publish. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

const params = z.object({ id: z.guid() });
const staff = { who: 'staff', rights: ['moderator'] } as const;

/** 'direct' publishes at once; 'first' waits for staff until the first yes; 'reviewed' always waits. */
const postings = ['first', 'direct', 'reviewed'] as const;

export const StaffAnnouncement = z.object({
  id: z.string(),
  business: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  text: z.string(),
  url: z.nullable(z.string()),
  until: z.string(),
  status: z.enum(['waiting', 'shown', 'hidden']),
  reason: z.nullable(z.string()),
  /** For a change that waits: the words that are on the page meanwhile. */
  changes: z.nullable(z.object({ text: z.string(), url: z.nullable(z.string()), until: z.string() })),
  /** Null once that account is gone. */
  author: z.nullable(z.object({ id: z.string(), username: z.string(), posting: z.enum(postings) })),
  createdAt: z.string(),
});
export type StaffAnnouncement = z.infer<typeof StaffAnnouncement>;

export const listStaffAnnouncements = endpoint({
  method: 'GET',
  path: '/api/staff/businesses/{id}/announcements',
  ...staff,
  summary: 'The announcements of a listing in every state, and the people who may publish there',
  params,
  answer: z.object({
    announcements: z.array(StaffAnnouncement),
    /** The owner first, then managers. */
    people: z.array(z.object({ id: z.string(), username: z.string(), posting: z.enum(postings) })),
  }),
  problems: ['not_found'],
});

export const decideAnnouncement = endpoint({
  method: 'PUT',
  path: '/api/staff/announcements/{id}',
  ...staff,
  summary:
    "Shows an announcement or hides it, and mails its author; the first yes to an author's post lets the next ones be published at once",
  params,
  body: z.object({
    shown: z.boolean(),
    /** The announcement's `createdAt` as staff have seen it: another one is refused. */
    seen: z.optional(z.string().check(z.maxLength(40))),
    /** For the author; needed to hide one. */
    reason: z._default(z.string().check(z.trim(), z.maxLength(1000, 'Please keep it under 1,000 characters')), ''),
  }),
  answer: StaffAnnouncement,
  problems: ['not_found', 'conflict', 'invalid'],
});

export const setPosting = endpoint({
  method: 'PUT',
  path: '/api/staff/people/{id}/posting',
  ...staff,
  summary: 'Lets an owner publish announcements and events at once, or has each one looked at first',
  params,
  body: z.object({ posting: z.enum(['direct', 'reviewed']) }),
  answer: z.object({ posting: z.enum(postings) }),
  problems: ['not_found'],
});
