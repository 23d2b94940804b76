/** Whole matches are true: what only shares a word with a kind of business is close, or is not there. */
import { beforeAll, describe, expect, it } from 'vitest';
import { aBusiness } from '#tests/factories/a-business.ts';
import { categoryIdOf } from '#tests/factories/a-category.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { searchBusinesses } from './search-businesses.ts';

const database = testDatabase({ fresh: 'each-file' });

const listings: [name: string, category: string, description: string][] = [
  ['Circle Tire & Brake', 'automotive', 'Tires and brakes. Flats fixed while you have a coffee next door.'],
  ['The Blue Heron Cup', 'food-dining', 'Espresso and toast.'],
  ['Low Water Crossing', 'food-dining', 'Burgers. Kids color the menus, and the best one gets framed.'],
  ['True Corner Framing', 'arts-entertainment', 'Picture framing and mirror repair.'],
  ['Mirror & Marigold', 'health-beauty', 'A salon. Just make a note, if you will, when you book.'],
  ['Paper Kite', 'shopping', 'New and used books.'],
  ['Acorn Animal Clinic', 'pet-services', 'Check-ups and shots for dogs and cats.'],
  ['The Window Seat', 'pet-services', 'Boarding for cats only: seven rooms.'],
  ['Kite String Pediatrics', 'medical-services', 'Sick children come by the side door. A nurse answers the phone.'],
  ['Abernathy & Sorrel', 'legal-services', 'Attorneys at law for contracts.'],
  ['Porchlight Leasing', 'real-estate-services', 'Houses to rent, and repairs. Tenants have our cell phone number.'],
  ['Six String Porch', 'arts-entertainment', 'Guitar and ukulele lessons.'],
  ['Bluebird Cleaners', 'other', ''],
  ['Two Magpies Guest House', 'other', 'Four rooms around a courtyard with a fig tree and a kitchen. Guests walk.'],
  ['Cicada Lawn', 'home-services', 'Tree trimming and lawns.'],
  ['The Key & Parcel', 'other', 'Keys cut, parcels sent.'],
  ['Spyglass Eye Care', 'medical-services', 'Eye exams.'],
  ['Hello Router', 'technology', 'Slow Wi-Fi and computer repair.'],
  ['Plumb Line', 'professional-services', 'Architects for old houses.'],
];

beforeAll(async () => {
  for (const [name, slug, description] of listings) {
    const categoryId = await categoryIdOf(database.db, slug);
    await aBusiness(database.db, { name, description, categoryId });
  }
});

async function ask(search: string) {
  const { businesses, closeFrom, correctedTo } = await searchBusinesses(database.db, { search, limit: 60 });
  const names = businesses.map(({ name }) => name);
  return { whole: names.slice(0, closeFrom ?? names.length), names, correctedTo };
}

describe('is a whole match', () => {
  it.each([
    ['coffee', ['The Blue Heron Cup']],
    ['glasses', ['Spyglass Eye Care']],
    ['guitarra', ['Six String Porch']],
    ['framing', ['True Corner Framing']],
    ['books', ['Paper Kite']],
    ['cat boarding', ['The Window Seat']],
    ['pet boarding', ['The Window Seat']],
    ['dry cleaning', ['Bluebird Cleaners']],
    ['guitar lessons', ['Six String Porch']],
    ['tree trimming', ['Cicada Lawn']],
    ['key cutting', ['The Key & Parcel']],
    ['ups', ['The Key & Parcel']],
    ['pediatrician', ['Kite String Pediatrics']],
    ['lawyer', ['Abernathy & Sorrel']],
  ])('%s: %s', async (search, expected) => {
    expect((await ask(search)).whole).toEqual(expected);
  });
});

describe('is none', () => {
  it.each([
    ['nursing home', 'a nurse'],
    ['dermatologist', 'another doctor'],
    ['divorce', 'another lawyer'],
    ['dog boarding', 'boarding for cats only'],
    ['house cleaning', 'a dry cleaner'],
    ['piano tuner', 'guitar lessons'],
    ['phone repair', 'repairs of houses'],
    ['cell phone', 'a number to call'],
    ['make a will', 'what the salon says'],
    ['kitchen remodel', 'the kitchen of a guest house'],
    ['dog walker', 'guests who walk'],
    ['zoning', 'who mends a dead zone'],
    ['permit', 'who draws for a permit'],
    ['contact', 'who sells contacts'],
  ])('%s: %s', async (search) => {
    expect((await ask(search)).whole).toEqual([]);
  });
});

it('says what is like it', async () => {
  expect((await ask('dermatologist')).names).toEqual(['Kite String Pediatrics']);
  expect((await ask('divorce')).names).toEqual(['Abernathy & Sorrel']);
  expect((await ask('piano tuner')).names).toEqual(['Six String Porch']);
  expect((await ask('dog boarding')).names).toContain('The Window Seat');
});

it('finds a word of the text where another word may be a name', async () => {
  expect((await ask('marigold book')).whole).toEqual(['Mirror & Marigold']);
});

it('mends no plain word into another', async () => {
  expect(await ask('election')).toMatchObject({ names: [], correctedTo: null });
  expect((await ask('atorneys')).correctedTo).toBe('attorneys');
});
