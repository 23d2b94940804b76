import { expect, it } from 'vitest';
import { cleanSearch, wordsOf } from './clean-search.ts';
import { flatten } from './flatten.ts';

it('keeps pieces that have a letter or a digit', () => {
  expect(cleanSearch('  Chili’s & H-E-B,  🍕 78209 -- ')).toEqual(['Chili’s', 'H-E-B,', '78209']);
});

it('cuts what nobody means', () => {
  expect(cleanSearch('a'.repeat(10_000))).toEqual(['a'.repeat(200)]);
  expect(cleanSearch('ab '.repeat(10_000))).toHaveLength(16);
});

it('never ends in half a character', () => {
  for (const piece of cleanSearch(`${'x'.repeat(199)}𝒜 \ud835`)) expect(piece.isWellFormed()).toBe(true);
});

it('takes away what PostgreSQL cannot store', () => {
  expect(cleanSearch('pi\u0000zza')).toEqual(['pi', 'zza']);
});

it('takes a letter and its accent for one letter', () => {
  expect(cleanSearch('panaderi\u0301a')).toEqual(['panadería']);
  expect(flatten('q\u0331a')).not.toContain(' ');
});

it.each([
  ['tacos under $10', 'tacos'],
  ['tacos under 10', 'tacos'],
  ['lunch around 10 dollars', 'lunch'],
  ['lunch about $12', 'lunch'],
  ['haircut up to 20 bucks', 'haircut'],
  ['gift for $25', 'gift'],
  ['comida menos de 100 pesos', 'comida'],
  ['coffee open around 7', 'coffee open around 7'],
  ['dinner tomorrow around 7', 'dinner tomorrow around 7'],
  ['coffee around 7 or 8', 'coffee around 7 or 8'],
  ['food around 410', 'food around 410'],
  ['open up to 9', 'open up to 9'],
  ['about 12.50', 'about 12.50'],
])('takes a price out of a search, and no hour or road: %s', (text, left) => {
  expect(cleanSearch(text).join(' ')).toBe(left);
});

it('reads words as the database does', () => {
  expect(wordsOf('Café Chili’s & H-E-B, Ñandú #2')).toEqual(['cafe', 'chilis', 'h', 'e', 'b', 'nandu', '2']);
});
