/** The payment page: one payment for a listing that staff then set up. It needs no account. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

export const createPaymentIntent = endpoint({
  method: 'POST',
  path: '/api/create-payment-intent',
  who: 'anyone',
  limit: 'payment-intents',
  summary: "Begins this browser's payment for a listing, or goes on with the one it has begun",
  body: z.object({
    /** In dollars. Used for comparison only: the catalogue decides the charge. */
    amount: z.number('Please say what the plan costs'),
    /** Any text, so that an unknown plan is a 400 with its reason and not a form error. */
    plan: z.string('Please choose a plan'),
  }),
  answer: z.object({ clientSecret: z.string() }),
  problems: ['bad_request', 'conflict'],
});

const emailOrNone = z.union([
  z.literal(''),
  z.email('Please enter a valid email address').check(z.maxLength(254, 'Please enter a valid email address')),
]);

export const OrderContact = z.object({
  email: z.pipe(z.string().check(z.trim()), emailOrNone),
  businessName: z.string().check(z.trim(), z.maxLength(120, 'Please keep it under 120 characters')),
});
export type OrderContact = z.infer<typeof OrderContact>;

export const saveOrderContact = endpoint({
  method: 'PUT',
  path: '/api/listing-orders/contact',
  who: 'anyone',
  limit: 'listing-orders',
  summary: "Whom this browser's payment is for: where the receipt goes, and which business it is about",
  body: OrderContact,
  answer: z.object({ saved: z.boolean() }),
  problems: [],
});

export const settleListingOrder = endpoint({
  method: 'POST',
  path: '/api/listing-orders/settle',
  who: 'anyone',
  limit: 'listing-orders',
  summary: "Asks the payment service how this browser's payment stands",
  answer: z.object({ status: z.enum(['none', 'open', 'paid']) }),
  problems: [],
});

/**
 * Answers the same whatever happens, and mails at most once per payment, so that it cannot be used to write
 * to strangers.
 */
export const confirmListing = endpoint({
  method: 'POST',
  path: '/api/business-listing-confirmation',
  who: 'anyone',
  limit: 'listing-orders',
  summary: "Mails what happens next, once, when this browser's payment has been made; else nothing",
  body: z.object({
    email: z.string().check(z.maxLength(1000)),
    businessName: z.string().check(z.maxLength(1000)),
    plan: z.string().check(z.maxLength(1000)),
  }),
  answer: z.object({ message: z.string() }),
  status: 202,
  problems: [],
});
