import { expect, test } from 'vitest';
import { givenPlanName, staffPlanNames } from './plan-names.ts';

test('no plan is called staff’s own', () => {
  expect(Object.values(staffPlanNames)).toEqual(['Claim', 'Claim Premium', 'Premium for all listings']);
});

test('a plan without a card is called by who pays', () => {
  expect([givenPlanName('cash', 29_000), givenPlanName('complimentary', null)]).toEqual([
    'Premium, $290 in cash or by check',
    'Complimentary Premium',
  ]);
});
