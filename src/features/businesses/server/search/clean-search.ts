const maxLength = 200;
const maxPieces = 8;

/** Left out of a search that has other words; a name made of them alone ('The', 'To & From') can still be found. */
const smallWords = new Set(
  'a an and are at by for from i in is it me my near of on or our that the to we what where which who with you your'.split(
    ' ',
  ),
);

/**
 * Splits a typed search at spaces: at most 200 characters and 8 pieces, safe for PostgreSQL. A longer search is cut,
 * because no search may be an error (docs/product-rules.md#search-input).
 */
export function cleanSearch(search: string): string[] {
  return search
    .slice(0, maxLength * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\uFFFD]/gu, ' ')
    .slice(0, maxLength)
    .toWellFormed()
    .split(/\s+/)
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
    .slice(0, maxPieces);
}

/** Those of `words` that tell something, or all of them when none does. A single letter tells little beside a word. */
export function tellingWords<T extends { word: string }>(words: readonly T[]): readonly T[] {
  const telling = words.filter(({ word }) => !smallWords.has(word) && !/^\p{L}$/u.test(word));
  return telling.length > 0 ? telling : words;
}
