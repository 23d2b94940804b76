import { expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

it.each([
  ['', '', 0],
  ['taco', 'taco', 0],
  ['tacos', 'taco', 1],
  ['coffe', 'coffee', 1],
  ['garica', 'garcia', 1],
  ['resturant', 'restaurant', 1],
  ['macdonlds', 'mcdonalds', 2],
  ['pizza', 'plaza', 2],
  ['', 'abc', 3],
  ['añejo', 'anejo', 1],
])('%s and %s: %i', (a, b, slips) => {
  expect(editDistance(a, b)).toBe(slips);
  expect(editDistance(b, a)).toBe(slips);
});

it('stops counting one slip above those that matter', () => {
  expect(editDistance('garica', 'garcia', 1)).toBe(1);
  expect(editDistance('macdonlds', 'mcdonalds', 2)).toBe(2);
  expect(editDistance('macdonlds', 'mcdonalds', 1)).toBe(2);
  expect(editDistance('pharmacy', 'pizza', 2)).toBe(3);
  expect(editDistance('', 'abc', 2)).toBe(3);
});

it('compares words longer than any before', () => {
  const long = 'ab'.repeat(100);
  expect(editDistance(long, `x${long}`)).toBe(1);
});
