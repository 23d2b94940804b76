/** Claims as staff see them. Apart from contract.ts, so that owners' pages do not load it. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { reasonOf } from '#shared/reason.ts';
import { ClaimDocument, ClaimStatus, ClaimTalk, Plan } from './contract.ts';

/** Reasons for which a mailbox at the website's domain is not proof enough. */
export const Doubt = z.enum([
  'website_by_owner',
  'website_by_nobody_known',
  'website_has_path',
  'website_below_mailbox',
  'shared_domain',
  'person_refunded',
  'person_rejected',
  'person_ended',
  'domain_refunded',
  'domain_rejected',
  'domain_ended',
  'taken_away',
]);
export type Doubt = z.infer<typeof Doubt>;

export const StaffClaim = z.object({
  id: z.string(),
  status: ClaimStatus,
  plan: Plan,
  amountCents: z.number(),
  createdAt: z.string(),
  dueAt: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The last question to the claimant; null when there was none. */
  question: z.nullable(
    z.object({
      text: z.string(),
      askedAt: z.string(),
      /** Null: the colleague's account is gone. */ askedBy: z.nullable(z.string()),
      /** Null while the claim waits. */ repliedAt: z.nullable(z.string()),
      /** No reply to it came from the claimant's address. */ isFromElsewhere: z.boolean(),
    }),
  ),
  talk: ClaimTalk,
  business: z.object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    address: z.string(),
    phone: z.nullable(z.string()),
    email: z.nullable(z.string()),
    website: z.nullable(z.string()),
    owner: z.nullable(z.string()),
  }),
  claimant: z.object({
    id: z.string(),
    username: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    banned: z.boolean(),
    since: z.string(),
    /** The claimant's claims on any listing, by outcome. */
    approved: z.number(),
    refused: z.number(),
  }),
  evidence: z.object({
    /** The mailbox is at the listing's own domain; it counts only once it is confirmed. */
    isMailboxOfSite: z.boolean(),
    /** Reasons for doubt, which staff have to check first; only for a claim in review. */
    doubts: z.array(Doubt),
    isFreeMail: z.boolean(),
    /** The mailbox is the one that the listing shows. */
    isListedMailbox: z.boolean(),
    isListedPhone: z.boolean(),
    note: z.string(),
    phone: z.string(),
    documents: z.array(ClaimDocument),
  }),
  /** Open claims of other people on the same listing. */
  others: z.array(
    z.object({ id: z.string(), username: z.string(), plan: Plan, status: ClaimStatus, createdAt: z.string() }),
  ),
});
export type StaffClaim = z.infer<typeof StaffClaim>;

const params = z.object({ id: z.guid() });

export const getStaffClaim = endpoint({
  method: 'GET',
  path: '/api/staff/claims/{id}',
  who: 'staff',
  rights: ['moderator'],
  summary: 'One claim with its evidence',
  params,
  answer: StaffClaim,
  problems: ['not_found'],
});

const StaffClaimCharge = z.object({
  /** The claimant's credit, which pays for the first month before the card does; null: the payment service cannot be asked. */
  creditCents: z.nullable(z.int()),
  /** The payment service adds a tax, which only it knows. */
  hasTax: z.boolean(),
});
export type StaffClaimCharge = z.infer<typeof StaffClaimCharge>;

/** Apart from the claim, which does not wait for the payment service. */
export const getClaimCharge = endpoint({
  method: 'GET',
  path: '/api/staff/claims/{id}/charge',
  who: 'staff',
  rights: ['moderator'],
  summary: 'What pays for the first month of a claim in review besides the card; 0 for a claim that is not there',
  params,
  answer: StaffClaimCharge,
  problems: [],
});

export const getClaimDocument = endpoint({
  method: 'GET',
  path: '/api/staff/claims/{id}/documents/{documentId}',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'The picture of a document, as a data URL: it has no address that others could open. A PDF is a file of its own',
  params: z.object({ id: z.guid(), documentId: z.guid() }),
  answer: z.object({ src: z.string() }),
  problems: ['not_found'],
});

/** 'none': nothing was due. 'unknown': the payment service has not said yet. */
const FirstPayment = z.enum(['none', 'paid', 'declined', 'unknown']);
export type FirstPayment = z.infer<typeof FirstPayment>;

/** The claim as it is then, and what came of its first payment. */
const ApprovedClaim = z.extend(StaffClaim, { payment: FirstPayment });
export type ApprovedClaim = z.infer<typeof ApprovedClaim>;

export const approveClaim = endpoint({
  method: 'POST',
  path: '/api/staff/claims/{id}/approve',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'Makes the claimant the owner and charges the card; 409 when somebody else was first, or when `amountCents` or `creditCents` is given and is not what the claim costs or what the credit is by then',
  params,
  body: z.optional(
    z.object({
      /**
       * The price that staff agreed to. The page always sends it, so that an outdated page charges no other
       * amount.
       */
      amountCents: z.optional(z.int('Please say what the claim costs')),
      /** The credit that the page named; left out where it was not known. */
      creditCents: z.optional(z.int('Please say what the credit pays')),
      /** The number of colleagues' notes that the page showed: another one refuses. */
      notes: z.optional(z.int()),
      /** When staff asked the claimant last, as the page showed it; null for never. A newer question refuses. */
      askedAt: z.optional(z.nullable(z.string())),
    }),
  ),
  answer: ApprovedClaim,
  problems: ['not_found', 'conflict'],
});

export const rejectClaim = endpoint({
  method: 'POST',
  path: '/api/staff/claims/{id}/reject',
  who: 'staff',
  rights: ['moderator'],
  summary: 'Rejects a claim uncharged; the claimant gets the reason by mail',
  params,
  body: z.object({
    reason: reasonOf(1000),
  }),
  answer: StaffClaim,
  problems: ['not_found', 'conflict'],
});

export const askClaimant = endpoint({
  method: 'POST',
  path: '/api/staff/claims/{id}/question',
  who: 'staff',
  rights: ['moderator'],
  summary: 'Asks the claimant by mail and on the dashboard; the claim waits until more evidence comes',
  params,
  body: z.object({
    question: z
      .string('Please write a question')
      .check(
        z.trim(),
        z.minLength(5, 'Please write a question'),
        z.maxLength(1000, 'Please keep it under 1,000 characters'),
      ),
  }),
  answer: StaffClaim,
  problems: ['not_found', 'conflict'],
});
