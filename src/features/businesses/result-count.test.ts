import { expect, test } from 'vitest';
import { resultCount } from './result-count.ts';

test.each([
  [0, '0 results'],
  [1, '1 result'],
  [12, '12 results'],
  [1000, '1,000 results'],
  [1001, '1,000+ results'],
])('%i businesses are %j', (total, text) => {
  expect(resultCount(total)).toBe(text);
});
