/** Everyday words for kinds of businesses, as somebody types them: 'oil ch' is a car repair shop. */
import { readKindWords } from '#server/db/vocabulary/read-vocabulary.ts';
import { editDistance } from '#shared/edit-distance.ts';
import { foldText } from '#shared/fold-text.ts';

export interface KnownPhrase {
  /** As `plainWords` writes it. */
  text: string;
  /** Slugs of the categories in which people look for it, the likeliest first. */
  categories: readonly string[];
  /** The kind of business that the words name; null for the category itself. */
  kind: { id: string; name: string } | null;
  /** false: it may mean this. */
  isSure: boolean;
}

export const plainWords = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'and')
    .join(' ');

let known: readonly KnownPhrase[] | undefined;

/** Sorted by text. Read with the first question and kept: the program brings them along. */
function phrases(): readonly KnownPhrase[] {
  if (known) return known;
  const { kinds, phrases: all } = readKindWords();
  const byId = new Map(kinds.map((kind) => [kind.id, kind]));
  known = all
    .map(({ text, kind, strength }): KnownPhrase => {
      const categories = kind.startsWith('@') ? [kind.slice(1)] : (byId.get(kind)?.categories ?? []);
      return { text: plainWords(text), categories, kind: byId.get(kind) ?? null, isSure: strength === 2 };
    })
    .filter(({ text, categories }) => text !== '' && categories.length > 0)
    .toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  return known;
}

/** Phrases that begin with the text; `more`, such as those of staff, come before. The nearest first. */
export function phrasesFor(typed: string, more: readonly KnownPhrase[] = []): KnownPhrase[] {
  const text = plainWords(typed);
  if (text.length < 2) return [];
  const own = more.filter((phrase) => phrase.text.startsWith(text));
  const found = [...own, ...beginningWith(phrases(), text)].filter((phrase) => phrase.isSure || phrase.text === text);
  if (found.length > 0) return found.toSorted((a, b) => a.text.length - b.text.length);
  return text.length < 5 ? [] : misspelt(text);
}

let sure: ReadonlyMap<string, readonly KnownPhrase[]> | undefined;

/** Slugs of the categories in which people look for just this: 'taqueria', 'Chiropractors'. The likeliest first. */
export function categoriesFor(typed: string): readonly string[] {
  sure ??= Map.groupBy(
    phrases().filter(({ isSure }) => isSure),
    ({ text }) => text,
  );
  const text = plainWords(typed);
  const meant = sure.get(text) ?? sure.get(text.replace(/s$/, '')) ?? [];
  return meant.flatMap(({ categories }) => categories);
}

function beginningWith(sorted: readonly KnownPhrase[], text: string): KnownPhrase[] {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.text ?? '') < text) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (sorted[end]?.text.startsWith(text)) end += 1;
  return sorted.slice(low, end);
}

function misspelt(text: string): KnownPhrase[] {
  const maxSlips = text.length < 8 ? 1 : 2;
  return phrases()
    .filter((phrase) => phrase.isSure && phrase.text[0] === text[0])
    .map((phrase) => ({ phrase, slips: editDistance(text, phrase.text, maxSlips) }))
    .filter(({ slips }) => slips <= maxSlips)
    .toSorted((a, b) => a.slips - b.slips)
    .map(({ phrase }) => phrase);
}
