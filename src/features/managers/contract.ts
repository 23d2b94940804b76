import * as z from 'zod/mini';
import { LonePremium } from '#features/billing/lone-premium.ts';
import { endpoint } from '#shared/endpoint.ts';

const params = z.object({ id: z.guid() });
const Done = z.object({ message: z.string() });

/** The time for which a listing is paid by a claim, and which goes along with it. */
export const PaidTime = z.object({ until: z.string(), plan: z.enum(['standard', 'premium']) });

/** A payment failed, is disputed, or is being made: nobody can say until when a listing is paid. */
export const NotYet = z.enum(['owed', 'disputed', 'starting']);

export const InvitationForm = z.object({
  email: z
    .string('Please enter a valid email address')
    .check(
      z.trim(),
      z.email('Please enter a valid email address'),
      z.maxLength(254, 'Please enter a valid email address'),
    ),
});

export const ListingPeople = z.object({
  business: z.object({ id: z.string(), name: z.string() }),
  /** False: the caller is a manager, who sees the managers alone and may leave. */
  isOwner: z.boolean(),
  managers: z.array(
    z.object({
      id: z.string(),
      username: z.string(),
      /** Null for a manager, who sees no address of the others. */
      email: z.nullable(z.string()),
      since: z.string(),
    }),
  ),
  invitations: z.array(
    z.object({ id: z.string(), kind: z.enum(['manager', 'owner']), email: z.string(), expiresAt: z.string() }),
  ),
  /** For its owner: what becomes of a paid claim in a hand-over. */
  handOver: z.object({
    paid: z.nullable(PaidTime),
    notYet: z.nullable(NotYet),
    /** Premium that would be paid for nothing afterwards; null: none. */
    lonePremium: z.nullable(LonePremium),
  }),
});
export type ListingPeople = z.infer<typeof ListingPeople>;

/** After an invitation. */
const Invited = z.extend(ListingPeople, {
  /** The mailbox whose earlier invitation it replaced: the link in that mail works no more. */
  replaced: z.nullable(z.string()),
});

export const getPeople = endpoint({
  method: 'GET',
  path: '/api/user/businesses/{id}/people',
  who: 'signed-in',
  summary: 'Who manages a listing, and for its owner who is invited',
  params,
  answer: ListingPeople,
  problems: ['not_found'],
});

export const inviteManager = endpoint({
  method: 'POST',
  path: '/api/user/businesses/{id}/invitations',
  who: 'signed-in',
  limit: 'listing-invitations',
  creates: true,
  summary: 'Mails somebody an invitation to manage a listing, good for 7 days',
  params,
  body: InvitationForm,
  answer: Invited,
  problems: ['not_found', 'conflict'],
});

export const handOver = endpoint({
  method: 'POST',
  path: '/api/user/businesses/{id}/hand-over',
  who: 'signed-in',
  freshProof: true,
  limit: 'listing-invitations',
  creates: true,
  summary: 'Offers a listing to a new owner by mail, good for 72 hours; it moves when they accept',
  params,
  body: InvitationForm,
  answer: Invited,
  problems: ['not_found', 'conflict'],
});

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/api/user/businesses/{id}/invitations/{invitationId}',
  who: 'signed-in',
  summary: 'Takes an invitation or a hand-over back before it is accepted',
  params: z.extend(params, { invitationId: z.guid() }),
  answer: Done,
  problems: ['not_found'],
});

export const removeManager = endpoint({
  method: 'DELETE',
  path: '/api/user/businesses/{id}/managers/{managerId}',
  who: 'signed-in',
  summary: 'Ends a manager’s place: by the owner, or by the manager',
  params: z.extend(params, { managerId: z.guid() }),
  answer: Done,
  problems: ['not_found'],
});

const LinkToken = z.string().check(z.maxLength(100));

export const getInvitation = endpoint({
  method: 'GET',
  path: '/api/listing-invitations',
  who: 'anyone',
  summary: 'What the page behind the mailed link shows; changes nothing',
  query: z.object({ token: LinkToken }),
  answer: z.object({
    business: z.string(),
    kind: z.enum(['manager', 'owner']),
    by: z.string(),
    /** The mailbox that the link was sent to. */
    email: z.string(),
    /** Set for a hand-over of a paid listing. */
    paid: z.nullable(PaidTime),
  }),
  problems: ['not_found'],
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/listing-invitations',
  who: 'signed-in',
  secondFactor: 'asked',
  summary: 'Accepts an invitation with the account of the invited mailbox, once confirmed',
  body: z.object({ token: LinkToken }),
  answer: Done,
  problems: ['not_found', 'conflict'],
});

export const declineInvitation = endpoint({
  method: 'POST',
  path: '/api/listing-invitations/decline',
  who: 'anyone',
  summary: 'Declines an invitation with the token of the mailed link; the owner who sent it is told by mail',
  body: z.object({ token: LinkToken }),
  answer: Done,
  problems: ['not_found'],
});

const OwnInvitation = z.object({
  id: z.string(),
  business: z.string(),
  kind: z.enum(['manager', 'owner']),
  /** The username of the owner who sent it. */
  by: z.string(),
  expiresAt: z.string(),
  paid: z.nullable(PaidTime),
});
export type OwnInvitation = z.infer<typeof OwnInvitation>;

export const listOwnInvitations = endpoint({
  method: 'GET',
  path: '/api/user/listing-invitations',
  who: 'signed-in',
  summary: "Invitations and hand-overs that wait for the signed-in user's address, once it is confirmed; oldest first",
  answer: z.array(OwnInvitation),
  problems: [],
});

const SentHandOver = z.object({
  id: z.string(),
  business: z.object({ id: z.string(), name: z.string() }),
  /** The mailbox of the new owner. */
  email: z.string(),
  expiresAt: z.string(),
});
export type SentHandOver = z.infer<typeof SentHandOver>;

export const listSentHandOvers = endpoint({
  method: 'GET',
  path: '/api/user/hand-overs',
  who: 'signed-in',
  summary: "The signed-in user's listings that are on offer to a new owner; oldest offer first, at most 100",
  answer: z.array(SentHandOver),
  problems: [],
});

const LostListing = z.object({
  /** The line of the history. */
  id: z.string(),
  business: z.string(),
  at: z.string(),
});

export const listLostListings = endpoint({
  method: 'GET',
  path: '/api/user/lost-listings',
  who: 'signed-in',
  summary:
    'Listings that the signed-in user managed until they got another owner in the last 30 days; newest first, at most 10',
  answer: z.array(LostListing),
  problems: [],
});

const own = z.object({ id: z.guid() });

export const acceptOwnInvitation = endpoint({
  method: 'POST',
  path: '/api/user/listing-invitations/{id}/accept',
  who: 'signed-in',
  secondFactor: 'asked',
  summary: "Accepts an invitation that waits for the signed-in user's confirmed address",
  params: own,
  answer: Done,
  problems: ['not_found', 'conflict'],
});

export const declineOwnInvitation = endpoint({
  method: 'DELETE',
  path: '/api/user/listing-invitations/{id}',
  who: 'signed-in',
  summary:
    "Declines an invitation that waits for the signed-in user's confirmed address; the owner who sent it is told by mail",
  params: own,
  answer: Done,
  problems: ['not_found'],
});
