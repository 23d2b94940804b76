/**
 * The features that sync each kind of Stripe object, in order. Billing itself does not know what is paid for.
 */
import type { StripeSyncs } from '#features/billing/server/stripe-syncs.ts';
import { followSubscription } from '#features/claims/server/follow-subscription.ts';
import { settleCheckout } from '#features/claims/server/settle-checkout.ts';
import { overdueListingOrders, syncListingOrder } from '#features/listing-orders/server/sync-order.ts';
import { overdueSubscriptions, overdueUpgrades } from '#features/premium/server/overdue.ts';
import { settleUpgrade } from '#features/premium/server/settle-upgrade.ts';
import { syncReversedSubscription, syncSubscription } from '#features/premium/server/sync-subscription.ts';

export const stripeSyncs: StripeSyncs = {
  syncs: {
    'checkout.session': [settleCheckout, settleUpgrade],
    // The row first: the later syncs read it.
    subscription: [syncSubscription, followSubscription],
    payment_intent: [syncListingOrder],
    reversal: [syncListingOrder, syncReversedSubscription],
  },
  overdue: [overdueListingOrders, overdueSubscriptions, overdueUpgrades],
};
