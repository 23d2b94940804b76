/** Prices of premium in numbers (docs/product-rules.md#prices). */
import { catalogue } from './catalogue.ts';

const monthlyCents = catalogue.owner_premium_month.cents;
const yearlyCents = catalogue.owner_premium_year.cents;

export const premiumPrices = {
  monthlyCents,
  yearlyCents,
  /** Compared with twelve single months. */
  yearlySavingCents: 12 * monthlyCents - yearlyCents,
};
