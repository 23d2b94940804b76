/** The two listings that the payment page sells (docs/product-rules.md#prices). */
export const listingPlans = ['standard', 'premium'] as const;
export type ListingPlan = (typeof listingPlans)[number];

export const planNames: Readonly<Record<ListingPlan, string>> = { standard: 'Standard', premium: 'Premium' };

export function listingPlan(text: string): ListingPlan | undefined {
  return listingPlans.find((plan) => plan === text);
}

/** The number by which buyer and staff call an order, such as '7C01D4EA'. The end of the id: the beginning is the same for all of a minute. */
export const orderNumber = (id: string): string => id.slice(-8).toUpperCase();
