/**
 * Endpoints for staff who work with accounts. Apart from contract.ts, so that public pages do not load it.
 */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { staffRights } from '#shared/staff-rights.ts';
import { Email } from './sign-in-contract.ts';

export const Person = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'staff']),
  rights: z.array(z.enum(staffRights)),
  emailVerified: z.boolean(),
  secondFactor: z.boolean(),
  bannedAt: z.nullable(z.string()),
  createdAt: z.string(),
  businessCount: z.number(),
  sessionCount: z.number(),
});
export type Person = z.infer<typeof Person>;

/** Lines of the queue by their kind. */
const WaitingOfPerson = z.object({
  listings: z.number(),
  claims: z.number(),
  announcements: z.number(),
  suggestions: z.number(),
  corrections: z.number(),
});

export const PersonDetail = z.extend(Person, {
  /** Newest first, at most 100. */
  businesses: z.array(z.object({ id: z.string(), slug: z.string(), name: z.string(), status: z.string() })),
  /** Last used first, at most 50. */
  sessions: z.array(
    z.object({
      id: z.string(),
      createdAt: z.string(),
      lastUsedAt: z.string(),
      /** 'Firefox on Windows'. */
      device: z.string(),
      clientAddress: z.nullable(z.string()),
    }),
  ),
  /** The lines of the queue that a ban rejects when staff say so. */
  waiting: WaitingOfPerson,
  /** The payment pages that a ban ends: of claims by the names of the listings, for Premium, and for listings that are set up for them. */
  atPayment: z.object({ claims: z.array(z.string()), premium: z.number(), listings: z.number() }),
  /** A change of e-mail that staff have started and that waits. */
  emailChange: z.nullable(
    z.object({
      email: z.string(),
      reason: z.string(),
      /** Null when that account is gone. */
      startedBy: z.nullable(z.string()),
      /** Not before. */
      dueAt: z.string(),
      /** The new mailbox has followed its link. */
      isConfirmed: z.boolean(),
      /** Dropped then when it is not confirmed. */
      expiresAt: z.string(),
    }),
  ),
});
export type PersonDetail = z.infer<typeof PersonDetail>;

const params = z.object({ id: z.guid() });

export const listPeople = endpoint({
  method: 'GET',
  path: '/api/staff/people',
  who: 'staff',
  rights: ['administrator'],
  summary: 'Owners and staff, newest first, 50 at a time; the Link header leads on',
  query: z.object({
    /** A part of a username or e-mail. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    kind: z._default(z.enum(['all', 'owner', 'staff', 'banned']), 'all'),
    cursor: z.optional(z.guid()),
  }),
  answer: z.array(Person),
  problems: [],
});

export const getPerson = endpoint({
  method: 'GET',
  path: '/api/staff/people/{id}',
  who: 'staff',
  rights: ['administrator'],
  summary: 'One person with their businesses and sessions',
  params,
  answer: PersonDetail,
  problems: ['not_found'],
});

export const banPerson = endpoint({
  method: 'PUT',
  path: '/api/staff/people/{id}/ban',
  who: 'staff',
  rights: ['administrator'],
  summary:
    'Bans a person, which ends their sessions, the claims that they have not given a card for and their open payment pages at once, or lifts the ban. An undo does not bring these back: they begin anew. A payment that still arrives is given back; plans that run go on, with `endPlans` until the end of their paid time. With `rejectWaiting` what waits from them is rejected in the same step, and nobody is told. Staff cannot be banned',
  params,
  body: z.object({
    banned: z.boolean(),
    reason: z._default(z.string().check(z.trim(), z.maxLength(500, 'Please keep it under 500 characters')), ''),
    rejectWaiting: z._default(z.boolean(), false),
    /** Plans that a card pays for end with their paid time, once the ban cannot be undone any more; nothing is given back. */
    endPlans: z._default(z.boolean(), false),
  }),
  answer: z.extend(PersonDetail, {
    /** Undoes all of it at once. */
    undoId: z.string(),
    /** Lines of the queue that are rejected with it. */
    rejected: z.number(),
  }),
  problems: ['not_found', 'conflict'],
});

export const endPersonSessions = endpoint({
  method: 'DELETE',
  path: '/api/staff/people/{id}/sessions',
  who: 'staff',
  rights: ['administrator'],
  freshProof: true,
  summary: 'Ends all sessions of a person, but not the one that asks',
  params,
  answer: PersonDetail,
  problems: ['not_found'],
});

export const endPersonSession = endpoint({
  method: 'DELETE',
  path: '/api/staff/people/{id}/sessions/{sessionId}',
  who: 'staff',
  rights: ['administrator'],
  freshProof: true,
  summary: 'Ends one session of a person, but not the one that asks',
  params: z.object({ ...params.shape, sessionId: z.guid() }),
  answer: PersonDetail,
  problems: ['conflict'],
});

export const setPersonRole = endpoint({
  method: 'PUT',
  path: '/api/staff/people/{id}/role',
  who: 'staff',
  rights: ['administrator'],
  freshProof: true,
  summary:
    'Gives somebody with a confirmed email rights of staff, or makes them an owner again, and ends their sessions; not oneself, never the last administrator',
  params,
  body: z.object({
    role: z.enum(['owner', 'staff']),
    /** All of the person's rights from now on; an owner has none. */
    rights: z._default(
      z.array(z.enum(staffRights)).check(z.minLength(1, 'Please choose at least one right'), z.maxLength(4)),
      ['administrator'],
    ),
    /** The rights that the caller has seen on this person. Others refuse: a colleague has changed them meanwhile. */
    was: z.optional(z.array(z.enum(staffRights))),
  }),
  answer: PersonDetail,
  problems: ['not_found', 'conflict'],
});

/** Says how somebody knows the person who asks. */
export const vouching = z
  .string('Please say how you know that it is the same person')
  .check(
    z.trim(),
    z.minLength(10, 'Please say how you know that it is the same person'),
    z.maxLength(500, 'Please keep it under 500 characters'),
  );

const GuardedEmailForm = z.object({ email: Email, reason: vouching });

export const removePersonFactors = endpoint({
  method: 'POST',
  path: '/api/staff/people/{id}/factors-removal',
  who: 'staff',
  rights: ['administrator'],
  freshProof: true,
  summary:
    'Removes authenticator app, passkeys and recovery codes of somebody who has lost them, and ends all sessions; the person and all administrators are told. Not for oneself',
  params,
  body: z.object({ reason: vouching }),
  answer: PersonDetail,
  problems: ['not_found', 'conflict'],
});

export const startEmailChange = endpoint({
  method: 'POST',
  path: '/api/staff/people/{id}/email-change',
  who: 'staff',
  rights: ['administrator'],
  freshProof: true,
  summary:
    'Starts a change of e-mail for somebody who has lost the mailbox: 72 hours of waiting, both mailboxes and all administrators are told, the new one has to confirm, the old one can stop it. Not for oneself',
  params,
  body: GuardedEmailForm,
  answer: PersonDetail,
  problems: ['not_found', 'conflict'],
});

export const callOffEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/staff/people/{id}/email-change',
  who: 'staff',
  rights: ['administrator'],
  summary: 'Calls off a change of e-mail that staff have started and that has not happened yet',
  params,
  answer: PersonDetail,
  problems: ['not_found'],
});
