/** What premium costs and holds, as pages show it (specification 9). */
export const premiumPrices = {
  monthlyCents: 2900,
  yearlyCents: 29000,
  /** Against twelve single months. */
  yearlySavingCents: 12 * 2900 - 29000,
};

export const premiumFeatures = [
  'Everything in Standard',
  'Featured placement',
  'Priority in search',
  'Logo display',
  'Enhanced profile',
  'Priority support',
  'Analytics dashboard (coming soon)',
];
