/** Which features look at which of Stripe's objects, in which order. Billing itself never learns what is paid for. */
import type { StripeSyncs } from '#features/billing/server/stripe-syncs.ts';

export const stripeSyncs: StripeSyncs = {
  syncs: {
    'checkout.session': [],
    subscription: [],
    payment_intent: [],
    reversal: [],
  },
  overdue: [],
};
