import { expect, it } from 'vitest';
import { gapBefore, laterWords, paymentOf } from './claim-change.ts';
import type { OwnPlan } from './contract.ts';

const timeZone = 'UTC';
const premium = (endsAt: string | null) => ({ kind: 'owner_premium', endsAt }) as OwnPlan;
const gap = (endsAt: string | null) =>
  gapBefore({ plans: [premium(endsAt)], prepaid: [], notes: [] }, { from: '2027-12-10T12:00:00.000Z', timeZone });

it('names the end of Premium for all listings, and the day from which on the claim can change', () => {
  const later = { coveredUntil: '2027-11-28T12:00:00.000Z', from: '2027-11-10T12:00:00.000Z' };
  expect(laterWords(later, timeZone)).toBe(
    'Premium for all your listings covers this one until November 28, 2027, so Claim Premium would add nothing before. From November 10, 2027 on you can switch to it here: it then begins with the payment after that day.',
  );
  const sameDay = { coveredUntil: '2027-11-28T12:20:00.000Z', from: '2027-11-28T12:00:00.000Z' };
  expect(laterWords(sameDay, timeZone)).toBe(
    'Premium for all your listings covers this one until November 28, 2027, so Claim Premium would add nothing before. Once that Premium has ended, you can switch to it here.',
  );
});

it('names the days between that end and the first payment of Claim Premium', () => {
  const off = 'If you keep that Premium after all, this change is off.';
  expect(gap('2027-11-28T12:00:00.000Z')).toBe(
    `Premium for all your listings ends on November 28, 2027, and from then until December 10, 2027 this one has no Premium from it. ${off}`,
  );
  expect(gap('2027-12-10T08:00:00.000Z')).toBe(`Premium for all your listings ends on December 10, 2027. ${off}`);
  expect([gap(null), gap('2028-01-01T08:00:00.000Z')]).toEqual(['', '']);
});

it('names the payment at the new price, with discount and tax', () => {
  const payment = { cents: 5000, day: 'December 28', hasTax: true };
  const before = { cents: 2500, percentOff: null, isUnpaid: false };
  const first = 'The payment of December 28 is the first at the new price, $50 a month instead of $25';
  expect(paymentOf(before, { ...payment, hasTax: false })).toBe(`${first}.`);
  expect(paymentOf(before, payment)).toBe(`${first}, plus tax.`);
  expect(paymentOf({ ...before, percentOff: 20 }, payment)).toBe(
    `${first}, less your discount of 20 percent: $40 plus tax.`,
  );
});
