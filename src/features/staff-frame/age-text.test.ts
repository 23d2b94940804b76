import { expect, it } from 'vitest';
import { ageText, oldText } from './age-text.ts';

it.each([
  [-5, '0 min'],
  [59_000, '0 min'],
  [59 * 60_000, '59 min'],
  [3_600_000, '1 h'],
  [47.9 * 3_600_000, '47 h'],
  [48 * 3_600_000, '2 days'],
])('%d ms are %s', (ms, text) => {
  expect(ageText(ms)).toBe(text);
});

it('calls no line 0 minutes old', () => {
  expect([-5, 59_000, 60_000].map(oldText)).toEqual(['just in', 'just in', '1 min old']);
});
