/** The measured searches, in the form in which the API and the pages send them. */
import { listPage, readContext } from '#features/businesses/server/list-businesses.ts';
import { suggestAnswers } from '#features/businesses/server/suggest-answers.ts';
import { suggestBusinesses } from '#features/businesses/server/suggest-businesses.ts';
import { readCityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';

interface Case {
  kind: string;
  term: string;
  /** Runs the search and returns the number of matches. */
  run: (db: Database) => Promise<number>;
}

type Query = Parameters<typeof listPage>[1];

const limit = 60;
const city = await readCityPack('olmos-park');
/** A Wednesday, 11 AM in Texas. */
const now = new Date('2026-11-18T17:00:00Z');
const near = '29.475,-98.488';

const terms: Record<string, readonly string[]> = {
  list: [''],
  common: ['restaurant', 'pizza', 'coffee', 'taco', 'service', 'san antonio', 'texas', 'main street', 'starbucks'],
  several: ['mexican restaurant', 'dental clinic', 'breakfast tacos', 'free estimates', 'auto repair san antonio'],
  'two common': [
    'restaurant texas',
    'family owned restaurant',
    'coffee san antonio',
    'main street pizza',
    'open late food',
  ],
  rare: ['hernandez law', 'dental clinic olmos', 'zuzu', 'cibolo photography', 'roofing bluebonnet blanco'],
  brand: ['taco cabana', 'mcdonalds', 'h-e-b', 'dollar general', '7-eleven'],
  street: ['mccullough', 'broadway', 'main st', 'pizza on broadway', '78212'],
  need: ['kid doctor', 'oil change', 'passport photo', 'someone to fix my sink', 'dentista que hable español'],
  synonym: ['dentist', 'lawyer', 'taqueria', 'realtor', 'vet', 'plumber'],
  beginning: ['pizz', 'star', 'san anto', 'ma', 'veteri'],
  misspelt: ['resturant', 'coffe', 'mcdonlds', 'starbuks', 'plumbng', 'homedepot', 'mexcan resturant'],
  absurd: ['xqzwvkjh', 'a'.repeat(10_000), "'; drop table businesses; --", 'the of and', '🍕', 'qqq www eee rrr ttt'],
  time: ['dentist open saturday', 'pizza open now', 'plumber now', 'restaurant open late', 'open 24 hours'],
};

const choices: Record<string, readonly Query[]> = {
  category: ['', 'restaurant', 'pizza', 'san antonio', 'law'].map((search) => ({
    search,
    categoryId: 'legal-services',
  })),
  filters: [
    { search: 'pizza', open: 'now' },
    { search: 'restaurant', properties: 'delivery,kid-friendly' },
    { search: 'dentist', open: 'saturday', properties: 'se-habla-espanol' },
    { search: 'restaurant', photos: 'yes' },
    { open: 'now' },
    { properties: 'wheelchair-accessible,reservations' },
    { photos: 'yes' },
    { categoryId: 'legal-services', open: 'sunday-03:00' },
  ],
  near: [
    { search: 'tacos near me', near },
    { search: 'restaurant', near, within: '1' },
    { search: 'main street', near, within: '5' },
    { near, within: '1' },
    { near, within: '10', open: 'now' },
  ],
  sorted: [
    ...['distance', 'name', 'newest'].flatMap((sort) => [{ sort }, { search: 'restaurant', sort }]),
    { sort: 'distance', categoryId: 'food-dining' },
    { sort: 'newest', categoryId: 'legal-services' },
    { sort: 'distance', open: 'now', properties: 'delivery' },
  ],
};
const inFood = ['', 'restaurant', 'san antonio'].map((search) => ({ search, categoryId: 'food-dining' }));

const around: readonly Query[] = [
  {},
  { search: 'restaurant' },
  { search: 'dentist open saturday' },
  { search: 'pizza', near, within: '5' },
  { categoryId: 'food-dining', open: 'now' },
];

function nameOf({ search = '', ...rest }: Query): string {
  const chosen = Object.entries(rest).map(([name, value]) => `${name}=${value}`);
  return [search, ...chosen].join(' ').trim();
}

const pageOf = (db: Database, query: Query, cursor?: string) =>
  listPage(db, query, { city, now, limit, ...(cursor === undefined ? {} : { cursor }) });

const pageCase = (kind: string, query: Query): Case => ({
  kind,
  term: nameOf(query),
  run: async (db) => (await pageOf(db, query)).total,
});

async function cursorsOf(db: Database, search: string): Promise<string[]> {
  const cursors: string[] = [];
  while (cursors.length < 19) {
    const { nextCursor } = await pageOf(db, { search }, cursors.at(-1));
    if (nextCursor === null) break;
    cursors.push(nextCursor);
  }
  return cursors;
}

/**
 * Reads the cursors of a term's pages once for each database; then runs pages 2 to 20, or as many as there
 * are, in turn.
 */
function laterPages(term: string): Case {
  const known = new WeakMap<Database, string[]>();
  let turn = 0;
  return {
    kind: 'later pages',
    term,
    run: async (db) => {
      const cursors = known.get(db) ?? (await cursorsOf(db, term));
      known.set(db, cursors);
      turn += 1;
      return (await pageOf(db, { search: term }, cursors[turn % cursors.length])).total;
    },
  };
}

const aroundCase = (query: Query): Case => ({
  kind: 'around the list',
  term: nameOf(query),
  run: async (db) => (await readContext(db, query, city, now)).counts.photos,
});

const nameCase = (term: string): Case => ({
  kind: 'suggested names',
  term,
  run: async (db) => (await suggestBusinesses(db, term)).length,
});

const suggestionCase = (term: string): Case => ({
  kind: 'suggestions',
  term,
  run: async (db) => (await suggestAnswers({ db, city, now: () => now }, term)).length,
});

const typed = ['s', 'st', 'star', 'taco ca', 'garc', 'antonio', 'zzzz'];

export const searchCases: readonly Case[] = [
  ...Object.entries(terms).flatMap(([kind, all]) => all.map((search) => pageCase(kind, { search }))),
  ...Object.entries(choices).flatMap(([kind, all]) => all.map((query) => pageCase(kind, query))),
  ...inFood.map((query) => pageCase('category', query)),
  ...['', 'restaurant', 'dental clinic', 'texas', 'plumbing'].map(laterPages),
  ...around.map(aroundCase),
  ...typed.map(nameCase),
  ...[...typed, 'piz', 'oil cha', 'plumbe', 'san antonio ta', 'dentist o'].map(suggestionCase),
];
