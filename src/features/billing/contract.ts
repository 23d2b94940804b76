import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

/** Called by Stripe only. Its signature is the proof, so it needs neither session nor CSRF token. */
export const stripeWebhook = endpoint({
  method: 'POST',
  path: '/api/stripe/webhook',
  who: 'anyone',
  csrf: 'none',
  summary: 'Where Stripe rings: the signed event is noted once and worked on later',
  answer: z.object({ received: z.boolean() }),
  problems: ['bad_request', 'conflict'],
});

/** The settings of the payment form. Browsers get them at run time, so one build serves every site. */
export const getPaymentConfig = endpoint({
  method: 'GET',
  path: '/api/payments',
  who: 'anyone',
  summary: "The payment service's public key and script; no key while this site takes no payments",
  answer: z.object({
    publishableKey: z.nullable(z.string()),
    /** Null means Stripe's own script from Stripe's address. */
    scriptUrl: z.nullable(z.string()),
  }),
  problems: [],
});

export const settleCheckout = endpoint({
  method: 'POST',
  path: '/api/checkout/settle',
  who: 'signed-in',
  limit: 'checkout-looks',
  summary: 'After the return from the payment page: asks the payment service how one of your own checkouts stands',
  body: z.object({ sessionId: z.string().check(z.maxLength(200)) }),
  answer: z.object({ status: z.enum(['open', 'complete', 'expired']) }),
  problems: ['not_found', 'conflict'],
});
