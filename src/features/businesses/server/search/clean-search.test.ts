import { expect, it } from 'vitest';
import { cleanSearch, wordsOf } from './clean-search.ts';

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

it('reads words as the database does', () => {
  expect(wordsOf('Café Chili’s & H-E-B, Ñandú #2')).toEqual(['cafe', 'chilis', 'h', 'e', 'b', 'nandu', '2']);
});
