import { expect, it } from 'vitest';
import { isSlugOf, slugOfTitle } from './event-slug.ts';

it.each([
  ['Día de los Muertos!', 'dia-de-los-muertos'],
  ['Planning & Zoning', 'planning-and-zoning'],
  ["McCullough Merchants' Evening", 'mccullough-merchants-evening'],
  ['Suggest', 'suggest-event'],
  ['🎆', 'event'],
])('%s has the address %s', (title, slug) => {
  expect(slugOfTitle(title)).toBe(slug);
});

it('knows a slug by its title, with a number behind it or without', () => {
  expect(['parade', 'parade-2', 'parade-route', 'my-parade'].map((slug) => isSlugOf(slug, 'Parade'))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
