import { formatDollars } from '#shared/money.ts';
import { maxCents, minCents, type PriceName, type Prices } from '#shared/prices.ts';

/** The amounts with their words, in the order of the screen. */
export const priceFields: readonly { name: PriceName; label: string; help: string }[] = [
  { name: 'claim', label: 'Claim, a month', help: '0 is allowed: then a claim needs proof and no card.' },
  { name: 'claimPremium', label: 'Claim Premium, a month', help: 'Claim and Premium in one, for one listing.' },
  { name: 'premiumMonth', label: 'Premium, a month', help: 'For all listings of an account.' },
  { name: 'premiumYear', label: 'Premium, a year', help: 'The same, paid once a year.' },
  { name: 'listing', label: 'Done for you, Standard', help: 'Paid once, on the checkout page.' },
  { name: 'listingPremium', label: 'Done for you, Premium', help: 'Paid once, with Premium for the first months.' },
];

/** '$1,025.50' and '1025.5' are 102550 cents; null for anything that is no amount. */
export function readDollars(text: string): number | null {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(',', '');
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}

/** 2550 is '25.50', as it is typed into a field. */
export const writeDollars = (cents: number): string => (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);

/** Names amounts that are allowed and read oddly. */
export function priceHints({
  claim,
  claimPremium,
  premiumMonth,
  premiumYear,
  listing,
  listingPremium,
}: Prices): string[] {
  return [
    ...(premiumYear > 12 * premiumMonth ? ['A year of Premium costs more than twelve months.'] : []),
    ...(premiumYear < premiumMonth ? ['A year of Premium costs less than a month.'] : []),
    ...(claimPremium < claim ? ['Claim Premium costs less than the claim alone.'] : []),
    ...(listingPremium < listing ? ['The Premium listing costs less than the Standard one.'] : []),
  ];
}

/** Tells whether an amount becomes more than twice or less than half of what it was: a slip of the comma looks so. One that is refused anyway does not count. */
export const isLeap = (before: Prices, after: Prices): boolean =>
  priceFields.some(({ name }) => {
    const cents = after[name];
    const isAllowed = (cents >= minCents && cents <= maxCents) || (name === 'claim' && cents === 0);
    return isAllowed && (cents > 2 * before[name] || 2 * cents < before[name]);
  });

/** Every amount that changes: 'Premium, a month: $29 → $2,900'. */
export const priceChanges = (before: Prices, after: Prices): string[] =>
  priceFields
    .filter(({ name }) => after[name] !== before[name])
    .map(({ name, label }) => `${label}: ${formatDollars(before[name])} → ${formatDollars(after[name])}`);
