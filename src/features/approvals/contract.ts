/** Everything that waits for staff, and their decisions. */
import * as z from 'zod/mini';
import { claimPlans } from '#features/billing/catalogue.ts';
import { ListingForm } from '#features/businesses/business-form.ts';
import { ConfirmedDuplicates } from '#features/businesses/confirmed-duplicates.ts';
import { BusinessStatus, EditableBusiness } from '#features/businesses/owner-contract.ts';
import { Conversation } from '#features/conversations/contract.ts';
import { StaffCorrection } from '#features/corrections/staff-contract.ts';
import { StaffOrder } from '#features/listing-orders/staff-contract.ts';
import { AskedAt, askedAboutListing } from '#features/listing-questions/staff-contract.ts';
import { StaffAnnouncement } from '#features/owner-posts/staff-contract.ts';
import { endpoint } from '#shared/endpoint.ts';
import { dayMs } from '#shared/times.ts';
import { rejection, saysWhy } from './bulk-contract.ts';
import { PaidOrder, sentIn } from './sender-contract.ts';

/** Staff answer within a day (docs/product-rules.md#answer-times). */
export const dueAfterMs = dayMs;

export const Counts = z.object({
  listings: z.number(),
  changes: z.number(),
  reports: z.number(),
  corrections: z.number(),
  messages: z.number(),
  orders: z.number(),
  claims: z.number(),
  suggestions: z.number(),
  announcements: z.number(),
});
export type Counts = z.infer<typeof Counts>;

export const countWaiting = endpoint({
  method: 'GET',
  path: '/api/staff/counts',
  who: 'staff',
  rights: 'any',
  summary: 'How much of each kind waits for staff',
  answer: Counts,
  problems: [],
});

/** One field of an edit, with values in words; '' for an empty value. */
export const ChangedField = z.object({
  field: z.string(),
  /** The title of the event whose words were changed; null for all other fields. */
  of: z.nullable(z.string()),
  before: z.string(),
  after: z.string(),
  /** 'live': the listing still has the edit's value. 'changed': it has another value by now. */
  state: z.enum(['live', 'undone', 'changed']),
  /** True when state is 'live'. */
  canUndo: z.boolean(),
  /** It was undone, and the listing still has the value that was put back. */
  canRedo: z.boolean(),
  /** The person who put the field back; `by` is null once that account is gone. */
  undone: z.nullable(z.object({ at: z.string(), by: z.nullable(z.string()) })),
});
export type ChangedField = z.infer<typeof ChangedField>;

/** One edit of a live listing, or of an announcement or event of it: by its owner, by staff, or by an imported file. */
export const Change = z.object({
  id: z.string(),
  at: z.string(),
  by: z.nullable(z.object({ id: z.string(), username: z.string() })),
  /** false: by staff or a file. Nobody has to look at it. */
  isByOwner: z.boolean(),
  /** A file that staff imported said so. */
  isImport: z.boolean(),
  /** The owner's *Change it back* of what staff had changed. */
  isBack: z.boolean(),
  /** The current owner, who is mailed when it is put back; null: nobody is. */
  tells: z.nullable(z.string()),
  business: z.object({ id: z.string(), slug: z.string(), name: z.string(), status: BusinessStatus }),
  fields: z.array(ChangedField),
  /**
   * Null while it waits for staff. A partly undone edit waits until its last live field is undone or
   * accepted.
   */
  reviewed: z.nullable(z.object({ at: z.string(), by: z.nullable(z.string()), undone: z.boolean() })),
});
export type Change = z.infer<typeof Change>;

const queueKinds = [
  ...(['listing', 'change', 'report', 'correction', 'message'] as const),
  ...(['claim', 'order', 'suggestion', 'announcement'] as const),
] as const;

const Sign = z.enum(['name', 'address', 'phone']);

const waiting = {
  id: z.string(),
  at: z.string(),
  dueAt: z.string(),
  /** True when it comes from somebody with a premium listing: such items come first. */
  isPremium: z.boolean(),
  /** The colleague who sees to it. */
  assignee: z.nullable(z.string()),
  /** Colleagues' notes about it. */
  notes: z.int(),
};

export const QueueItem = z.discriminatedUnion('kind', [
  z.object({
    ...waiting,
    kind: z.literal('listing'),
    /** It was rejected before, and its owner has changed it. */
    isAgain: z.boolean(),
    /** Staff have asked the sender something and wait for the answer: it stands last and does not count. */
    isAsked: z.boolean(),
    /** When staff asked the sender last; a decision on several lines names it. */ askedAt: z.nullable(z.string()),
    /** It looks like a listing that is here already. */ isDuplicate: z.boolean(),
    /** Values of another listing that is here or waits, too. */ alike: z.array(Sign),
    /** The version that the line shows; a decision on several lines names it. */
    version: z.int(),
    name: z.string(),
    categoryName: z.string(),
    by: z.nullable(z.string()),
    isSenderDeleted: z.boolean(),
    /** Staff began it from this order. */
    order: z.nullable(PaidOrder),
  }),
  z.object({ ...waiting, kind: z.literal('change'), change: Change }),
  z.object({ ...waiting, kind: z.literal('report'), conversation: Conversation }),
  z.object({ ...waiting, kind: z.literal('correction'), correction: StaffCorrection }),
  z.object({ ...waiting, kind: z.literal('message'), conversation: Conversation }),
  z.object({ ...waiting, kind: z.literal('order'), order: StaffOrder }),
  z.object({
    ...waiting,
    kind: z.literal('claim'),
    name: z.string(),
    plan: z.enum(claimPlans),
    by: z.nullable(z.string()),
    /** Staff have asked the claimant something and wait for the answer: it stands last and does not count. */
    isAsked: z.boolean(),
  }),
  z.object({
    ...waiting,
    kind: z.literal('suggestion'),
    /** The change of an event that is in the calendar. */
    isChange: z.boolean(),
    /** The title of the suggested event. */
    title: z.string(),
    startDate: z.string(),
    by: z.string(),
  }),
  z.object({ ...waiting, kind: z.literal('announcement'), announcement: StaffAnnouncement }),
]);
export type QueueItem = z.infer<typeof QueueItem>;

export const listQueue = endpoint({
  method: 'GET',
  path: '/api/staff/queue',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'Everything that waits for staff: people with Premium first, then who waits longest; 50 at a time; the Link header leads on. `id` asks for one of them: nothing once it is decided',
  query: z.object({
    id: z.optional(z.guid()),
    kind: z.optional(z.enum(queueKinds)),
    cursor: z.optional(z.string().check(z.maxLength(80))),
  }),
  answer: z.array(QueueItem),
  problems: [],
});

export const LookAlike = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  status: BusinessStatus,
  address: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  website: z.nullable(z.string()),
  categoryName: z.string(),
  owner: z.nullable(z.string()),
  /** The values that are equal. */
  alike: z.array(Sign),
  /** Approved or hidden, and most likely the same place: same name, and same address or phone; or same phone, and a name much alike. */
  isDuplicate: z.boolean(),
});
export type LookAlike = z.infer<typeof LookAlike>;

export const StaffBusiness = z.extend(EditableBusiness, {
  createdAt: z.string(),
  updatedAt: z.string(),
  approvedAt: z.nullable(z.string()),
  featuredByStaff: z.boolean(),
  /** The place where an import found it. */ source: z.nullable(z.string()),
  /** People who wait with a claim on it that has a price. */ paidClaims: z.array(z.string()),
  owner: z.nullable(z.object({ id: z.string(), username: z.string(), email: z.string() })),
  ...sentIn,
  lookAlikes: z.array(LookAlike),
  ...askedAboutListing,
});
export type StaffBusiness = z.infer<typeof StaffBusiness>;

const params = z.object({ id: z.guid() });

export const getStaffBusiness = endpoint({
  method: 'GET',
  path: '/api/staff/businesses/{id}',
  who: 'staff',
  rights: ['moderator'],
  summary: 'Everything about one business, whatever its state, with who sent it in and what looks like it',
  params,
  answer: StaffBusiness,
  problems: ['not_found'],
});

export const approveBusiness = endpoint({
  method: 'POST',
  path: '/api/staff/businesses/{id}/approve',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'Approves a pending or rejected business, with edits where they are given, and mails its owner. A duplicate (same name, and same address or phone as an approved or hidden business) answers 409 with the ids in `fields.confirm`, unless `confirm` names them',
  params,
  body: z.object({
    /** The version that staff saw; another version answers 409. */
    version: z.int(),
    edits: z.optional(ListingForm),
    confirm: ConfirmedDuplicates,
    askedAt: AskedAt,
  }),
  answer: StaffBusiness,
  problems: ['not_found', 'conflict'],
});

export const rejectBusiness = endpoint({
  method: 'POST',
  path: '/api/staff/businesses/{id}/reject',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'Rejects a pending business; its owner gets the reason by mail. With `tell: false` nobody is told, and none is needed',
  params,
  body: z.object({ version: z.int(), ...rejection }).check(saysWhy),
  answer: StaffBusiness,
  problems: ['not_found', 'conflict'],
});

export const rejectDuplicate = endpoint({
  method: 'POST',
  path: '/api/staff/businesses/{id}/reject-duplicate',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'Rejects a pending business as a duplicate of an approved one; who sent it in gets the address of that one by mail, and how to claim it',
  params,
  body: z.object({ version: z.int(), of: z.guid('Please choose a business') }),
  answer: StaffBusiness,
  problems: ['not_found', 'conflict'],
});

export const listChanges = endpoint({
  method: 'GET',
  path: '/api/staff/changes',
  who: 'staff',
  rights: ['moderator'],
  summary:
    "Owners' edits of live listings, newest first, 50 at a time, and for one business those of staff, too; the Link header leads on",
  query: z.object({
    state: z._default(z.enum(['open', 'all']), 'all'),
    business: z.optional(z.guid()),
    cursor: z.optional(z.guid()),
  }),
  answer: z.array(Change),
  problems: [],
});

export const keepChange = endpoint({
  method: 'POST',
  path: '/api/staff/changes/{id}/keep',
  who: 'staff',
  rights: ['moderator'],
  summary: 'Notes that an edit is all right',
  params,
  answer: Change,
  problems: ['not_found', 'conflict'],
});
