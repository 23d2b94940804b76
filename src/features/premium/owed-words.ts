import { describePrice } from '#features/billing/price-story.ts';
import type { Prices } from '#shared/prices.ts';
import type { OwnPlan } from './contract.ts';
import { describePlan } from './plan-words.ts';

/** 'It is for Claim Premium: Figs, $50 a month.' A credit may pay a part, and only the payment service knows how much. */
export function owedFor(plan: OwnPlan): string {
  const less = plan.percentOff === null ? '' : `, less your discount of ${plan.percentOff} percent`;
  return `It is for ${describePlan(plan)}${less}.`;
}

/** Sentences beside an upgrade about each Claim Premium that waits for its payment: once it is paid, it becomes the cheaper claim. */
export function waitingClaims(plans: readonly OwnPlan[], prices: Prices): string[] {
  // A claim that costs nothing has no plan to become.
  if (prices.claim === 0) return [];
  return plans.flatMap((plan) =>
    plan.kind === 'claim_premium' && plan.isOwed && (plan.cents ?? 0) > prices.claim
      ? [
          `${describePlan(plan)}, still waits for its payment. With this upgrade it becomes Claim, ${describePrice(prices, 'claim')}, once that is paid, and what you have paid beyond that is taken off your next bill.`,
        ]
      : [],
  );
}
