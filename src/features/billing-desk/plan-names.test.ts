import { expect, test } from 'vitest';
import { staffPlanNames } from './plan-names.ts';

test('no plan is called staff’s own', () => {
  expect(Object.values(staffPlanNames)).toEqual(['Claim', 'Claim Premium', 'Premium for all listings']);
});
