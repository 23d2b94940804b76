import { expect, test } from 'vitest';
import { countSentence } from './count-sentence.ts';

type Status = Parameters<typeof countSentence>[0][number]['status'];

test.each([
  [['approved'], 'You have 1 business in the directory.'],
  [['approved', 'approved', 'rejected'], 'You have 2 businesses in the directory.'],
  [['pending'], '1 business, waiting for review.'],
  [['pending', 'pending'], '2 businesses, waiting for review.'],
  [['approved', 'pending'], 'You have 1 business in the directory. 1 more is waiting for review.'],
  [['approved', 'hidden', 'hidden'], 'You have 1 business in the directory. 2 more are hidden from visitors.'],
  [['hidden'], '1 business is hidden from visitors.'],
  [['rejected'], null],
] as [Status[], string | null][])('%j: %s', (states, text) => {
  expect(countSentence(states.map((status) => ({ status })))).toBe(text);
});
