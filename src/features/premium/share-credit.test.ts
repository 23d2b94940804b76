import { expect, it } from 'vitest';
import type { Billing, MoneyNote, OwnPlan } from './contract.ts';
import { creditSentence, shareCredit } from './share-credit.ts';

const plan = (id: string, cents: number, renewsAt: string | null, kind: OwnPlan['kind'] = 'claim_standard') =>
  ({ id, cents, renewsAt, kind }) as OwnPlan;
const claim = plan('claim', 2500, '2026-12-27T10:00:00.000Z');
const premium = plan('premium', 2900, '2026-12-28T10:00:00.000Z', 'owner_premium');
const share = (cents: number, more: Partial<Billing> = {}) => {
  const parts = shareCredit({ plans: [premium, claim], plan: null, notes: [], ...more }, cents);
  return ['claim', 'premium'].map((id) => creditSentence(parts.get(id)));
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
  expect(share(1000, { plans: [{ ...claim, renewsAt: null }, premium] })).toEqual(['', taken('$10', '$19')]);
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

it('names no rest beside a discount, which the payment service takes off first', () => {
  const notes = [{ kind: 'discount' } as MoneyNote];
  expect(share(1000, { notes })).toEqual(['Your credit of $10 is taken off the next payment.', '']);
});
