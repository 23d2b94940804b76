/** Prices of premium in numbers (docs/product-rules.md#prices). */
import type { Prices } from '#shared/prices.ts';

export function premiumPrices({ premiumMonth: monthlyCents, premiumYear: yearlyCents }: Prices) {
  // Compared with twelve single months.
  return { monthlyCents, yearlyCents, yearlySavingCents: 12 * monthlyCents - yearlyCents };
}
