/**
 * The features that sync each kind of Stripe object, in order. Billing itself does not know what is paid for.
 */
import type { StripeSyncs } from '#features/billing/server/stripe-syncs.ts';
import {
  overdueSubscriptions,
  syncReversedSubscription,
  syncSubscription,
} from '#features/billing/server/sync-subscription.ts';
import { noteLostRefunds } from '#features/billing-desk/server/note-plan-refunds.ts';
import { followClaimPlan } from '#features/claims/server/follow-claim-plan.ts';
import { followSubscription } from '#features/claims/server/follow-subscription.ts';
import { settleCheckout } from '#features/claims/server/settle-checkout.ts';
import { simplifyClaims } from '#features/claims/server/simplify-claims.ts';
import { overdueListingOrders, syncListingOrder } from '#features/listing-orders/server/sync-order.ts';
import { grantPremium, grantPremiumAfterReversal } from '#features/premium/server/grant-premium.ts';
import { overdueUpgrades } from '#features/premium/server/overdue.ts';
import { settleUpgrade } from '#features/premium/server/settle-upgrade.ts';

export const stripeSyncs: StripeSyncs = {
  syncs: {
    'checkout.session': [settleCheckout, settleUpgrade],
    // The row comes first: premium and the claim read it.
    subscription: [syncSubscription, grantPremium, followClaimPlan, followSubscription, simplifyClaims],
    payment_intent: [syncListingOrder],
    // The row of a plan comes first here, too: the mail about a refund names the plan.
    reversal: [syncListingOrder, syncReversedSubscription, grantPremiumAfterReversal, noteLostRefunds],
  },
  overdue: [overdueListingOrders, overdueSubscriptions, overdueUpgrades],
};
