import { expect, it } from 'vitest';
import { nextPaymentWords } from './next-payment.ts';
import type { StaffSubscription } from './staff-contract.ts';

const plan = {
  ...{ id: 'a', status: 'active', paidThrough: '2026-12-28T12:00:00.000Z', endsAt: null, failedAt: null },
  ...{ isSample: false, isHandedOver: false, nextPrice: { cents: 2500, interval: 'month' }, discount: null },
} as StaffSubscription;
const half = { discount: { percentOff: 50, months: 3 } };
const words = (more: Partial<StaffSubscription>, credit: Parameters<typeof nextPaymentWords>[1]) =>
  nextPaymentWords([{ ...plan, ...more }], credit, 'America/Chicago').get('a');

it('names the sum that is charged next, with discount, credit and tax', () => {
  expect(words({}, { cents: 0, hasTax: false })).toBe('Next payment on December 28, 2026: $25.');
  expect(words(half, { cents: 1000, hasTax: false })).toBe(
    'Next payment on December 28, 2026: $12.50, with their discount of 50 percent. Their credit of $10 is taken off the next payment: $2.50 is left to pay.',
  );
  expect(words(half, { cents: 0, hasTax: true })).toBe(
    'Next payment on December 28, 2026: $12.50 plus tax, with their discount of 50 percent.',
  );
  expect(words({}, { cents: null, hasTax: true })).toBe(
    'Next payment on December 28, 2026: $25 plus tax. A credit may be taken off it: the payment service cannot be asked now.',
  );
});

it.each([
  ['that ends', { endsAt: '2026-12-28T12:00:00.000Z' }],
  ['whose payment is owed', { failedAt: '2026-11-28T12:00:00.000Z' }],
  ['that is handed over', { isHandedOver: true }],
  ['of the sample content', { isSample: true }],
])('says nothing of a plan %s', (_, more) => expect(words(more, { cents: 1000, hasTax: false })).toBeUndefined());

it('says nothing before the payment service has answered', () =>
  expect(words({}, { cents: undefined, hasTax: true })).toBeUndefined());
