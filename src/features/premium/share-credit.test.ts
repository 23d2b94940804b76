import { expect, it } from 'vitest';
import { creditSentence } from '#features/billing/next-charge.ts';
import type { Billing, OwnPlan } from './contract.ts';
import { shareCredit } from './share-credit.ts';

const plan = (id: string, cents: number, renewsAt: string | null, kind: OwnPlan['kind'] = 'claim_standard') =>
  ({ id, cents, renewsAt, kind, percentOff: null }) as OwnPlan;
const claim = plan('claim', 2500, '2026-12-27T10:00:00.000Z');
const premium = plan('premium', 2900, '2026-12-28T10:00:00.000Z', 'owner_premium');
const share = (cents: number, { hasTax = false, ...more }: Partial<Billing> & { hasTax?: boolean } = {}) => {
  const charges = shareCredit({ plans: [premium, claim], plan: null, ...more }, { cents, hasTax });
  return ['claim', 'premium'].map((id) => creditSentence(charges.get(id)));
};
const taken = (sum: string, left: string) =>
  `Your credit of ${sum} is taken off the next payment: ${left} is left to pay.`;

it('takes a credit off the payments, the earliest first', () => {
  expect(share(0)).toEqual(['', '']);
  expect(share(1000)).toEqual([taken('$10', '$15'), '']);
  expect(share(2500)).toEqual([taken('$25', 'nothing'), '']);
  expect(share(3000)).toEqual([taken('$25', 'nothing'), taken('$5', '$24')]);
});

it('leaves out what is not paid again, and counts the price from the next period on', () => {
  expect(share(1000, { plans: [{ ...claim, renewsAt: null, endsAt: '2026-12-27' }, premium] })).toEqual([
    '',
    taken('$10', '$19'),
  ]);
  const year = { nextCents: 29_000 } as Billing['plan'];
  expect(share(1000, { plans: [premium], plan: year })).toEqual(['', taken('$10', '$280')]);
});

it('counts a claim that waits for its approval, and names no rest where something else may be due before it', () => {
  const waiting = { ...claim, renewsAt: null, endsAt: null, handedOverBy: null, isOwed: false };
  expect(share(600, { plans: [waiting] })).toEqual([taken('$6', '$19'), '']);
  const unsure = 'Your credit of $6 pays for whatever is due first.';
  expect(share(600, { plans: [premium, waiting] })).toEqual([unsure, unsure]);
  expect(share(600, { plans: [premium, { ...waiting, isOwed: true }] })).toEqual(['', taken('$6', '$23')]);
});

it('takes a discount off before the credit, and leaves the credit for the payment that it reaches', () => {
  const half = { ...claim, percentOff: 50 };
  expect(share(1000, { plans: [premium, half] })).toEqual([taken('$10', '$2.50'), '']);
  expect(share(2000, { plans: [premium, half] })).toEqual([taken('$12.50', 'nothing'), taken('$7.50', '$21.50')]);
  expect(share(1000, { plans: [premium, { ...claim, percentOff: 100 }] })).toEqual(['', taken('$10', '$19')]);
});

it('names no rest where the payment service adds a tax', () => {
  const first = 'Your credit of $30 pays first, and your card is charged what it does not cover, tax included.';
  expect(share(3000, { hasTax: true })).toEqual([first, '']);
});
