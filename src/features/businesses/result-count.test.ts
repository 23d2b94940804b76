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
  [5, 3, '3 results and 2 close matches'],
  [2, 1, '1 result and 1 close match'],
  [4, 0, '0 results and 4 close matches'],
  [1001, 12, '12 results and more close matches'],
])('%i businesses, close ones from %j, are %j', (total, closeFrom, text) => {
  expect(searchCount(total, closeFrom)).toBe(text);
});
