/** Phrases of the lists of this folder: words that stand in a question anywhere, in any order, in singular or plural. */
import { foldText } from '#shared/fold-text.ts';
import { isSmallWord, stem } from './town-words.ts';

/** Words side by side, each in its singular. */
export type Run = readonly string[];

export interface Phrase {
  /** One run of each list stands in the question. */
  parts: readonly (readonly Run[])[];
  /** None of these does. */
  without: readonly Run[];
  /** It fits only where no listing answers. */
  isLoose: boolean;
  /** The question asks for nothing else. */
  isWhole: boolean;
  /** The pages do not have it; they are the nearest that there is. */
  isNear: boolean;
}

export interface Page {
  /** Words of its title. */
  words: readonly string[];
  without: readonly string[];
}

export const splitWords = (text: string): string[] =>
  foldText(text)
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
/**
 * 'parking' is no park: the stem of the town's index would join them. 'Leaves' are mostly those of trees: 'may I leave my car in
 * the street' asks for no brush to be picked up.
 */
export const singular = (word: string): string =>
  word === 'leaves' ? 'leaf' : /ing$|^news$/.test(word) ? word : stem(word);
export const isTelling = (word: string): boolean => !isSmallWord(word) && word.length > 2;

const runs = new Map<string, Run>();
/** Most runs stand in many phrases; each is kept once. */
export function runOf(text: string): Run {
  const run = runs.get(text) ?? splitWords(text.replaceAll('_', ' ')).map(singular);
  runs.set(text, run);
  return run;
}

/** '@animal = dog/cat': a word of a list for many words. */
export type Groups = ReadonlyMap<string, string>;

export function readGroups(lines: readonly string[]): Groups {
  const named = lines.flatMap((line) => {
    const [, name, words] = /^(@\w+) = (.+)$/.exec(line) ?? [];
    return name !== undefined && words !== undefined ? [[name, words] as const] : [];
  });
  return new Map(named);
}

export function readPhrase(phrase: string, groups: Groups): Phrase {
  const text = phrase.replace(/@\w+/g, (name) => groups.get(name) ?? name);
  const items = text.replace(/^[?=^]/, '').split(/\s+/);
  const isOut = (item: string) => item.startsWith('-');
  const runsOf = (item: string) => item.replace(/^-/, '').split('/').map(runOf);
  return {
    parts: items.filter((item) => !isOut(item)).map(runsOf),
    without: items.filter(isOut).flatMap(runsOf),
    isLoose: text.startsWith('?'),
    isWhole: text.startsWith('='),
    isNear: text.startsWith('^'),
  };
}

/** 'plan for -zoning; plan' */
export const readPages = (titles: string): Page[] =>
  titles
    .split(';')
    .map((title) => title.trim().split(/\s+/))
    .map((words) => ({
      words: words.filter((word) => !word.startsWith('-')).flatMap((word) => splitWords(word).map(stem)),
      without: words.filter((word) => word.startsWith('-')).flatMap((word) => splitWords(word).map(stem)),
    }));

export const holds = (words: readonly string[], run: Run) =>
  words.some((_, at) => run.length > 0 && run.every((word, index) => words[at + index] === word));

/** The number of words that a phrase has in the question; 0 where it does not fit. */
export function fit(words: readonly string[], { parts, without, isWhole }: Phrase): number {
  const isInPhrase = (word: string) => parts.some((runs) => runs.some((run) => run.includes(word)));
  if (isWhole && words.some((word) => isTelling(word) && !isInPhrase(word))) return 0;
  if (without.some((run) => holds(words, run))) return 0;
  let number = 0;
  for (const runs of parts) {
    const lengths = runs.filter((run) => holds(words, run)).map(({ length }) => length);
    if (lengths.length === 0) return 0;
    number += Math.max(...lengths);
  }
  return number;
}
