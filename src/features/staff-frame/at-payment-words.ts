/** The payment pages that a person has open. */
export interface AtPayment {
  /** The names of the listings. */
  claims: readonly string[];
  premium: number;
  listings: number;
}

const maxNames = 5;
const inWords = new Intl.ListFormat('en-US');

function payments(count: number, one: string, several: string): string[] {
  if (count === 0) return [];
  return [count === 1 ? `a payment for ${one}` : `${count} payments for ${several}`];
}

/** The consequence of a ban for what a person has not paid for yet. */
export function atPaymentWords({ claims, premium, listings }: AtPayment): string {
  const more = claims.length - maxNames;
  const open = [
    ...claims.slice(0, maxNames).map((name) => `the claim on ${name}`),
    ...(more > 0 ? [`${more} more claim${more === 1 ? '' : 's'}`] : []),
    ...payments(premium, 'Premium', 'Premium'),
    ...payments(listings, 'a listing', 'listings'),
  ];
  const late = 'What they pay in this very moment goes back to the card.';
  if (open.length === 0) return `Nothing of theirs is at the payment page. ${late}`;
  return `Still at the payment page: ${inWords.format(open)}. This ends with the ban and charges nothing; an undo does not bring it back, and they begin anew. ${late}`;
}
