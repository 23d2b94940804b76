import { expect, it } from 'vitest';
import { cleanSavedList, readSavedList, savedListPath } from './saved-list.ts';

it('reads what an address shares, each once and in its order', () => {
  expect(readSavedList('oak-bakery, fig,oak-bakery')).toEqual(['oak-bakery', 'fig']);
  expect(savedListPath(['oak-bakery', 'fig'])).toBe('/saved?list=oak-bakery,fig');
  expect(savedListPath([])).toBe('/saved');
});

it.each([
  '',
  ',,,',
  '../etc/passwd',
  '<script>alert(1)</script>',
  "';drop table",
  'Ünicode',
  '-',
  '\0',
  'a'.repeat(300),
])('drops %j', (text) => {
  expect(readSavedList(text)).toEqual([]);
  expect(readSavedList(`fig,${text}`)).toEqual(['fig']);
});

it('holds at most 60, and nothing but slugs', () => {
  expect(readSavedList(Array.from({ length: 500 }, (_, n) => `shop-${n}`).join(','))).toHaveLength(60);
  expect(cleanSavedList([1, null, { toString: () => 'fig' }, ['fig'], 'fig'])).toEqual(['fig']);
});
