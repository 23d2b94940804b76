/** The two listings that the payment page sells (docs/product-rules.md#prices). */
export const listingPlans = ['standard', 'premium'] as const;
export type ListingPlan = (typeof listingPlans)[number];

export const planNames: Readonly<Record<ListingPlan, string>> = { standard: 'Standard', premium: 'Premium' };

export function listingPlan(text: string): ListingPlan | undefined {
  return listingPlans.find((plan) => plan === text);
}
