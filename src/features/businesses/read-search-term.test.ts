import { expect, test } from 'vitest';
import { readSearchTerm } from './contract.ts';

test.each([
  ['  pizza\u0000 oven\n', 'pizza  oven'],
  ['', ''],
  ['\u0000\u0007 \u009f', ''],
  ['\u200b\u00ad\ufeff\u3000', ''],
  ['!', '!'],
  ['🌮', '🌮'],
  [`${'a'.repeat(199)}🌮`, 'a'.repeat(199)],
])('%j is a search for %j', (typed, term) => {
  expect(readSearchTerm(typed)).toBe(term);
});
