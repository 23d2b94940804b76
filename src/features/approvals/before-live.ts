import { sumWords } from '#features/listing-orders/staff-contract.ts';
import type { LookAlike, StaffBusiness } from './contract.ts';
import type { PaidOrder } from './sender-contract.ts';

const inAnd = new Intl.ListFormat('en-US');

/** The listings that staff look at before this one goes live beside them: each may be the same place. */
export const possibleDuplicates = ({ lookAlikes }: Pick<StaffBusiness, 'lookAlikes'>): LookAlike[] =>
  lookAlikes.filter(({ status }) => status !== 'rejected');

/** Staff have asked the sender something and know no answer yet. */
export const waitsForAnswer = ({ question }: Pick<StaffBusiness, 'question'>): boolean =>
  question !== null && question.repliedAt === null && question.changedAt === null;

/** 'name and phone number' */
export const signWords = (alike: LookAlike['alike']): string =>
  inAnd.format(alike.map((sign) => (sign === 'phone' ? 'phone number' : sign)));

type Looks = Record<'address' | 'phone', string | null | undefined> & { name: string };

/** The values that two listings have in common, letter by letter. The server, which knows other spellings, says it of listings it has compared. */
export function commonSigns(one: Looks, other: Looks): LookAlike['alike'] {
  const keys = ({ name, address, phone }: Looks) => ({
    name: name.trim().toLowerCase(),
    address: address?.trim().toLowerCase() ?? '',
    phone: phone?.replace(/\D/g, '').slice(-10) ?? '',
  });
  const [mine, theirs] = [keys(one), keys(other)];
  return (['name', 'address', 'phone'] as const).filter((sign) => mine[sign] !== '' && mine[sign] === theirs[sign]);
}

/** Says what visitors see of the other listing. */
const seenWords = {
  approved: 'Visitors find it: if you go on, they find both.',
  pending: 'It waits for approval: visitors do not see it.',
  hidden: 'It is hidden: visitors do not see it.',
  rejected: 'It is rejected: visitors do not see it.',
} as const;

/** 'Same name and phone number. It waits for approval: visitors do not see it.' */
export function twinWords(alike: LookAlike['alike'], status: LookAlike['status']): string {
  return `${alike.length === 0 ? 'Much alike' : `Same ${signWords(alike)}`}. ${seenWords[status]}`;
}

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
export const paidWords = ({ cents, paidCents = cents, backCents = 0, email }: PaidOrder): string =>
  `${sumWords({ paid: paidCents, back: backCents })}${email ? `, paid by ${email}` : ''}`;
