import { expect, test } from 'vitest';
import { type CategoryWord, countCategory, describeCategories } from './unknown-categories.ts';

function counted(given: readonly string[]): CategoryWord[] {
  const words: CategoryWord[] = [];
  for (const word of given) countCategory(words, word);
  return words;
}

test('words are counted whatever their case, and told with the most frequent first', () => {
  const words = counted(['Law firm', 'Friseur', 'FRISEUR', '', 'friseur']);
  expect(describeCategories(words, 5)).toBe('. In the file: "Friseur" 3, "Law firm" 1, none 1');
  expect(describeCategories([], 5)).toBe('');
});

test('a column that is no category is cut off: a dozen words are told, a hundred are kept', () => {
  const many = Array.from({ length: 300 }, (_, at) => `Street ${at}`);
  const words = counted([...many, 'Street 7', 'x'.repeat(500)]);
  expect(words).toHaveLength(100);
  const told = describeCategories(words, 302);
  expect(told).toMatch(/^\. In the file: "Street 7" 2, "Street 0" 1, /);
  expect(told).toMatch(/ and others$/);
  expect(told.split(',')).toHaveLength(12);
  expect(counted(['x'.repeat(500)])[0]?.word).toHaveLength(60);
});
