import { expect, it } from 'vitest';
import { cleanSearch, tellingWords } from './clean-search.ts';

it('keeps pieces that have a letter or a digit', () => {
  expect(cleanSearch('  Chili’s & H-E-B,  🍕 78209 -- ')).toEqual(['Chili’s', 'H-E-B,', '78209']);
});

it('cuts what nobody means', () => {
  expect(cleanSearch('a'.repeat(10_000))).toEqual(['a'.repeat(200)]);
  expect(cleanSearch('ab '.repeat(10_000))).toHaveLength(8);
});

it('never ends in half a character', () => {
  for (const piece of cleanSearch(`${'x'.repeat(199)}𝒜 \ud835`)) expect(piece.isWellFormed()).toBe(true);
});

it('takes away what PostgreSQL cannot store', () => {
  expect(cleanSearch('pi\u0000zza')).toEqual(['pi', 'zza']);
});

it('leaves out small words unless there are no others', () => {
  const words = (text: string) => text.split(' ').map((word) => ({ word }));
  expect(tellingWords(words('pizza near me'))).toEqual(words('pizza'));
  expect(tellingWords(words('the who'))).toEqual(words('the who'));
});
