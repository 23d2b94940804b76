import { readFillerWords } from '#server/db/vocabulary/read-vocabulary.ts';

/** People who speak begin with whom they speak to. */
const toWhom = /^\s*(?:(?:hey|hi|ok|okay|oye|hola),?\s+(?:siri|google|alexa)|siri|alexa)[\s,:]+(?=\S)/i;
/** Nobody tells prices: what is to cost less finds no less. 'Around 7' is an hour and 'around 410' a place, where no money is said. */
const atMost = 'under|below|less than|cheaper than|menos de';
const nearly = 'around|about|up to';
const amount = '\\d+(?:\\.\\d\\d)?';
const money = '\\s*(?:dollars?|bucks?|usd|dolares|dólares|pesos)\\b';
const price = new RegExp(
  `(?<!\\S)(?:for\\s+|por\\s+)?(?:(?:(?:${atMost})\\s+\\$?\\s?${amount}|(?:(?:${nearly})\\s+)?\\$\\s?${amount})(?:${money}|(?!\\S))|(?:${nearly})\\s+${amount}${money})(?!\\s*(?:years?|yrs?|miles?|minutes?|min|mins|a\\.?m|p\\.?m)\\b)`,
  'gi',
);
const withoutPrice = (text: string) => {
  const rest = text.replace(price, ' ');
  return /\p{L}/u.test(rest) ? rest : text;
};
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
    .normalize('NFC')
    .replace(toWhom, '')
    .replace(/^.*$/s, withoutPrice)
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

/** The singular of each word, more or less: what tells 'parks' from 'parking', which have one stem. */
export const singular = (text: string): string =>
  text
    .replace(/ies\b/g, 'y')
    .replace(/(ss|x|ch|sh)es\b/g, '$1')
    .replace(/([^su])s\b/g, '$1');

const [smallWords = new Set(), weakWords = new Set(), troubleWords = new Set()] = readFillerWords();

/** Left out of a search that has other words. */
export const isSmall = (word: string): boolean => smallWords.has(word);
/** Vague: it counts a fifth. */
export const isWeak = (word: string): boolean => weakWords.has(word) || troubleWords.has(word) || /^\p{L}$/u.test(word);
