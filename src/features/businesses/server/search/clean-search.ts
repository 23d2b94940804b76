const maxLength = 200;
const maxPieces = 16;

/**
 * What people typed, as pieces between spaces: at most 200 characters and 16 pieces, safe to hand to PostgreSQL. Longer
 * ones are cut, since no search may be an error.
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

/** As search_split(search_flatten(…)) in the database has it: the words of a text, without accents and apostrophes. */
export function wordsOf(text: string): string[] {
  const flat = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['`‘’ʼ´′]/g, '');
  return flat.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}
