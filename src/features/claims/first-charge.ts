/** The first month of a claim: a credit of the claimant pays for it before the card does. */
import { formatDollars } from '#shared/money.ts';

/** The part of a claim's first month that is left for the card. */
export const cardCents = (amountCents: number, creditCents: number) => Math.max(0, amountCents - creditCents);

/** 'Your credit pays $6 of it, and your card is charged $19.'; empty: there is no credit */
export function creditPays(amountCents: number, creditCents: number, whose: 'your' | 'their' = 'your'): string {
  if (creditCents === 0) return '';
  const left = cardCents(amountCents, creditCents);
  const credit = `${whose === 'your' ? 'Your' : 'Their'} credit pays`;
  if (left === 0) return `${credit} for all of it: ${whose} card is not charged.`;
  return `${credit} ${formatDollars(creditCents)} of it, and ${whose} card is charged ${formatDollars(left)}.`;
}
