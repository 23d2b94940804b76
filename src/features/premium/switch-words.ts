import { lessPercent } from '#features/billing/next-charge.ts';
import { formatDollars } from '#shared/money.ts';
import type { BillingPlan } from './contract.ts';

interface Payment {
  interval: BillingPlan['interval'];
  cents: number;
}

interface Switched {
  from: Payment;
  to: Payment;
  /** The day of the next payment. */
  day: string;
  /** The discount of staff that reaches that payment; null: none. */
  percentOff: number | null;
  /** The payment service adds a tax to it. */
  hasTax: boolean;
}

const per = { monthly: 'a month', yearly: 'a year' } as const;
const price = ({ cents, interval }: Payment) => `${formatDollars(cents)} ${per[interval]}`;
const aYear = ({ cents, interval }: Payment) => (interval === 'monthly' ? cents * 12 : cents);

/** Tells what follows from a change of Premium between month and year, before its owner says yes. */
export function switchWords({ from, to, day, percentOff, hasTax }: Switched): string {
  const tax = hasTax ? ' plus tax' : '';
  const first = `The payment of ${day} is ${formatDollars(to.cents)}${percentOff === null ? tax : ''}, for a ${to.interval === 'yearly' ? 'year' : 'month'}`;
  const less =
    percentOff === null
      ? ''
      : `, less your discount of ${percentOff} percent: ${formatDollars(lessPercent(to.cents, percentOff))}${tax}`;
  const more = aYear(to) - aYear(from);
  const year = more === 0 ? '' : `, ${formatDollars(Math.abs(more))} ${more > 0 ? 'more' : 'less'} over a year`;
  return `Until then everything stays as it is, and nothing is charged. ${first}${less}. From then on it costs ${price(to)} instead of ${price(from)}${year}.`;
}
