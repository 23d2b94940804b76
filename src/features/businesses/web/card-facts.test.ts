import { expect, test } from 'vitest';
import type { ListedBusiness } from '../contract.ts';
import { cardFacts, cardText } from './card-facts.ts';

const shown = {
  slug: 'fig-and-ladder',
  name: 'Fig & Ladder',
  description: null,
  address: '4300 McCullough Ave',
  category: 'shopping',
  categoryName: 'Shopping',
  logoUrl: null,
  imageUrl: null,
  isPremium: true,
};
const business: ListedBusiness = {
  ...shown,
  id: '1',
  featured: true,
  verified: true,
  website: null,
  phone: null,
  email: null,
  latitude: 29.48,
  longitude: -98.49,
  ownerId: 'o1',
  premiumExpiresAt: null,
  properties: ['delivery'],
  hours: null,
  closures: [],
  distanceMiles: null,
};
const now = { now: new Date('2026-07-06T15:00:00Z'), timeZone: 'America/Chicago' };

test('a card has what it shows, and nothing for what is not known', () => {
  expect(cardFacts(business, now)).toEqual(shown);
});

test('with hours it says whether it is open now', () => {
  const hours: ListedBusiness['hours'] = { mon: [['09:00', '17:00']] };
  expect(cardFacts({ ...business, hours, phone: '210-555-0100', distanceMiles: 0.34 }, now)).toEqual({
    ...shown,
    hours,
    open: { isOpen: true, text: 'Open · closes 5 PM' },
    id: '1',
    phone: '(210) 555-0100',
    distanceMiles: 0.34,
  });
});

test.each([
  ['Cuts, color and care.', 'Cuts, color and care.'],
  // A whole sentence where one fits.
  [
    'Sourdough, conchas and a pecan coffee cake that is usually gone by ten. Rosa bakes from three in the morning.',
    'Sourdough, conchas and a pecan coffee cake that is usually gone by ten.',
  ],
  // Otherwise whole words, and no comma before the dots.
  [
    'Espresso, cortados and toast with good jam, at six tables, under one long roof, beside one bench, all day.',
    'Espresso, cortados and toast with good jam, at six tables, under one long roof…',
  ],
  [
    'A short one. Then a sentence that goes on and on, and on, until nobody remembers how it began at all.',
    'A short one. Then a sentence that goes on and on, and on, until nobody remembers…',
  ],
  ['x'.repeat(300), `${'x'.repeat(84)}…`],
])('a description is not cut inside a word: %s', (description, text) => {
  expect(cardText(description)).toBe(text);
});
