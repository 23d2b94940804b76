import * as z from 'zod/mini';

/** Premium for all listings of an owner who has no listing left that it covers. */
export const LonePremium = z.object({
  /** '$290 a year' */
  price: z.string(),
  /** The end of the time that is paid; null: nothing is. */
  until: z.nullable(z.string()),
  /** It is canceled. */
  ends: z.boolean(),
});
export type LonePremium = z.infer<typeof LonePremium>;
