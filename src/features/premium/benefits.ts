/** What premium brings, in the four lines that the dashboard and the pages around an upgrade show. */
export const premiumBenefits: readonly string[] = [
  'Priority placement in search results',
  'A place among the featured businesses on the home page',
  'An enhanced profile with logo and photos',
  'The premium badge on all of your listings',
];
