/** Counts the words of a file that name no category of the site, so that whoever imports it can mend or map them. */
import { formatNumber } from '#shared/numbers.ts';
import { firstLetters } from '#shared/whole-letters.ts';

export interface CategoryWord {
  /** As the first row has it; '' for rows without a category. */
  word: string;
  count: number;
}

/** A column that is no category at all has a word in each row. */
const maxWords = 100;
const maxShown = 12;
const maxWordLength = 60;

/** Counts one more row, whatever the case of its letters. Words beyond the first hundred are not kept. */
export function countCategory(words: CategoryWord[], given: string): void {
  const word = firstLetters(given, maxWordLength);
  const known = words.find((one) => one.word.toLowerCase() === word.toLowerCase());
  if (known) known.count++;
  else if (words.length < maxWords) words.push({ word, count: 1 });
}

/**
 * '. In the file: "Friseur" 25, "Law firm" 24, none 3 and others', the most frequent first. '' for none.
 * @param count of all rows whose category is unknown
 */
export function describeCategories(words: readonly CategoryWord[], count: number): string {
  if (words.length === 0) return '';
  const shown = words.toSorted((a, b) => b.count - a.count).slice(0, maxShown);
  const told = shown.map((one) => `${one.word === '' ? 'none' : `"${one.word}"`} ${formatNumber(one.count)}`);
  const isCut = shown.reduce((sum, one) => sum + one.count, 0) < count;
  return `. In the file: ${told.join(', ')}${isCut ? ' and others' : ''}`;
}
