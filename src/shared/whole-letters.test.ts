import { expect, test } from 'vitest';
import { firstLetters, storableText } from './whole-letters.ts';

test('half a letter and NUL are not stored', () => {
  expect(storableText('a\ud83cb\udf33\0c \u{1f333}')).toBe('a\ufffdb\ufffdc \u{1f333}');
});

test('a text is not cut through a letter', () => {
  expect(['ab\u{1f333}', 'abc'].map((text) => firstLetters(text, 3))).toEqual(['ab', 'abc']);
  expect(firstLetters('ab\u{1f333}', 4)).toBe('ab\u{1f333}');
});
