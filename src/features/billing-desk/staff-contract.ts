/** The staff's view of payments: failures and subscriptions. Listing orders have a page of their own. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

export const BillingFailure = z.object({
  id: z.string(),
  /** 'event': from Stripe. 'job': a job that failed for good. */
  kind: z.enum(['event', 'job']),
  /** 'invoice.paid', 'end-subscription' */
  name: z.string(),
  /** The id of Stripe's object, or the job's payload. */
  about: z.string(),
  at: z.string(),
  attempts: z.number(),
  reason: z.string(),
});
export type BillingFailure = z.infer<typeof BillingFailure>;

export const listFailures = endpoint({
  method: 'GET',
  path: '/api/staff/billing/failures',
  who: 'staff',
  rights: ['treasurer'],
  summary:
    "Events of Stripe's that could not be worked on, and payment jobs that were given up; newest first, at most 100",
  answer: z.array(BillingFailure),
  problems: [],
});

export const replayFailure = endpoint({
  method: 'POST',
  path: '/api/staff/billing/failures/{id}/replay',
  who: 'staff',
  rights: ['treasurer'],
  summary: 'Does the work of a failed event or job once more; doing it twice does no harm',
  params: z.object({ id: z.string().check(z.maxLength(100)) }),
  body: z.object({ kind: z.enum(['event', 'job']) }),
  answer: z.object({ queued: z.boolean() }),
  problems: ['not_found'],
});

export const StaffSubscription = z.object({
  id: z.string(),
  kind: z.enum(['owner_premium', 'claim_premium', 'claim_standard']),
  status: z.string(),
  person: z.nullable(z.object({ id: z.string(), username: z.string(), email: z.string() })),
  business: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** Cents per period; null for a price that is no longer sold. */
  cents: z.nullable(z.number()),
  interval: z.nullable(z.enum(['month', 'year'])),
  paidThrough: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  failedAt: z.nullable(z.string()),
  isDisputed: z.boolean(),
  /** Part of the sample content: nobody pays for it. */
  isSample: z.boolean(),
});
export type StaffSubscription = z.infer<typeof StaffSubscription>;

export const subscriptionStates = ['running', 'trouble', 'over'] as const;

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/staff/billing/subscriptions',
  who: 'staff',
  rights: ['treasurer'],
  summary: 'Subscriptions as Stripe last told, newest first, at most 200; "trouble": unpaid or disputed',
  query: z.object({ state: z._default(z.enum(subscriptionStates), 'running') }),
  answer: z.array(StaffSubscription),
  problems: [],
});

export const refundSubscription = endpoint({
  method: 'POST',
  path: '/api/staff/billing/subscriptions/{id}/refund',
  who: 'staff',
  rights: ['treasurer'],
  summary: 'Gives the last payment back in full and ends the subscription at once',
  params: z.object({ id: z.string().check(z.maxLength(100)) }),
  body: z.object({ reason: z.string().check(z.trim(), z.minLength(5, 'Please say why'), z.maxLength(1000)) }),
  answer: z.object({ cents: z.number() }),
  problems: ['not_found', 'conflict'],
});
