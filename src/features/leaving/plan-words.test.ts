import { expect, test } from 'vitest';
import { waitingWords } from './plan-words.ts';

test('the question before a deletion names the listings that wait for staff', () => {
  expect(waitingWords({ waitingListings: [] })).toBe('');
  expect(waitingWords({ waitingListings: ['Figs'] })).toBe(
    ' Not decided on yet: Figs. It may still be listed, without an owner, unless you take it back on your dashboard first.',
  );
  expect(waitingWords({ waitingListings: ['Figs', 'Olives'] })).toContain('Figs and Olives. They may still be listed');
});
