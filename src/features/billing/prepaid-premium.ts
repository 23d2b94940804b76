import * as z from 'zod/mini';

/** Premium of one listing that was paid for together with its setup. */
export const PrepaidPremium = z.object({
  /** The order. */
  id: z.string(),
  business: z.string(),
  businessId: z.string(),
  endsAt: z.string(),
});
export type PrepaidPremium = z.infer<typeof PrepaidPremium>;
