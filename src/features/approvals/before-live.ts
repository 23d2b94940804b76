import { formatDollars } from '#shared/money.ts';
import type { LookAlike, StaffBusiness } from './contract.ts';
import type { PaidOrder } from './sender-contract.ts';

/** The listings that staff look at before this one goes live beside them: each may be the same place. */
export const possibleDuplicates = ({ lookAlikes }: Pick<StaffBusiness, 'lookAlikes'>): LookAlike[] =>
  lookAlikes.filter(({ status }) => status !== 'rejected');

/** Staff have asked the sender something and know no answer yet. */
export const waitsForAnswer = ({ question }: Pick<StaffBusiness, 'question'>): boolean =>
  question !== null && question.repliedAt === null && question.changedAt === null;

/** 'name and phone number' */
export const signWords = (alike: LookAlike['alike']): string =>
  alike.map((sign) => (sign === 'phone' ? 'phone number' : sign)).join(' and ');

/** The person who answers for a new listing. */
export const senderOf = ({ owner, submitter }: Pick<StaffBusiness, 'owner' | 'submitter'>): string =>
  owner?.username ?? submitter?.username ?? 'the sender';

/** Somebody with an account has sent it in and waits. */
export const mayAsk = ({ status, owner, submitter }: Pick<StaffBusiness, 'status' | 'owner' | 'submitter'>): boolean =>
  status === 'pending' && (owner ?? submitter) !== null;

/** The parts that a listing lacks: 'address and no description'; '' for none. Those that staff begin from an order may come without. */
export function missingParts({ address, description }: Incomplete): string {
  const missing = [...(address?.trim() ? [] : ['address']), ...(description?.trim() ? [] : ['description'])];
  return missing.join(' and no ');
}
type Incomplete = Pick<StaffBusiness, 'address' | 'description'>;

/** For a badge. */
export const orderLabel = ({ ended }: PaidOrder): string => {
  if (ended === null) return 'Paid order';
  return ended.isDisputed ? 'Order disputed' : 'Order refunded';
};

/** '$49, paid by paula@example.com' */
export const paidWords = ({ cents, email }: PaidOrder): string =>
  `${formatDollars(cents)}${email ? `, paid by ${email}` : ''}`;
