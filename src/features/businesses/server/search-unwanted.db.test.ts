/** A search leaves out what it refuses: 'tacos, not burgers' finds no burgers. */
import { beforeAll, describe, expect, it } from 'vitest';
import { aBusiness } from '#tests/factories/a-business.ts';
import { categoryIdOf } from '#tests/factories/a-category.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { searchBusinesses } from './search-businesses.ts';

const database = testDatabase({ fresh: 'each-file' });

const listings: [name: string, category: string, description: string][] = [
  ['Ember & Pine', 'food-dining', 'A restaurant with a cocktail bar.'],
  ['Casa Lumbre', 'food-dining', 'A Mexican restaurant: tacos and enchiladas.'],
  ['Patty Palace', 'food-dining', 'Burgers and fries, fast food to take along.'],
  ['Slice of Elm', 'food-dining', 'A pizza restaurant.'],
  ['Torchwood Coffee', 'food-dining', 'A coffee shop.'],
  ['Blue Door Coffee', 'food-dining', 'A coffee shop with breakfast.'],
  ['Acorn Animal Clinic', 'pet-services', 'A veterinarian for cats and dogs.'],
  ['Night Owl Vet', 'pet-services', 'An emergency veterinarian, open all night.'],
  ['Cool Breeze', 'home-services', 'Air conditioning and heating repair.'],
  ['Plumb & Level', 'home-services', 'A plumber for water heaters and hot water.'],
  ['Quixo', 'shopping', 'A toy shop.'],
  ['Forget Me Not Florist', 'pet-services', 'A florist.'],
  ['First Oak Bank', 'financial-services', 'A bank.'],
];

beforeAll(async () => {
  for (const [name, slug, description] of listings) {
    const categoryId = await categoryIdOf(database.db, slug);
    await aBusiness(database.db, { name, description, categoryId });
  }
});

async function ask(search: string) {
  const { businesses, closeFrom, setAside } = await searchBusinesses(database.db, { search, limit: 60 });
  const names = businesses.map(({ name }) => name);
  return { whole: names.slice(0, closeFrom ?? names.length).toSorted(), names, setAside };
}

const food = ['Blue Door Coffee', 'Casa Lumbre', 'Ember & Pine', 'Patty Palace', 'Slice of Elm', 'Torchwood Coffee'];
const foodBut = (...names: string[]) => food.filter((name) => !names.includes(name));

describe('leaves out', () => {
  it.each([
    ['restaurant not tacos', foodBut('Casa Lumbre')],
    ['anything but tacos', foodBut('Casa Lumbre')],
    ['food other than pizza or burgers', foodBut('Slice of Elm', 'Patty Palace')],
    ['restaurants except mexican, not pizza', foodBut('Casa Lumbre', 'Slice of Elm')],
    ['not fast food', foodBut('Patty Palace')],
    ['no fast food restaurants', foodBut('Patty Palace')],
    ['comida que no sea mexicana', foodBut('Casa Lumbre')],
    ['no burgers', foodBut('Patty Palace')],
    ['restaurant with no bar', foodBut('Ember & Pine')],
    ['restaurant without a bar', foodBut('Ember & Pine')],
    ['restaurante sin bar', foodBut('Ember & Pine')],
    ['coffee but not torchwood', ['Blue Door Coffee']],
    ['coffee except blue door', ['Torchwood Coffee']],
    ['i dont want pizza', foodBut('Slice of Elm')],
    ['tacos not starbucks', ['Casa Lumbre']],
    ['a bank, not a credit union', ['First Oak Bank']],
  ])('%s', async (search, expected) => {
    expect(await ask(search)).toEqual({ whole: expected, names: expect.toSatisfy(hasSame(expected)), setAside: [] });
  });
});

const hasSame = (expected: readonly string[]) => (names: string[]) => names.toSorted().join() === expected.join();

describe('refuses nothing', () => {
  it.each([
    ['ac not cooling', 'Cool Breeze'],
    ['ac not blowing cold air', 'Cool Breeze'],
    ['no hot water', 'Plumb & Level'],
    ['not sure where to get pizza', 'Slice of Elm'],
    ['there is no bank', 'First Oak Bank'],
    ['tacos not mexican', 'Casa Lumbre'],
    ['forget me not florist', 'Forget Me Not Florist'],
    ['i dont like my bank', 'First Oak Bank'],
    ['not that expensive bank', 'First Oak Bank'],
    ['no 1 bank', 'First Oak Bank'],
  ])('%s', async (search, expected) => {
    expect((await ask(search)).names).toContain(expected);
  });
});

it('shows what there is, as close, where all of it is refused', async () => {
  expect(await ask('toys not quixo')).toEqual({ whole: [], names: ['Quixo'], setAside: ['not quixo'] });
});
