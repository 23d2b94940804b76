/** The payment page: one payment for a listing that staff then set up. It needs no account. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { OrderDetails, saysSomething } from './details-fields.ts';
import { listingPlans } from './plans.ts';

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
  answer: z.object({
    clientSecret: z.string(),
    /** A listing that this browser has paid and that is not set up yet: another payment would be for a second one. */
    waiting: z.optional(
      z.object({
        plan: z.enum(listingPlans),
        businessName: z.nullable(z.string()),
        /** For the link to its page. */
        order: z.string(),
      }),
    ),
  }),
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
  body: z.extend(OrderContact, {
    /** The client secret of the page's own payment: another window may have begun another one since. */
    payment: z.optional(z.string().check(z.maxLength(300))),
  }),
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
  summary:
    "Mails receipt and what happens next when this browser's payment has been made and nothing has said so yet; else nothing",
  body: z.object({
    email: z.string().check(z.maxLength(1000)),
    businessName: z.string().check(z.maxLength(1000)),
    plan: z.string().check(z.maxLength(1000)),
  }),
  answer: z.object({ message: z.string() }),
  status: 202,
  problems: [],
});

/** The order and its signature, as the mailed link names them; '' for the order of this browser. */
const OrderProof = z._default(z.string().check(z.maxLength(200)), '');

export const getListingDetails = endpoint({
  method: 'GET',
  path: '/api/listing-orders/details',
  who: 'anyone',
  limit: 'listing-order-looks',
  summary: "What was sent for a paid listing: by the mailed link, or this browser's own",
  query: z.object({ order: OrderProof }),
  answer: z.object({
    id: z.string(),
    plan: z.enum(listingPlans),
    amountCents: z.int(),
    businessName: z.nullable(z.string()),
    /** 'waits': staff have not set it up yet; 'ended': the money went back. */
    state: z.enum(['waits', 'set-up', 'ended']),
    details: z.nullable(OrderDetails),
    /** 'Still missing: the address, and the opening hours.' '' when nothing is, or nothing was sent yet. */
    missing: z.string(),
    /** We know where to write to. */
    hasEmail: z.boolean(),
    /** The address of the receipt, for the browser that paid; null by the mailed link, which its reader may have passed on. */
    receiptTo: z.nullable(z.string()),
    sentAt: z.nullable(z.string()),
    /** The listing that staff made, once it is set up and public. */
    listing: z.nullable(z.object({ slug: z.string(), name: z.string() })),
    /** It was made for this order and nobody has it: who signs in with this link makes it theirs. */
    mayTake: z.boolean(),
  }),
  problems: ['not_found'],
});

export const takeOrderedListing = endpoint({
  method: 'POST',
  path: '/api/listing-orders/listing',
  who: 'signed-in',
  limit: 'listing-orders',
  summary: 'Makes the listing of an order the own one: by the mailed link, or in the browser that paid',
  body: z.object({ order: OrderProof }),
  answer: z.object({ message: z.string() }),
  problems: ['not_found', 'conflict'],
});

export const listOwnOrders = endpoint({
  method: 'GET',
  path: '/api/user/listing-orders',
  who: 'signed-in',
  summary: 'Own paid listings that staff have not set up yet',
  answer: z.array(
    z.object({
      id: z.string(),
      plan: z.enum(listingPlans),
      businessName: z.nullable(z.string()),
      /** The buyer has sent the facts for it. */
      isSent: z.boolean(),
      dueAt: z.nullable(z.string()),
      /** For the link to the page that asks for it. */
      order: z.string(),
    }),
  ),
  problems: [],
});

/** `email`: asked of who gave none while paying; an address that is known does not change. */
export const DetailsForm = z
  .extend(OrderDetails, {
    order: OrderProof,
    email: z._default(OrderContact.shape.email, ''),
  })
  .check(
    z.refine(saysSomething, {
      path: ['about'],
      message: 'Please write at least one line: what you do, where you are, or when you are open',
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  );

export const sendListingDetails = endpoint({
  method: 'PUT',
  path: '/api/listing-orders/details',
  who: 'anyone',
  limit: 'listing-orders',
  summary: 'Sends what a paid listing is to be made from; sent again, it replaces what was sent before',
  body: DetailsForm,
  answer: z.object({ message: z.string() }),
  problems: ['not_found', 'conflict'],
});

export const detailsSentMessage =
  'Thank you, we have it. We write your listing from this, and send an email when it is set up. Until then you can change it here.';
