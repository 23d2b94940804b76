/** The sums of a month, for the books. */

import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { monthPattern } from '#shared/month.ts';

/** A month of the town's calendar: '2026-11'. */
export const Month = z.string().check(z.regex(monthPattern, 'Please choose a month'));

const Sum = z.object({ count: z.number(), cents: z.number() });

const MonthSums = z.object({
  orders: Sum,
  /** Plans paid by card, and what was refunded of them; null while the payment service cannot be asked. */
  plans: z.nullable(Sum),
  plansBack: z.nullable(Sum),
  cash: Sum,
  ordersBack: Sum,
  /** Cash and checks that were given back or never came, by the day on which that was so. */
  cashBack: Sum,
});
export type MonthSums = z.infer<typeof MonthSums>;

export const getMonthSums = endpoint({
  method: 'GET',
  path: '/api/staff/billing/months/{month}',
  who: 'staff',
  rights: ['treasurer'],
  summary: 'What came in and went back in a month, by kind; plans by card are read from Stripe',
  params: z.object({ month: Month }),
  answer: MonthSums,
  problems: [],
});
