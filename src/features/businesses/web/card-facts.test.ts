import { expect, test } from 'vitest';
import type { BusinessSummary } from '../contract.ts';
import { cardFacts } from './card-facts.ts';

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
const business: BusinessSummary = {
  ...shown,
  id: '1',
  featured: true,
  verified: true,
  website: null,
  phone: '210-555-0100',
  email: null,
  latitude: 29.48,
  longitude: -98.49,
  ownerId: 'o1',
  premiumExpiresAt: null,
  properties: [],
};

test('a card has what it shows', () => {
  expect(cardFacts(business)).toEqual(shown);
});

test('of a long description it has more than two lines hold, and no more', () => {
  expect(cardFacts({ ...business, description: 'b'.repeat(200) }).description).toBe('b'.repeat(200));
  expect(cardFacts({ ...business, description: 'b'.repeat(2_000) }).description).toBe(`${'b'.repeat(200)}...`);
});
