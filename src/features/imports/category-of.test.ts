import { expect, it } from 'vitest';
import { categoryFinder } from './category-of.ts';

const finder = categoryFinder([
  { slug: 'food-dining', name: 'Food & Dining' },
  { slug: 'shopping', name: 'Shopping' },
  { slug: 'medical-services', name: 'Medical Services' },
  { slug: 'other', name: 'Other' },
]);

it.each([
  ['Food & Dining', 'food-dining'],
  ['food and dining', 'food-dining'],
  ['FOOD-DINING', 'food-dining'],
  ['Restaurants', 'food-dining'],
  ['Underwater basket weaving', null],
  ['lawyer', null],
])('%s is %s', (text, slug) => expect(finder.byName(text)).toBe(slug));

it.each([
  ['amenity=restaurant;bar', 'food-dining'],
  ['shop=anything_else', 'shopping'],
  ['healthcare=yes', 'medical-services'],
  ['amenity=bench', null],
  ['shop=no', null],
])('%s is %s', (tag, slug) => expect(finder.byOsmTag(tag)).toBe(slug));

it('knows what people call a kind of business, in a category that the site has', () => {
  const kinds: Record<string, string[]> = { Diner: ['food-dining'], Chiropractor: ['wellness', 'medical-services'] };
  const everyday = categoryFinder(
    [
      { slug: 'food-dining', name: 'Food & Dining' },
      { slug: 'medical-services', name: 'Medical Services' },
    ],
    (text) => kinds[text] ?? [],
  );
  expect(everyday.byName('Diner')).toBe('food-dining');
  expect(everyday.byName('Chiropractor')).toBe('medical-services');
  expect(everyday.byName('Sorcery')).toBeNull();
});
