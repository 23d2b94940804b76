/** Plans that a card pays for: the last payment, and the end. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { actId, reason } from './money-fields.ts';

const subscriptionParams = z.object({ id: z.string().check(z.maxLength(100)) });

export const getLastPayment = endpoint({
  method: 'GET',
  path: '/api/staff/billing/subscriptions/{id}/payment',
  who: 'staff',
  rights: ['treasurer'],
  summary: 'The last payment of a plan, and what of it has not been given back; nulls when nothing was paid',
  params: subscriptionParams,
  answer: z.object({
    cents: z.nullable(z.number()),
    leftCents: z.number(),
    paidAt: z.nullable(z.string()),
    /** The part of it that can be credited: less what was credited since it was paid. */
    creditableCents: z.optional(z.number()),
  }),
  problems: ['not_found', 'conflict', 'unavailable'],
});

const CardPlanEnd = z.object({
  /** The last day; null: the plan goes on, or the payment service has not answered. */
  endsAt: z.nullable(z.string()),
  /** The payment service has not confirmed it yet, and is asked again by itself. */
  isUnderWay: z.boolean(),
});

export const endCardPlan = endpoint({
  method: 'POST',
  path: '/api/staff/billing/subscriptions/{id}/end',
  who: 'staff',
  rights: ['treasurer'],
  freshProof: true,
  summary:
    'A plan that a card pays for ends with its paid time, and nothing is given back. Its person is mailed, unless they are banned',
  params: subscriptionParams,
  body: z.object({ id: actId, reason }),
  answer: CardPlanEnd,
  problems: ['not_found', 'conflict'],
});

export const keepCardPlan = endpoint({
  method: 'POST',
  path: '/api/staff/billing/subscriptions/{id}/keep',
  who: 'staff',
  rights: ['treasurer'],
  freshProof: true,
  summary: 'A plan that was to end with its paid time goes on after all. Its person is mailed, unless they are banned',
  params: subscriptionParams,
  body: z.object({ id: actId, reason }),
  answer: CardPlanEnd,
  problems: ['not_found', 'conflict'],
});
