import { expect, test } from 'vitest';
import { columnsFor } from './columns-for.ts';

test('cards fill their rows, or leave the fullest last row', () => {
  const chosen = (count: number) => columnsFor(count, [5, 4, 3]);
  expect([15, 10, 5, 1].map(chosen)).toEqual([5, 5, 5, 3]);
  expect([16, 12, 8].map(chosen)).toEqual([4, 4, 4]);
  expect([9, 6, 3].map(chosen)).toEqual([3, 3, 3]);
  expect([14, 13, 11, 7].map(chosen)).toEqual([5, 5, 4, 4]);
});

test('the first choice wins among equals', () => {
  expect(columnsFor(12, [3, 2])).toBe(3);
  expect(columnsFor(12, [2, 3])).toBe(2);
});
