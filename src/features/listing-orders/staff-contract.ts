/**
 * Endpoints for staff who work on paid listings. Apart from contract.ts, so that public pages do not load it.
 */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { formatDollars } from '#shared/money.ts';
import { reasonOf } from '#shared/reason.ts';
import { OrderDetails } from './details-fields.ts';
import { listingPlans } from './plans.ts';
import { takenFields } from './taken-fields.ts';

export const StaffOrder = z.object({
  id: z.string(),
  plan: z.enum(listingPlans),
  amountCents: z.number(),
  email: z.nullable(z.string()),
  businessName: z.nullable(z.string()),
  status: z.enum(['pending', 'paid', 'handled', 'withdrawn', 'canceled']),
  paidAt: z.nullable(z.string()),
  handledAt: z.nullable(z.string()),
  handledBy: z.nullable(z.string()),
  /** When nothing of the payment was left. */
  refundedAt: z.nullable(z.string()),
  /** The parts that went back, or the whole; oldest first. */
  refunds: z.array(z.object({ id: z.string(), at: z.string(), cents: z.number() })),
  /** Set when the cardholder disputes the payment. */
  disputedAt: z.nullable(z.string()),
  note: z.string(),
  /** The facts to write it from, as the buyer sent them; null: nothing yet. */
  details: z.nullable(OrderDetails),
  detailsSentAt: z.nullable(z.string()),
  /** The listing that staff made of it, or have begun. */
  business: z.nullable(
    /** Public: staff have approved it, and visitors see it. */
    z.object({ id: z.string(), slug: z.string(), name: z.string(), isPublic: z.boolean() }),
  ),
  /** End of the Premium that comes with it; null before the listing is set up, and for a standard one. */
  premiumUntil: z.nullable(z.string()),
});
export type StaffOrder = z.infer<typeof StaffOrder>;

/** '$99', or '$99, $49.50 given back' */
export function sumWords({ paid, back }: { paid: number; back: number }): string {
  const part = back > 0 && back < paid ? `, ${formatDollars(back)} given back` : '';
  return `${formatDollars(paid)}${part}`;
}

const params = z.object({ id: z.guid() });

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/staff/listing-orders',
  who: 'staff',
  rights: ['moderator', 'treasurer'],
  summary: 'Listings that were paid for, newest first, 50 at a time; the Link header leads on',
  query: z.object({ state: z._default(z.enum(['open', 'done', 'withdrawn']), 'open'), cursor: z.optional(z.guid()) }),
  answer: z.array(StaffOrder),
  problems: [],
});

export const beginListing = endpoint({
  method: 'POST',
  path: '/api/staff/listing-orders/{id}/listing',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'Begins the listing of a paid order from what the buyer sent. It waits for review, and goes to the buyer once the order is done',
  params,
  body: z.object({
    category: z.string('Please choose a category').check(z.minLength(1, 'Please choose a category'), z.maxLength(80)),
  }),
  answer: StaffOrder,
  problems: ['not_found', 'conflict', 'invalid'],
});

export const takeOverDetails = endpoint({
  method: 'POST',
  path: '/api/staff/listing-orders/{id}/take-over',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'Writes what the buyer sent into the listing that was begun before it came: into empty fields, and into those that are named',
  params,
  body: z.object({
    /** Fields that say something else already, and are to say what was sent. */
    replace: z._default(z.array(z.enum(takenFields)).check(z.maxLength(takenFields.length)), []),
    /** The version of the listing that staff saw. */
    version: z.int(),
  }),
  answer: StaffOrder,
  problems: ['not_found', 'conflict', 'invalid'],
});

export const markOrderDone = endpoint({
  method: 'POST',
  path: '/api/staff/listing-orders/{id}/done',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'Notes that a paid listing is set up, begins the Premium that comes with it, and tells who paid for it once it cannot be undone any more',
  params,
  body: z.object({
    /** The slug or the address of its page. A premium order needs it, because Premium begins there. */
    business: z.optional(z.string().check(z.trim(), z.maxLength(300, 'Please give the address of the listing'))),
    note: z.string().check(z.trim(), z.maxLength(1000, 'Please keep it under 1,000 characters')),
    /** Staff know what the listing lacks of the facts that were sent. Without it, that is told first: `fields.evenSo` has the words. */
    evenSo: z.optional(z.boolean()),
  }),
  answer: StaffOrder,
  problems: ['not_found', 'conflict', 'invalid'],
});

export const refundOrder = endpoint({
  method: 'POST',
  path: '/api/staff/listing-orders/{id}/refund',
  who: 'staff',
  rights: ['treasurer'],
  freshProof: true,
  summary: 'Gives the payment back, or a part of it; once all of it is back, the order ends',
  params,
  body: z.object({
    /** Made by the form: sending it twice gives the money back once. */
    id: z.guid(),
    /** Without it: all that is left of the payment. */
    cents: z.optional(
      z
        .number('Please enter an amount')
        .check(z.int(), z.minimum(1, 'Please enter an amount'), z.maximum(1_000_000, 'That is more than was paid')),
    ),
    reason: reasonOf(1000),
    /** The state that the question told of. With it, a refund is refused where a colleague has begun or finished the listing since. */
    seen: z.optional(z.object({ status: z.enum(['paid', 'handled']), business: z.nullable(z.guid()) })),
  }),
  answer: StaffOrder,
  problems: ['not_found', 'conflict', 'invalid', 'unavailable'],
});
