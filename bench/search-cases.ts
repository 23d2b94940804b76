/** The searches that are measured. */
import { searchBusinesses } from '#features/businesses/server/search-businesses.ts';
import { suggestBusinesses } from '#features/businesses/server/suggest-businesses.ts';
import type { Database } from '#server/db/client.ts';

interface Case {
  kind: string;
  term: string;
  /** Runs the search and returns the number of matches. */
  run: (db: Database) => Promise<number>;
}

const limit = 60;

const terms: Record<string, readonly string[]> = {
  list: [''],
  common: ['restaurant', 'pizza', 'coffee', 'taco', 'service', 'san antonio', 'texas', 'main street', 'starbucks'],
  several: ['mexican restaurant', 'dental clinic', 'breakfast tacos', 'free estimates', 'auto repair san antonio'],
  rare: ['hernandez law', 'dental clinic olmos', 'zuzu', 'cibolo photography', 'roofing bluebonnet blanco'],
  synonym: ['dentist', 'lawyer', 'taqueria', 'realtor', 'vet', 'plumber'],
  beginning: ['pizz', 'star', 'san anto', 'ma', 'veteri'],
  misspelt: ['resturant', 'coffe', 'mcdonlds', 'starbuks', 'plumbng', 'homedepot', 'mexcan resturant'],
  absurd: ['xqzwvkjh', 'a'.repeat(10_000), "'; drop table businesses; --", 'the of and', '🍕', 'qqq www eee rrr ttt'],
};

function pageCase(term: string, categoryId?: string): Case {
  return {
    kind: categoryId ? 'category' : (Object.entries(terms).find(([, all]) => all.includes(term))?.[0] ?? ''),
    term: categoryId ? `${term} in ${categoryId}` : term,
    run: async (db) => (await searchBusinesses(db, { search: term, limit, categoryId })).total,
  };
}

async function cursorsOf(db: Database, term: string): Promise<string[]> {
  const cursors: string[] = [];
  while (cursors.length < 19) {
    const { nextCursor } = await searchBusinesses(db, { search: term, limit, cursor: cursors.at(-1) });
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
      return (await searchBusinesses(db, { search: term, limit, cursor: cursors[turn % cursors.length] })).total;
    },
  };
}

function suggestCase(term: string): Case {
  return { kind: 'suggestion', term, run: async (db) => (await suggestBusinesses(db, term)).length };
}

export const searchCases: readonly Case[] = [
  ...Object.values(terms).flatMap((all) => all.map((term) => pageCase(term))),
  ...['', 'restaurant', 'pizza', 'san antonio', 'law'].map((term) => pageCase(term, 'legal-services')),
  ...['', 'restaurant', 'san antonio'].map((term) => pageCase(term, 'food-dining')),
  ...['', 'restaurant', 'dental clinic', 'texas', 'plumbing'].map(laterPages),
  ...['s', 'st', 'star', 'taco ca', 'garc', 'antonio', 'zzzz'].map(suggestCase),
];
