import { readRealWords } from '../../src/server/db/vocabulary/read-vocabulary.ts';

const realWords = new Set(readRealWords());
/** Words of most addresses. The search still finds a shop with such a name. */
const streetWords = new Set('avenue street road drive circle court lane boulevard plaza place square park'.split(' '));
const wordsOf = (text: string) => text.split(/[^a-z0-9]+/).filter(Boolean);

/**
 * Another spelling of a brand that people write for other reasons: 'karma' is no car dealer. What has a word of the brand's
 * name stays: 'salvation army'.
 */
export function isOrdinary(name: string, own: string): boolean {
  if (name === own) return streetWords.has(name);
  const words = wordsOf(name);
  const ofBrand = wordsOf(own);
  if (words.some((word) => word.length > 3 && ofBrand.includes(word) && ofBrand.length + words.length > 3))
    return false;
  const isReal = (word: string) => realWords.has(word) || realWords.has(word.replace(/s$/, ''));
  // The list has no words of three letters and fewer: they are ordinary beside longer ones.
  return words.some((word) => word.length > 3) && words.every((word) => word.length <= 3 || isReal(word));
}
