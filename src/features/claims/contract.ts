/** Claiming a listing: the claimant's actions and views. */

import * as z from 'zod/mini';
import { claimPlans } from '#features/billing/catalogue.ts';
import { phoneError } from '#features/businesses/phone-link.ts';
import { claimStatuses } from '#shared/claim-statuses.ts';
import { endpoint } from '#shared/endpoint.ts';

export const ClaimStatus = z.enum(claimStatuses);
export type ClaimStatus = z.infer<typeof ClaimStatus>;

export const Plan = z.enum(claimPlans);

export const maxNoteLength = 2000;
export const maxDocuments = 3;
export const maxPdfBytes = 5 * 1024 * 1024;
export const maxPdfName = 120;

/** The picture or the PDF of a document that a claimant has sent. */
export const ClaimDocument = z.object({
  id: z.string(),
  addedAt: z.string(),
  /** Null: a picture. */
  pdf: z.nullable(z.object({ name: z.string(), bytes: z.number() })),
});
export type ClaimDocument = z.infer<typeof ClaimDocument>;
/** A talk of this length goes on by telephone. */
export const maxTalk = 100;

/** Questions of staff and answers of the claimant, oldest first. */
export const ClaimTalk = z.array(z.object({ by: z.enum(['us', 'them']), text: z.string(), at: z.string() }));
export type ClaimTalk = z.infer<typeof ClaimTalk>;

export const startCheckout = endpoint({
  method: 'POST',
  path: '/api/checkout/session',
  who: 'signed-in',
  limit: 'checkouts',
  summary: 'Begins a claim; the browser goes to the url. Nothing is charged until the claim is approved',
  body: z.object({
    /**
     * Any text and number, so that an unknown plan, amount or action is a 400 with its reason and not a form
     * error.
     */
    plan: z.string('Please choose a plan'),
    amount: z.number('Please say what the plan costs'),
    businessId: z.string('Please choose a business'),
    action: z.string('Please say what this is for'),
  }),
  answer: z.object({
    sessionId: z.string(),
    url: z.nullable(z.string()),
    /** Charged right after the payment page, because the claimant's mailbox proves the claim; null: nothing before the approval. */
    dueTodayCents: z.nullable(z.int()),
  }),
  problems: ['bad_request', 'not_found', 'conflict', 'unavailable'],
});

export const Claim = z.object({
  id: z.string(),
  plan: Plan,
  /** The price of the claim, which a later change does not touch; 0: no card stands behind it. */
  amountCents: z.int(),
  status: ClaimStatus,
  business: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  /** The time by which staff answer; null when there is nothing to decide. */
  dueAt: z.nullable(z.string()),
  /** Staff's question, while the claim waits for the answer. */
  question: z.nullable(z.string()),
  /** The day on which a claim with a card runs out, while a question waits. */
  waitsUntil: z.nullable(z.string()),
  /** The reason of a rejection. */
  reason: z.nullable(z.string()),
  /** The claimant's words with the claim; what follows on a question is in `talk`. */
  note: z.string(),
  phone: z.string(),
  talk: ClaimTalk,
  documents: z.array(ClaimDocument),
  /** The claimant's mailbox is at the listing's own domain and only has to be confirmed. */
  isMailboxEnough: z.boolean(),
  /** The claimant's confirmed mailbox proves a claim whose card is not given yet: the card is charged as soon as it is. */
  isChargedAtOnce: z.boolean(),
  /** Its plan was paid for, at least once. */
  isPaid: z.boolean(),
  /** Its payment page charged the card, and it was not approved all the same: the payment goes back. */
  isGivenBack: z.boolean(),
  /** The payment page of the claim; null: none was opened. */
  checkoutId: z.nullable(z.string()),
  /** The address where the card can be given, while the session is open. */
  checkoutUrl: z.nullable(z.string()),
  /** The first charge failed: ownership ends at this time unless a card works before. */
  payBy: z.nullable(z.string()),
  /** The next attempt of that charge. */
  attemptAt: z.nullable(z.string()),
  /** For a canceled plan: the listing belongs to the owner until then. Of one that was handed over: it is paid until then. */
  endsAt: z.nullable(z.string()),
  /** Set once the listing was handed over, by the claimant or by staff. */
  handedOverBy: z.nullable(z.enum(['owner', 'staff'])),
  /** It was handed over and came back: the plan ends with the hand-over, and its owner has canceled nothing. */
  isBack: z.boolean(),
  /** It goes on from the time that a former owner has paid for; null: no such time. */
  goesOn: z.nullable(
    z.object({
      from: z.string(),
      /** The first payment waits for that day; otherwise it is due with the card. */
      isChargedThen: z.boolean(),
    }),
  ),
  /** Its claimant has put it away, and its state is still the same. */
  isPutAway: z.boolean(),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
});
export type Claim = z.infer<typeof Claim>;

export const listOwnClaims = endpoint({
  method: 'GET',
  path: '/api/user/claims',
  who: 'signed-in',
  summary: "The signed-in user's claims, newest first: the open ones, and those that ended in the last 90 days",
  answer: z.array(Claim),
  problems: [],
});

const params = z.object({ id: z.guid() });

const ClaimOfLink = z.object({
  business: z.string(),
  amountCents: z.int(),
  /** False where the account uses the mailbox only later, and the claim is approved then. */
  isAtOnce: z.boolean(),
});
export type ClaimOfLink = z.infer<typeof ClaimOfLink>;

/** The page of the link asks before its button is pressed, also where nobody is signed in. */
export const claimsOfLink = endpoint({
  method: 'POST',
  path: '/api/claims/of-link',
  who: 'anyone',
  summary: 'The claims that are approved, and charged, once the mailbox of a mailed link is confirmed',
  body: z.object({ token: z.string().check(z.maxLength(100)) }),
  answer: z.array(ClaimOfLink),
  problems: [],
});

export const saveEvidence = endpoint({
  method: 'PUT',
  path: '/api/claims/{id}/evidence',
  who: 'signed-in',
  summary:
    'What tells staff that the listing is yours: words, and a telephone number to ask at. Once staff have asked, the words are a line of the talk',
  params,
  body: z.object({
    note: z.string().check(z.trim(), z.maxLength(maxNoteLength, 'Please keep it under 2,000 characters')),
    phone: z.string().check(
      z.trim(),
      z.maxLength(40, 'Please enter one phone number'),
      z.refine((phone) => phoneError(phone).phone === undefined, 'Please enter a number to call, or leave it empty'),
    ),
  }),
  answer: Claim,
  problems: ['not_found', 'conflict', 'invalid'],
});

export const addDocument = endpoint({
  method: 'POST',
  path: '/api/claims/{id}/documents',
  who: 'signed-in',
  limit: 'uploads',
  creates: true,
  summary:
    'Adds a document for staff only, at most 3. The body is a picture, as for a logo, or a PDF of at most 5 MB, which the query may name',
  params,
  query: z.object({
    name: z.optional(z.string().check(z.maxLength(300))),
    /** An answer is typed and not sent: the question stays open. */
    unsent: z.optional(z.literal('answer')),
  }),
  upload: true,
  answer: Claim,
  status: 201,
  problems: ['not_found', 'conflict', 'invalid'],
});

export const deleteDocument = endpoint({
  method: 'DELETE',
  path: '/api/claims/{id}/documents/{documentId}',
  who: 'signed-in',
  summary: 'Takes a document away',
  params: z.object({ id: z.guid(), documentId: z.guid() }),
  answer: Claim,
  problems: ['not_found', 'conflict'],
});

export const withdrawClaim = endpoint({
  method: 'POST',
  path: '/api/claims/{id}/withdraw',
  who: 'signed-in',
  summary: 'Takes an open claim back; nothing is charged',
  params,
  answer: Claim,
  problems: ['not_found', 'conflict'],
});

export const putClaimAway = endpoint({
  method: 'PUT',
  path: '/api/claims/{id}/away',
  who: 'signed-in',
  summary: 'Puts a settled claim away on the dashboard, until its state changes, or brings it back',
  params,
  body: z.object({ away: z.boolean() }),
  answer: Claim,
  problems: ['not_found', 'conflict'],
});
