/** Endpoints for staff who work on any business. Apart from contract.ts, so that public pages do not carry it. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { ListingForm } from './business-form.ts';
import { ConfirmedDuplicates } from './confirmed-duplicates.ts';
import { BusinessStatus } from './owner-contract.ts';

export const StaffBusinessRow = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  address: z.string(),
  phone: z.nullable(z.string()),
  categoryName: z.string(),
  status: BusinessStatus,
  featuredByStaff: z.boolean(),
  isPremium: z.boolean(),
  owner: z.nullable(z.string()),
  updatedAt: z.string(),
});
export type StaffBusinessRow = z.infer<typeof StaffBusinessRow>;

/** The listings that the list shows, and its download has. */
export const BusinessFilter = z.object({
  /** Part of a name, address, phone number, e-mail or website. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  status: z.optional(BusinessStatus),
  /** A category's slug. */
  category: z.optional(z.string().check(z.maxLength(80))),
  /** 'none': nobody owns it. */
  owner: z.optional(z.enum(['none', 'some'])),
});
export type BusinessFilter = z.infer<typeof BusinessFilter>;

export const searchAllBusinesses = endpoint({
  method: 'GET',
  path: '/api/staff/businesses',
  who: 'staff',
  rights: ['moderator'],
  summary: 'Businesses in any state, newest first, 50 at a time; the Link header leads on',
  query: z.extend(BusinessFilter, { cursor: z.optional(z.guid()) }),
  answer: z.array(StaffBusinessRow),
  problems: [],
});

export const addBusiness = endpoint({
  method: 'POST',
  path: '/api/staff/businesses',
  who: 'staff',
  rights: ['moderator'],
  creates: true,
  summary:
    'Adds a listing for the town: live at once, without an owner. A duplicate (same name, and same address or phone as an approved or hidden business) answers 409 with the ids in `fields.confirm`, unless `confirm` names them',
  body: z.extend(ListingForm, { confirm: ConfirmedDuplicates }),
  answer: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  status: 201,
  problems: ['conflict'],
});

const params = z.object({ id: z.guid() });
/** For the owner, who gets it by mail. */
const reason = z._default(z.string().check(z.trim(), z.maxLength(500, 'Please keep it under 500 characters')), '');
const answer = z.object({ id: z.string(), status: BusinessStatus, featuredByStaff: z.boolean() });

export const featureBusiness = endpoint({
  method: 'PUT',
  path: '/api/staff/businesses/{id}/featured',
  who: 'staff',
  rights: ['moderator'],
  summary: 'Marks a business as featured, or takes the mark away',
  params,
  body: z.object({ featured: z.boolean() }),
  answer,
  problems: ['not_found', 'conflict'],
});

export const hideBusiness = endpoint({
  method: 'PUT',
  path: '/api/staff/businesses/{id}/hidden',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'Takes an approved business off the site, or brings it back; its owner is told why. Bringing back a duplicate of an approved one needs `confirm`, as an approval does',
  params,
  body: z.object({ hidden: z.boolean(), reason, confirm: ConfirmedDuplicates }),
  answer,
  problems: ['not_found', 'conflict'],
});

export const mergeBusiness = endpoint({
  method: 'POST',
  path: '/api/staff/businesses/{id}/merge',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'Merges this business into another, which gets the fields and photos it lacks; the address of this one leads there from then on',
  params,
  body: z.object({ into: z.guid('Please choose a business'), reason }),
  answer: z.object({ id: z.string(), slug: z.string() }),
  problems: ['not_found', 'conflict'],
});

export const MergeClaim = z.object({
  /** The claimant; null: the account is gone. */
  by: z.nullable(z.string()),
  on: z.enum(['goes', 'stays']),
  /** false: the claimant has not finished the payment page. */
  isInReview: z.boolean(),
  /** The claimant has one on each: this one ends with the merge, uncharged. */
  ends: z.boolean(),
});
export type MergeClaim = z.infer<typeof MergeClaim>;

export const readMerge = endpoint({
  method: 'GET',
  path: '/api/staff/businesses/{id}/merge',
  who: 'staff',
  rights: ['moderator'],
  summary: 'The open claims on two businesses, and what is the same of both, before the first is merged into the other',
  params,
  query: z.object({ into: z.guid('Please choose a business') }),
  answer: z.object({
    claims: z.array(MergeClaim),
    /** False: nothing says that both are one business. */
    isAlike: z.optional(z.boolean()),
  }),
  problems: ['not_found'],
});

export const BusinessDeletion = z.object({
  /** Sentences: what has to be done first. Empty when it can be deleted. */
  first: z.array(z.string()),
  /** A rejected one goes although somebody sent it in; null: nobody owns it. */
  owner: z.nullable(z.string()),
  /** Counts of what goes with it. */
  goes: z.object({
    picture: z.number(),
    recommendation: z.number(),
    message: z.number(),
    announcement: z.number(),
    offer: z.number(),
    report: z.number(),
  }),
});
export type BusinessDeletion = z.infer<typeof BusinessDeletion>;

export const getBusinessDeletion = endpoint({
  method: 'GET',
  path: '/api/staff/businesses/{id}/deletion',
  who: 'staff',
  rights: ['administrator'],
  summary: 'What would go with a business that is deleted for good, and what has to be done first',
  params,
  answer: BusinessDeletion,
  problems: ['not_found'],
});

export const deleteBusiness = endpoint({
  method: 'POST',
  path: '/api/staff/businesses/{id}/deletion',
  who: 'staff',
  rights: ['administrator'],
  freshProof: true,
  summary:
    'Deletes a business for good: one that is rejected, or hidden without an owner, and has no running plan, no waiting order and no open claim',
  params,
  /** Its name, typed once more. Case, accents and punctuation do not matter. */
  body: z.object({
    name: z
      .string('Please type the name of the business')
      .check(z.trim(), z.minLength(1, 'Please type the name of the business'), z.maxLength(300)),
  }),
  answer: z.object({ message: z.string() }),
  problems: ['not_found', 'conflict', 'invalid'],
});
