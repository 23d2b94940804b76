/** Plans that no card pays for: given with compliments, or paid in cash or by check. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { actId, cents, reason } from './money-fields.ts';

const Day = z.iso.date('Please enter a date');
const reference = z.string().check(z.trim(), z.maxLength(100, 'Please keep it under 100 characters'));

/** A plan that no card pays for: Premium for all listings of the person, up to and with a day. */
export const grantPlan = endpoint({
  method: 'POST',
  path: '/api/staff/billing/people/{id}/plans',
  who: 'staff',
  rights: ['treasurer'],
  freshProof: true,
  summary: 'Gives a person Premium up to a day: with the compliments of the town, or paid in cash or by check',
  params: z.object({ id: z.guid() }),
  body: z.object({
    id: actId,
    kind: z.enum(['complimentary', 'cash'], 'Please choose who pays'),
    /** The last day with Premium. */
    lastDay: Day,
    reason,
    /** These three for a cash plan only, which needs the first two. */
    cents: z.optional(cents),
    receivedOn: z.optional(Day),
    reference: z.optional(reference),
    /** The newest such plan of the person that the caller knows of; null for none. A newer one refuses: two colleagues book the same check once. */
    lastPlan: z.optional(z.nullable(z.guid())),
  }),
  answer: z.object({ endsAt: z.string() }),
  problems: ['not_found', 'conflict', 'invalid'],
});

export const StaffPlan = z.object({
  id: z.string(),
  kind: z.enum(['complimentary', 'cash']),
  person: z.nullable(z.object({ id: z.string(), username: z.string(), email: z.string() })),
  /** This and the next three fields are null unless the plan is paid in cash or by check. */
  receipt: z.nullable(z.string()),
  cents: z.nullable(z.number()),
  receivedOn: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** The last second that was agreed on. */
  endsAt: z.string(),
  /** Staff have ended it earlier. */
  endedAt: z.nullable(z.string()),
  /** The part of a cash plan's money that went back or never came. */
  goneCents: z.number(),
  /** The part of it that never came. */
  missingCents: z.optional(z.number()),
  isRunning: z.boolean(),
});
export type StaffPlan = z.infer<typeof StaffPlan>;

export const givenPlanStates = ['running', 'over'] as const;

export const listGivenPlans = endpoint({
  method: 'GET',
  path: '/api/staff/billing/plans',
  who: 'staff',
  rights: ['treasurer'],
  summary:
    'Plans that no card pays for, 50 at a time; the Link header leads on. Running: what ends next first; over: what ended last first',
  query: z.object({
    state: z._default(z.enum(givenPlanStates), 'running'),
    cursor: z.optional(z.string().check(z.maxLength(100))),
  }),
  answer: z.array(StaffPlan),
  problems: ['bad_request'],
});

const planParams = z.object({ id: z.guid() });

/** Money of a cash plan that is not in the town's cash box or bank any more, or never was. */
const GoneCash = z.object({
  id: actId,
  what: z.enum(['cash-back', 'cash-missing']),
  cents,
  day: Day,
  /** The amount of the booking as the caller knows it. Another one refuses: somebody has corrected it meanwhile. */
  ofCents: z.optional(z.int()),
});

export const endPlan = endpoint({
  method: 'POST',
  path: '/api/staff/billing/plans/{id}/end',
  who: 'staff',
  rights: ['treasurer'],
  freshProof: true,
  summary:
    'Ends a plan that staff have given, before its day, and books what of its money went back or never came, if any did',
  params: planParams,
  /** All of `gone` or nothing: without it the money stays in the books. */
  body: z.object({ reason, gone: z.optional(GoneCash) }),
  answer: z.object({ ended: z.boolean() }),
  problems: ['not_found', 'conflict', 'invalid'],
});

export const returnCash = endpoint({
  method: 'POST',
  path: '/api/staff/billing/plans/{id}/gone',
  who: 'staff',
  rights: ['treasurer'],
  freshProof: true,
  summary:
    'Books that money of a plan in cash or by check went back or never came, at most what is left of it; the plan stays as it is',
  params: planParams,
  body: z.object({ ...GoneCash.shape, reason }),
  answer: z.object({ leftCents: z.number() }),
  problems: ['not_found', 'conflict', 'invalid'],
});

export const takeGoneBack = endpoint({
  method: 'POST',
  path: '/api/staff/billing/acts/{id}/take-back',
  who: 'staff',
  rights: ['treasurer'],
  freshProof: true,
  summary:
    'Takes a booking back that money of a plan in cash or by check went back or never came; a plan that ended with it goes on',
  params: planParams,
  body: z.object({ id: actId, reason }),
  answer: z.object({ leftCents: z.number() }),
  problems: ['not_found', 'conflict'],
});

export const correctCash = endpoint({
  method: 'POST',
  path: '/api/staff/billing/plans/{id}/correction',
  who: 'staff',
  rights: ['treasurer'],
  freshProof: true,
  summary: 'Puts the booking of a plan in cash or by check right: amount, day and reference; the plan stays as it is',
  params: planParams,
  body: z.object({
    id: actId,
    cents,
    receivedOn: Day,
    reference,
    reason,
    /** The booking as the caller knows it. Another one refuses: somebody has corrected it meanwhile. */
    was: z.optional(
      z.object({ cents: z.nullable(z.int()), receivedOn: z.nullable(Day), reference: z.nullable(z.string()) }),
    ),
  }),
  answer: z.object({ cents: z.number() }),
  problems: ['not_found', 'conflict', 'invalid'],
});
