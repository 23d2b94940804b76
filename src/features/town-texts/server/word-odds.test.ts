import { expect, test } from 'vitest';
import { wordOdds } from './word-odds.ts';

const bag = (words: string) => new Map(words.split(' ').map((word) => [word, 1]));
const { of, knows } = wordOdds(
  [bag('trash cart pickup'), bag('dog loose bite')],
  [bag('cart golf'), bag('dog groomer')],
);

test('words speak for the bag that has them, each by itself', () => {
  const [trash = 0, dog = 0] = of(['dog', 'loose']);
  expect(dog).toBeGreaterThan(0.9);
  expect(trash).toBeLessThan(0.01);
});

test('a word that others have too leaves them their part', () => {
  const [, dog = 0] = of(['dog']);
  expect(dog).toBeGreaterThan(0.3);
  expect(dog).toBeLessThan(0.7);
  expect(of(['dog', 'groomer'])[1]).toBeLessThan(0.1);
});

test('words that no bag has say nothing', () => {
  expect(knows('xyz')).toBe(false);
  expect(of(['xyz'])).toEqual([0, 0]);
  expect(of([])).toEqual([0, 0]);
  expect(of(['xyz', 'dog'])).toEqual(of(['dog']));
});
