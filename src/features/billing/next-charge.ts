/** The sum of a plan's next payment, with discount, credit and tax: the same for its owner and for staff. */
import { formatDollars } from '#shared/money.ts';

interface DuePayment {
  id: string;
  /** The day; null: it is due with the approval of a claim, and nobody knows that day. */
  at: string | null;
  /** The price; null: not known. */
  cents: number | null;
  percentOff: number | null;
}

/** The part that comes from the credit, and the rest to pay. */
interface CreditPart {
  usedCents: number;
  /** Null: the payment service adds a tax, which the credit pays for, too. 'unsure': another payment may be due before this one. */
  leftCents: number | 'unsure' | null;
}

export interface NextCharge {
  /** The price, less the discount. */
  dueCents: number;
  /** Null: there is no credit for it. */
  credit: CreditPart | null;
}

export interface Credit {
  cents: number;
  /** The payment service adds a tax to what is due, which only it knows. */
  hasTax: boolean;
}

export const lessPercent = (cents: number, percentOff: number | null): number =>
  cents - Math.round((cents * (percentOff ?? 0)) / 100);

/** Shares a credit out over the next payments, the earliest first, as the payment service does; it takes a discount off before. */
export function nextCharges(payments: readonly DuePayment[], { cents, hasTax }: Credit): Map<string, NextCharge> {
  const due = payments
    .flatMap(({ id, at, cents: price, percentOff }) =>
      price === null ? [] : [{ id, at, dueCents: lessPercent(price, percentOff) }],
    )
    .toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''));
  const isUnsure = due.length > 1 && due.some(({ at }) => at === null);
  let left = cents;
  return new Map(
    due.map(({ id, dueCents }): [string, NextCharge] => {
      if (left <= 0 || dueCents === 0) return [id, { dueCents, credit: null }];
      if (isUnsure) return [id, { dueCents, credit: { usedCents: cents, leftCents: 'unsure' } }];
      // Only the payment service knows how much a tax leaves of the credit for the next payment.
      const usedCents = hasTax ? left : Math.min(left, dueCents);
      const credit = { usedCents, leftCents: hasTax ? null : dueCents - usedCents };
      left -= usedCents;
      return [id, { dueCents, credit }];
    }),
  );
}

type Whose = 'your' | 'their';

/** ': $12.50 plus tax, with your discount of 50 percent'; empty where the price says it all. */
export function sumWords(
  { cents, percentOff, hasTax }: { cents: number | null; percentOff: number | null; hasTax: boolean },
  whose: Whose = 'your',
): string {
  if (cents === null || (percentOff === null && !hasTax)) return '';
  const discount = percentOff === null ? '' : `, with ${whose} discount of ${percentOff} percent`;
  return `: ${formatDollars(lessPercent(cents, percentOff))}${hasTax ? ' plus tax' : ''}${discount}`;
}

/** 'Your credit of $25 is taken off the next payment: $4 is left to pay.'; empty: there is none */
export function creditSentence(charge: NextCharge | undefined, whose: Whose = 'your'): string {
  if (!charge?.credit) return '';
  const { usedCents, leftCents } = charge.credit;
  const credit = `${whose === 'your' ? 'Your' : 'Their'} credit of ${formatDollars(usedCents)}`;
  if (leftCents === 'unsure') return `${credit} pays for whatever is due first.`;
  if (leftCents === null)
    return `${credit} pays first, and ${whose} card is charged what it does not cover, tax included.`;
  return `${credit} is taken off the next payment: ${leftCents === 0 ? 'nothing' : formatDollars(leftCents)} is left to pay.`;
}
