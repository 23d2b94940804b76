import { expect, test } from 'vitest';
import { shortText } from './short-text.ts';

test('a text that fits stays whole, on one line', () => {
  expect(shortText(' A short\n one. ', 40)).toBe('A short one.');
});

test('ends with a sentence where one is long enough, else with a whole word', () => {
  const text = 'The gates were closed for the first time in forty years. Then the rain began in earnest.';
  expect(shortText(text, 80)).toBe('The gates were closed for the first time in forty years.');
  expect(shortText('Yes. The gates were closed for the first time in forty years, and then it rained.', 64)).toBe(
    'Yes. The gates were closed for the first time in forty years…',
  );
});

test('one endless word is cut without half a letter', () => {
  expect(shortText('😀'.repeat(50), 61)).toBe(`${'😀'.repeat(30)}…`);
});
