import { expect, test } from 'vitest';
import { byName } from './by-name.ts';

const split = (search: string, ...names: string[]) => {
  const { named, others } = byName(
    names.map((name) => ({ name })),
    search,
  );
  return [named.map(({ name }) => name), others.map(({ name }) => name)];
};

test('names that begin with the words come first, and the exact one before them', () => {
  expect(split('oak house', 'Cicada Lawn', 'Oak House Bakery', 'Oak House', 'Old Oak House', 'Oak Housewares')).toEqual(
    [
      ['Oak House', 'Oak House Bakery'],
      ['Cicada Lawn', 'Old Oak House', 'Oak Housewares'],
    ],
  );
});

test('accents, signs and a leading The do not count', () => {
  expect(split('CAFE-OLE', 'The Café Olé!', 'Cafe')).toEqual([['The Café Olé!'], ['Cafe']]);
});

test('a search of nothing but signs names nobody', () => {
  expect(split('...', 'Oak House')).toEqual([[], ['Oak House']]);
});
