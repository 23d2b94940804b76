const maxLength = 40;
const maxDigits = 4;

/**
 * Normalizes a search for counting: lower case, single blanks. Null for a text that may be about a person (an
 * e-mail address, a phone number, a sentence) and for one without meaning.
 */
export function searchTerm(text: string): string | null {
  const term = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  if (term.length < 2 || term.length > maxLength || !/\p{L}/u.test(term)) return null;
  const digits = term.match(/\d/g)?.length ?? 0;
  return digits > maxDigits || /[@<>{}\p{Cc}]|:\/\/|www\./u.test(term) ? null : term;
}

/** A search by fewer people is not shown, because it could reveal who searched. */
export const minSearchers = 3;
