/** The first month of a claim: a credit of the claimant pays for it before the card does. */
import { formatDollars } from '#shared/money.ts';

/** The part of a claim's first month that is left for the card. */
export const cardCents = (amountCents: number, creditCents: number) => Math.max(0, amountCents - creditCents);

interface FirstCharge {
  amountCents: number;
  creditCents: number;
  /** The payment service adds a tax, which only it knows. */
  hasTax: boolean;
}

/** 'Your credit pays $6 of it, and your card is charged $19.'; empty: there is no credit */
export function creditPays(
  { amountCents, creditCents, hasTax }: FirstCharge,
  whose: 'your' | 'their' = 'your',
): string {
  if (creditCents === 0) return '';
  if (hasTax) {
    const credit = `${whose === 'your' ? 'Your' : 'Their'} credit of ${formatDollars(creditCents)}`;
    return `${credit} pays first, and ${whose} card is charged what it does not cover, tax included.`;
  }
  const left = cardCents(amountCents, creditCents);
  const credit = `${whose === 'your' ? 'Your' : 'Their'} credit pays`;
  if (left === 0) return `${credit} for all of it: ${whose} card is not charged.`;
  return `${credit} ${formatDollars(creditCents)} of it, and ${whose} card is charged ${formatDollars(left)}.`;
}
