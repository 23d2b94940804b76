import { formatDollars } from '#shared/money.ts';
import type { Billing } from './contract.ts';

/** Credit that is taken off a plan's next payment, and what is left to pay; null left: a discount comes before it. */
interface CreditPart {
  usedCents: number;
  leftCents: number | null;
}

/** Shares a credit out over the next payments, the earliest first, as the payment service does. */
export function shareCredit(
  { plans, plan: running, notes }: Pick<Billing, 'plans' | 'plan' | 'notes'>,
  cents: number,
): Map<string, CreditPart> {
  const hasDiscount = notes.some(({ kind }) => kind === 'discount');
  const parts = new Map<string, CreditPart>();
  let left = cents;
  for (const { id, kind, cents: price, renewsAt } of plans.toSorted(byDate)) {
    if (left <= 0 || renewsAt === null || price === null) continue;
    const due = (kind === 'owner_premium' ? running?.nextCents : null) ?? price;
    const usedCents = Math.min(left, due);
    // Only the payment service knows how far a discount reaches: the first payment is named, without its rest.
    parts.set(id, hasDiscount ? { usedCents: left, leftCents: null } : { usedCents, leftCents: due - usedCents });
    left = hasDiscount ? 0 : left - usedCents;
  }
  return parts;
}

const byDate = (a: Billing['plans'][number], b: Billing['plans'][number]) =>
  (a.renewsAt ?? '').localeCompare(b.renewsAt ?? '');

/** 'Your credit of $25 is taken off the next payment: $4 is left to pay.' */
export function creditSentence(part: CreditPart | undefined): string {
  if (part === undefined) return '';
  const taken = `Your credit of ${formatDollars(part.usedCents)} is taken off the next payment`;
  if (part.leftCents === null) return `${taken}.`;
  return `${taken}: ${part.leftCents === 0 ? 'nothing' : formatDollars(part.leftCents)} is left to pay.`;
}
