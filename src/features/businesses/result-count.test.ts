import { expect, test } from 'vitest';
import { resultCount, searchCount } from './result-count.ts';

test.each([
  [0, '0 results'],
  [1, '1 result'],
  [12, '12 results'],
  [1000, '1,000 results'],
  [1001, '1,000+ results'],
])('%i businesses are %j', (total, text) => {
  expect(resultCount(total)).toBe(text);
});

test.each([
  [5, null, '5 results'],
  [5, 3, '5 results, 2 of them close matches'],
  [2, 1, '2 results, 1 of them a close match'],
  [4, 0, '4 results, all close matches'],
  [1001, 12, resultCount(1001)],
  [1, 0, '1 result, a close match'],
])('%i businesses, close ones from %j, are %j', (total, closeFrom, text) => {
  expect(searchCount(total, closeFrom)).toBe(text);
});

test('a total and close matches of two answers are not counted together', () => {
  expect(searchCount(5, 3, false)).toBe('5 results');
});
