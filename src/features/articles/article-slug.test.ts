import { expect, it } from 'vitest';
import { slugOfTitle, slugPattern } from './article-slug.ts';

it.each([
  ['Día de los Muertos!', 'dia-de-los-muertos'],
  ["The creek's back — finally", 'the-creeks-back-finally'],
  ['100 % local', '100-local'],
  ['🎉', ''],
  ['   ', ''],
])('%j gives %j', (title, slug) => {
  expect(slugOfTitle(title)).toBe(slug);
});

it('cuts a long title at a word', () => {
  const slug = slugOfTitle('word '.repeat(40));
  expect(slug.length).toBeLessThanOrEqual(80);
  expect(slug).toMatch(slugPattern);
  expect(slug.endsWith('word')).toBe(true);
});
