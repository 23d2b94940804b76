/** Danger to life, however a frightened person puts it: whom to call stands alone above all else. */
import { readFileSync } from 'node:fs';
import { editDistance } from '#shared/edit-distance.ts';
import {
  fit,
  holds,
  isTelling,
  type Page,
  type Phrase,
  type Run,
  readGroups,
  readPages,
  readPhrase,
  runOf,
  singular,
  splitWords,
} from './phrases.ts';

interface Danger {
  pages: readonly Page[];
  phrases: readonly { phrase: Phrase; own: ReadonlySet<string> }[];
}

const lines = readFileSync(new URL('emergencies.txt', import.meta.url), 'utf8').split('\n');
const groups = readGroups(lines);
/** A group may name another one: '@calm' has all animals. */
const wordsOfGroup = (name: string): readonly Run[] =>
  (groups.get(name) ?? '').split('/').flatMap((word) => (groups.has(word) ? wordsOfGroup(word) : [runOf(word)]));
const calm = wordsOfGroup('@calm');
/** Words that stand beside a danger without naming anything else. */
const beside = new Set([...wordsOfGroup('@who'), ...wordsOfGroup('@cry')].flat());

const dangers = lines
  .filter((line) => line !== '' && !/^[#@]/.test(line))
  .map((line): Danger => {
    const at = line.indexOf(': ');
    const phrases = line
      .slice(at + 2)
      .split(',')
      .map((text) => readPhrase(text.trim(), groups));
    return {
      pages: readPages(line.slice(0, at)),
      phrases: phrases.map((phrase) => ({ phrase, own: new Set(phrase.parts.flat(2)) })),
    };
  });

const allWords = new Set([
  ...dangers.flatMap(({ phrases }) => phrases.flatMap(({ phrase, own }) => [...own, ...phrase.without.flat()])),
  ...beside,
  ...calm.flat(),
]);
/** A misspelled word of so many letters may be one of these. */
const longLetters = 6;
const longWords = [...new Set(dangers.flatMap(({ phrases }) => phrases.flatMap(({ own }) => [...own])))].filter(
  (word) => word.length >= longLetters,
);
const maxWords = 40;

function corrected(word: string, spelled: ReadonlySet<string>): string {
  const own = singular(word);
  if (allWords.has(own) || own.length < longLetters || spelled.has(word)) return own;
  return longWords.find((other) => other[0] === own[0] && editDistance(own, other, 1) <= 1) ?? own;
}

/** True for a question that is of no danger, whatever other words it has: a lawyer, a class or an animal is asked about. */
export const isCalm = (asked: readonly string[]): boolean => {
  const words = asked.map(singular);
  return calm.some((run) => holds(words, run));
};

/** For each danger that a question names the pages that say whom to call. @param spelled words that are spelled right */
export const urgentPages = (search: string, spelled: ReadonlySet<string>): (readonly Page[])[] =>
  dangersIn(search, spelled, { isAll: false }).map(({ pages }) => pages);

/** True where a question names a danger, and nothing beside it but people and cries for help. */
export const isDangerAlone = (search: string, spelled: ReadonlySet<string>): boolean =>
  dangersIn(search, spelled, { isAll: true }).length > 0;

function dangersIn(search: string, spelled: ReadonlySet<string>, { isAll }: { isAll: boolean }): Danger[] {
  const words = splitWords(search)
    .slice(0, maxWords)
    .map((word) => corrected(word, spelled));
  const atEase = calm.filter((run) => holds(words, run));
  const isOther = (word: string) => isTelling(word) && !beside.has(word);
  const others = words.filter(isOther);
  const doesFit = ({ phrase, own }: Danger['phrases'][number]) =>
    (!(isAll || phrase.isWhole) || others.every((word) => own.has(word))) &&
    atEase.every((run) => run.some((word) => own.has(word))) &&
    fit(words, { ...phrase, isWhole: false }) > 0;
  return dangers.filter(({ phrases }) => phrases.some(doesFit));
}
