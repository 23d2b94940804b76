const longest = 40;
const mostDigits = 4;

/**
 * A search as it is counted: in small letters, without more blanks than needed. null for what may be about a person (an
 * e-mail address, a telephone number, a sentence), and for what says nothing.
 */
export function searchTerm(text: string): string | null {
  const term = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  if (term.length < 2 || term.length > longest || !/\p{L}/u.test(term)) return null;
  const digits = term.match(/\d/g)?.length ?? 0;
  return digits > mostDigits || /[@<>{}\p{Cc}]|:\/\/|www\./u.test(term) ? null : term;
}

/** What fewer people searched could tell who did, and is not shown. */
export const fewestSearches = 3;
