/** The sum that each plan of a person is charged next, as its owner reads it on the dashboard. */
import { creditSentence, lessPercent, nextCharges, sumWords } from '#features/billing/next-charge.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import type { StaffSubscription } from './staff-contract.ts';

/** A day is known on which a card is charged. */
export const hasNextPayment = ({
  status,
  paidThrough,
  endsAt,
  failedAt,
  isSample,
  isHandedOver,
}: StaffSubscription): boolean =>
  status === 'active' && paidThrough !== null && endsAt === null && failedAt === null && !isSample && !isHandedOver;

/** A claim in review is due with its approval. */
const waits = ({ status, paidThrough, endsAt, failedAt, isSample }: StaffSubscription) =>
  status === 'trialing' && paidThrough === null && endsAt === null && failedAt === null && !isSample;

interface Known {
  /** The credit. Null: the payment service could not be asked; undefined: its answer is not there yet, and nothing is said. */
  cents: number | null | undefined;
  hasTax: boolean;
}

export function nextPaymentWords(
  subscriptions: readonly StaffSubscription[],
  { cents: credit, hasTax }: Known,
  timeZone: string,
): Map<string, string> {
  if (credit === undefined) return new Map();
  const due = subscriptions.filter((one) => hasNextPayment(one) || waits(one));
  const payments = due.map(({ id, paidThrough, nextPrice, discount }) => ({
    ...{ id, at: paidThrough, cents: nextPrice?.cents ?? null, percentOff: discount?.percentOff ?? null },
  }));
  const charges = nextCharges(payments, { cents: credit ?? 0, hasTax });
  const unknown = credit === null ? 'A credit may be taken off it: the payment service cannot be asked now.' : '';
  return new Map(
    payments.flatMap(({ id, at, cents, percentOff }) => {
      if (at === null || cents === null) return [];
      const words = sumWords({ cents, percentOff, hasTax }, 'their');
      const sum = words === '' ? `: ${formatDollars(lessPercent(cents, percentOff))}` : words;
      const next = `Next payment on ${formatDate(at, timeZone)}${sum}.`;
      return [[id, [next, creditSentence(charges.get(id), 'their'), unknown].filter(Boolean).join(' ')]];
    }),
  );
}
