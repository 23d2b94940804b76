import { formatDollars } from '#shared/money.ts';
import type { Billing } from './contract.ts';

/** Credit that is taken off a plan's next payment, and what is left to pay. */
interface CreditPart {
  usedCents: number;
  /** Null: a discount comes before it. 'unsure': another payment may be due before this one. */
  leftCents: number | 'unsure' | null;
}

/** A claim in review is due with its approval, and nobody knows that day. */
const waitsForApproval = ({ kind, renewsAt, endsAt, isOwed, handedOverBy }: Billing['plans'][number]) =>
  kind !== 'owner_premium' && renewsAt === null && endsAt === null && handedOverBy === null && !isOwed;

/** Shares a credit out over the next payments, the earliest first, as the payment service does. */
export function shareCredit(
  { plans, plan: running, notes }: Pick<Billing, 'plans' | 'plan' | 'notes'>,
  cents: number,
): Map<string, CreditPart> {
  const hasDiscount = notes.some(({ kind }) => kind === 'discount');
  const parts = new Map<string, CreditPart>();
  const dated = plans.filter(({ renewsAt, cents: price }) => renewsAt !== null && price !== null).toSorted(byDate);
  const waiting = plans.filter(waitsForApproval);
  const due = [...waiting, ...dated];
  if (cents > 0 && waiting.length > 0 && due.length > 1) {
    return new Map(due.map(({ id }) => [id, { usedCents: cents, leftCents: 'unsure' }]));
  }
  let left = cents;
  for (const { id, kind, cents: price, next } of due) {
    if (left <= 0 || price === null) continue;
    const dueCents = (kind === 'owner_premium' ? running?.nextCents : next?.cents) ?? price;
    const usedCents = Math.min(left, dueCents);
    // Only the payment service knows how far a discount reaches: the first payment is named, without its rest.
    parts.set(id, hasDiscount ? { usedCents: left, leftCents: null } : { usedCents, leftCents: dueCents - usedCents });
    left = hasDiscount ? 0 : left - usedCents;
  }
  return parts;
}

const byDate = (a: Billing['plans'][number], b: Billing['plans'][number]) =>
  (a.renewsAt ?? '').localeCompare(b.renewsAt ?? '');

/** 'Your credit of $25 is taken off the next payment: $4 is left to pay.' */
export function creditSentence(part: CreditPart | undefined): string {
  if (part === undefined) return '';
  if (part.leftCents === 'unsure')
    return `Your credit of ${formatDollars(part.usedCents)} pays for whatever is due first.`;
  const taken = `Your credit of ${formatDollars(part.usedCents)} is taken off the next payment`;
  if (part.leftCents === null) return `${taken}.`;
  return `${taken}: ${part.leftCents === 0 ? 'nothing' : formatDollars(part.leftCents)} is left to pay.`;
}
