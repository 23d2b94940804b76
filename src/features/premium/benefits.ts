/** The benefits of premium in four lines, for the dashboard and the pages around an upgrade. */
export const premiumBenefits: readonly string[] = [
  'Priority placement in search results',
  'A place among the featured businesses on the home page',
  'An enhanced profile with logo and photos',
  'The premium badge on all of your listings',
];
