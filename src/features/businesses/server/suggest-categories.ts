/** Categories for a search box while somebody types. */
import { asc } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { categories } from '#server/db/schema/index.ts';
import { keptUntilChange } from '#server/http/kept-until-change.ts';
import { editDistance } from '#shared/edit-distance.ts';
import { foldText } from '#shared/fold-text.ts';

export interface SuggestedCategory {
  slug: string;
  name: string;
  /** Approved listings. */
  count: number;
}

const readCategories = keptUntilChange(
  ['categories', 'businesses'],
  (db: Database) => db,
  (db) =>
    db
      .select({ slug: categories.slug, name: categories.name, count: categories.businessCount })
      .from(categories)
      .orderBy(asc(categories.position)),
);

const wordsOf = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'and');

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

/** How far a name is from what was typed; null: a typed word is not in it. */
function nameDistance(typed: readonly string[], name: string): number | null {
  const words = wordsOf(name);
  let sum = 0;
  for (const [at, word] of typed.entries()) {
    const where = { isLast: at === typed.length - 1, isAlone: typed.length === 1 };
    const all = words.flatMap((other) => distance(word, other, where) ?? []);
    if (all.length === 0) return null;
    sum += Math.min(...all);
  }
  return sum;
}

/** Nearest names first. */
export async function suggestCategories(db: Database, typed: string): Promise<SuggestedCategory[]> {
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  return (await readCategories(db))
    .flatMap((category) => {
      const far = nameDistance(words, category.name);
      return far === null ? [] : [{ category, far }];
    })
    .sort((a, b) => a.far - b.far || b.category.count - a.category.count)
    .map(({ category }) => category);
}
