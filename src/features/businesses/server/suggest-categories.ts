/** Categories for a search box while somebody types: by their names, and by everyday words for what is in them. */
import { asc } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { categories, searchSynonyms } from '#server/db/schema/index.ts';
import { keptUntilChange } from '#server/http/kept-until-change.ts';
import { editDistance } from '#shared/edit-distance.ts';
import { type KnownPhrase, phrasesFor, plainWords } from './everyday-words.ts';

interface SuggestedCategory {
  slug: string;
  name: string;
  /** Approved listings. */
  count: number;
  /** The kind of business in this category that the words name: 'Car Repair Shop'; null for the category itself. */
  meant: string | null;
}

const readKnown = keptUntilChange(
  ['categories', 'businesses'],
  (db: Database) => db,
  async (db) => {
    const [all, synonyms] = await Promise.all([
      db
        .select({ slug: categories.slug, name: categories.name, count: categories.businessCount })
        .from(categories)
        .orderBy(asc(categories.position)),
      db.select({ term: searchSynonyms.term, means: searchSynonyms.means }).from(searchSynonyms).limit(maxSynonyms),
    ]);
    return { all, synonyms: synonyms.flatMap((synonym) => phraseOf(synonym, all)) };
  },
);

/** Staff's meaning of a phrase, when it leads to a category. */
function phraseOf(
  { term, means }: { term: string; means: string },
  all: readonly { slug: string; name: string }[],
): KnownPhrase[] {
  const text = plainWords(term);
  const named = all.find(({ name }) => plainWords(name) === plainWords(means));
  if (named) return [{ text, categories: [named.slug], kind: null, isSure: true }];
  const meant = phrasesFor(means).find((phrase) => phrase.text === plainWords(means));
  return meant ? [{ ...meant, text, isSure: true }] : [];
}

const maxSynonyms = 1_000;
const endings = ['', 's', 'es'];

/** 0: a word of the name; 1: its beginning; 2: misspelt; null: something else. */
function distance(
  typed: string,
  word: string,
  { isLast, isAlone }: { isLast: boolean; isAlone: boolean },
): number | null {
  if (endings.some((ending) => typed === word + ending || typed + ending === word)) return 0;
  // A single letter begins too many words.
  if (isLast && (typed.length > 1 || !isAlone) && word.startsWith(typed)) return 1;
  if (typed.length < 5 || typed[0] !== word[0]) return null;
  return editDistance(typed, isLast ? word.slice(0, typed.length + 1) : word, 1) <= 1 ? 2 : null;
}

/** The distance of a name from the typed words; null when it lacks one of them. */
function nameDistance(typed: readonly string[], name: string): number | null {
  const words = plainWords(name).split(' ');
  let sum = 0;
  for (const [at, word] of typed.entries()) {
    const where = { isLast: at === typed.length - 1, isAlone: typed.length === 1 };
    const all = words.flatMap((other) => distance(word, other, where) ?? []);
    if (all.length === 0) return null;
    sum += Math.min(...all);
  }
  return sum;
}

/** Nearest names first, then categories by everyday words; each once. */
export async function suggestCategories(db: Database, typed: string): Promise<SuggestedCategory[]> {
  const text = plainWords(typed);
  if (text === '') return [];
  const { all, synonyms } = await readKnown(db);
  const named = all
    .flatMap((category) => {
      const far = nameDistance(text.split(' '), category.name);
      return far === null ? [] : [{ category: { ...category, meant: null }, far }];
    })
    .sort((a, b) => a.far - b.far || b.category.count - a.category.count)
    .map(({ category }) => category);
  const meant = phrasesFor(typed, synonyms).flatMap(({ categories: [slug], kind }) => {
    const category = all.find((one) => one.slug === slug);
    return category ? [{ ...category, meant: kind }] : [];
  });
  const bySlug = Map.groupBy([...named, ...meant], ({ slug }) => slug);
  return [...bySlug.values()].flatMap(([first]) => first ?? []);
}
