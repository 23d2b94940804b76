import { expect, it } from 'vitest';
import { discoverTiles } from './discover-tiles.ts';

const targets = { thingsToDo: '/events', placesToStay: null };
const category = (slug: string, name: string) => ({ slug, name });
const labels = (...categories: { slug: string; name: string }[]) =>
  discoverTiles(targets, categories).map(({ label }) => label);
const rest = ['Services', 'Things to Do', 'Places to Stay', 'Real Estate'];

it('calls a tile as its category is called now', () => {
  const shopping = category('shopping', 'Shopping');
  expect(labels(category('food-dining', 'Food & Dining'), shopping)).toEqual(['Food & Dining', 'Shopping', ...rest]);
  expect(labels(category('food-dining', 'Food & Drink'), shopping)).toEqual(['Food & Drink', 'Shopping', ...rest]);
});

it('keeps its words without such a category, and leads into the directory then', () => {
  expect(labels()).toEqual(['Food & Dining', 'Shopping', ...rest]);
  expect(discoverTiles(targets, [])[0]?.to).toBe('/directory');
  expect(discoverTiles(targets, undefined)[0]?.to).toBe('/category/food-dining');
  expect(
    discoverTiles(targets, undefined)
      .map(({ to }) => to)
      .slice(3),
  ).toEqual(['/events', null, '/real-estate']);
});
