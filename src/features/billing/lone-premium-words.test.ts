import { expect, it } from 'vitest';
import { lonePremiumOfOwner } from './lone-premium-words.ts';

const plan = { price: '$290 a year', until: '2027-11-28T18:00:00.000Z', ends: false };

it('tells an owner of Premium that would be paid for nothing how to end it, and one who has ended it until when it runs', () => {
  expect(lonePremiumOfOwner(plan, 'UTC')).toBe(
    'This is your only listing. Your Premium, $290 a year, goes on without one, and you pay for nothing: cancel it on your dashboard. Then it ends on November 28, 2027 and is not paid again. What you have paid for until then is not given back.',
  );
  expect(lonePremiumOfOwner({ ...plan, ends: true }, 'UTC')).toBe(
    'This is your only listing. Your Premium, $290 a year, ends on November 28, 2027, and covers nothing from the hand-over on. What you have paid for until then is not given back.',
  );
  expect(lonePremiumOfOwner({ ...plan, until: null }, 'UTC')).toContain('ends on the day of its next payment');
  expect(lonePremiumOfOwner(plan, 'UTC', 'You have no listing left then.')).toMatch(
    /^You have no listing left then\. Your Premium, /,
  );
});
