/** Categories for a search box while somebody types: by their names, and by everyday words for what is in them. */
import { and, asc, gte, lt, not, or } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { categories, searchSynonyms, searchWords } from '#server/db/schema/index.ts';
import { keptUntilChange } from '#server/http/kept-until-change.ts';
import { editDistance } from '#shared/edit-distance.ts';
import { type KnownPhrase, phrasesFor, plainWords } from './everyday-words.ts';

interface SuggestedCategory {
  slug: string;
  name: string;
  /** Approved listings. */
  count: number;
  /** The kind of business in this category that the words name: 'Car Repair Shop'; null for the category itself, and where nobody is one. */
  meant: string | null;
  /** The word that was begun, where somebody in town is what it names: 'coffee' for 'cof'. */
  phrase: string | null;
}

const readKnown = keptUntilChange(
  ['categories', 'businesses'],
  (db: Database) => db,
  async (db) => {
    const [all, synonyms, kinds] = await Promise.all([
      db
        .select({ slug: categories.slug, name: categories.name, count: categories.businessCount })
        .from(categories)
        .where(not(categories.isHidden))
        .orderBy(asc(categories.position)),
      db.select({ term: searchSynonyms.term, means: searchSynonyms.means }).from(searchSynonyms).limit(maxSynonyms),
      db
        .select({ code: searchWords.word, docs: searchWords.docs })
        .from(searchWords)
        .where(
          or(
            and(gte(searchWords.word, '='), lt(searchWords.word, '>')),
            and(gte(searchWords.word, '~'), lt(searchWords.word, '\u007f')),
          ),
        ),
    ]);
    return {
      all,
      synonyms: synonyms.flatMap((synonym) => phraseOf(synonym, all)),
      /** Listings that are of each kind, or have it, about. */
      numbers: new Map(
        [...Map.groupBy(kinds, ({ code }) => code.slice(1))].map(([kind, each]) => [
          kind,
          each.reduce((sum, { docs }) => sum + docs, 0),
        ]),
      ),
    };
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

/** 0: the phrase itself; 1: its first words; 2: it is half typed; 3: more words follow; 4: misspelt. */
function fitOf(phrase: string, typed: string): number {
  if (phrase === typed) return 0;
  if (phrase.startsWith(`${typed} `)) return 1;
  if (!phrase.startsWith(typed)) return 4;
  return phrase.slice(typed.length).includes(' ') ? 3 : 2;
}

/** Too many kinds begin with fewer letters to name one that nobody is. */
const minAbsentLength = 4;
const maxBegun = 2;

/**
 * Nearest names first, then categories by everyday words: kinds that somebody is before others, the best fit first, of
 * equals what most are. Each category once.
 */
export async function suggestCategories(db: Database, typed: string): Promise<SuggestedCategory[]> {
  const text = plainWords(typed);
  if (text === '') return [];
  const { all, synonyms, numbers } = await readKnown(db);
  const named = all
    .flatMap((category) => {
      const far = nameDistance(text.split(' '), category.name);
      return far === null ? [] : [{ category: { ...category, meant: null, phrase: null }, far }];
    })
    .sort((a, b) => a.far - b.far || b.category.count - a.category.count)
    .map(({ category }) => category);
  const known = phrasesFor(typed, synonyms).flatMap((phrase) => {
    const category = all.find(({ slug }) => slug === phrase.categories[0]);
    if (!category) return [];
    const number = phrase.kind ? (numbers.get(phrase.kind.id) ?? 0) : category.count;
    return [{ ...phrase, category, number, fit: fitOf(phrase.text, text) }];
  });
  const present = known.filter(({ number }) => number > 0).sort((a, b) => a.fit - b.fit || b.number - a.number);
  const isWord = ({ fit }: { fit: number }) => fit === 0 || fit === 2;
  const absent = known.filter(
    ({ text: phrase, number }) => number === 0 && (text.length >= minAbsentLength || phrase === text),
  );
  // 'Hotel' means a hotel, though nobody is one, before 'hotel for cats'; 'piz' means pizza before 'pizza oven'.
  const begun = present.some(isWord)
    ? []
    : known.filter((each) => each.number === 0 && isWord(each)).slice(0, maxBegun);
  const asAbsent = ({ category, text, fit }: (typeof known)[number]) => ({
    ...category,
    meant: null,
    phrase: fit === 0 ? text : null,
  });
  const meant = [
    ...begun.map(asAbsent),
    ...present.map(({ category, kind, text, fit }) => ({
      ...category,
      meant: kind?.name ?? null,
      phrase: fit === 0 || fit === 2 ? text : null,
    })),
    ...(present.length > 0 ? [] : absent).map(asAbsent),
  ];
  const bySlug = Map.groupBy([...named, ...meant], ({ slug }) => slug);
  return [...bySlug.values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, phrase: same.find(({ phrase }) => phrase !== null)?.phrase ?? null }] : [];
  });
}
