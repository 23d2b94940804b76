import { expect, test } from 'vitest';
import { cutText, firstLetters, storableText } from './whole-letters.ts';

test('half a letter and NUL are not stored', () => {
  expect(storableText('a\ud83cb\udf33\0c \u{1f333}')).toBe('a\ufffdb\ufffdc \u{1f333}');
});

test('a text is not cut through a letter', () => {
  expect(['ab\u{1f333}', 'abc'].map((text) => firstLetters(text, 3))).toEqual(['ab', 'abc']);
  expect(firstLetters('ab\u{1f333}', 4)).toBe('ab\u{1f333}');
});

test('a text is cut after so many characters, never in the middle of one', () => {
  expect(cutText('a'.repeat(150), 150)).toBe('a'.repeat(150));
  expect(cutText('a'.repeat(151), 150)).toBe(`${'a'.repeat(150)}...`);
  expect(cutText(`${'a'.repeat(149)}🍰🍰`, 150)).toBe(`${'a'.repeat(149)}...`);
});
