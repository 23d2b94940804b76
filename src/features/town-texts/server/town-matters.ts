/** Matters of a town, such as trash or permits: the pages that answer, whatever words a question puts them in. */
import { readFileSync } from 'node:fs';
import { editDistance } from '#shared/edit-distance.ts';
import { foldText } from '#shared/fold-text.ts';
import type { TownText } from './town-text.ts';
import { isSmallWord, stem } from './town-words.ts';

/** Words side by side, each in its singular. */
type Run = readonly string[];

interface Phrase {
  /** One run of each list stands in the question. */
  parts: readonly (readonly Run[])[];
  /** None of these does. */
  without: readonly Run[];
}

interface Matter {
  /** Words of titles, the best answer first. */
  pages: readonly { words: readonly string[]; without: readonly string[] }[];
  phrases: readonly Phrase[];
}

const splitWords = (text: string) =>
  foldText(text)
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
/** 'parking' is no park: the stem of the town's index would join them. */
const singular = (word: string) => (/ing$|^news$/.test(word) ? word : stem(word));
const runOf = (text: string): Run => splitWords(text.replaceAll('_', ' ')).map(singular);

/** '@animal = dog/cat': a word of the file for many words. */
const groups = new Map<string, string>();

function readPhrase(phrase: string): Phrase {
  const text = phrase.replace(/@\w+/g, (name) => groups.get(name) ?? name);
  const items = text.trim().split(/\s+/);
  const isOut = (item: string) => item.startsWith('-');
  const runs = (item: string) => item.replace(/^-/, '').split('/').map(runOf);
  return {
    parts: items.filter((item) => !isOut(item)).map(runs),
    without: items.filter(isOut).flatMap(runs),
  };
}

function readMatter(line: string): Matter {
  const at = line.indexOf(': ');
  const pages = line
    .slice(0, at)
    .split(';')
    .map((title) => title.trim().split(/\s+/))
    .map((words) => ({
      words: words.filter((word) => !word.startsWith('-')).flatMap((word) => splitWords(word).map(stem)),
      without: words.filter((word) => word.startsWith('-')).flatMap((word) => splitWords(word).map(stem)),
    }));
  const phrases = line
    .slice(at + 2)
    .split(',')
    .map(readPhrase);
  return { pages, phrases };
}

function readMatters(): Matter[] {
  const lines = readFileSync(new URL('town-matters.txt', import.meta.url), 'utf8').split('\n');
  for (const line of lines) {
    const [, name, words] = /^(@\w+) = (.+)$/.exec(line) ?? [];
    if (name !== undefined && words !== undefined) groups.set(name, words);
  }
  return lines.filter((line) => line !== '' && !/^[#@]/.test(line)).map(readMatter);
}

const matters: readonly Matter[] = readMatters();

/** Long words of the phrases: a misspelled word of a question may be one. */
const longWords = [
  ...new Set(
    matters.flatMap(({ phrases }) => phrases.flatMap(({ parts }) => parts.flat(2))).filter((word) => word.length > 5),
  ),
];
const allWords = new Set(
  matters.flatMap(({ phrases }) => phrases.flatMap(({ parts, without }) => [...parts.flat(2), ...without.flat()])),
);

/** 'treating', 'parked' and 'drinks' where the phrases have 'treat', 'park' and 'drink'. */
const bases = (word: string) =>
  [/(?:ing|ed)$/, /(.)\1(?:ing|ed)$/, /s$/].flatMap((ending, at) =>
    ending.test(word) ? [word.replace(ending, at === 1 ? '$1' : ''), word.replace(ending, 'e')] : [],
  );

function corrected(word: string, known: ReadonlySet<string>): string {
  const own = singular(word);
  if (allWords.has(own)) return own;
  const base = own.length > 4 ? bases(word).find((each) => each.length > 2 && allWords.has(each)) : undefined;
  if (base !== undefined) return base;
  if (own.length < 5 || allWords.has(own) || known.has(word)) return own;
  return longWords.find((other) => other[0] === own[0] && editDistance(own, other, 1) <= 1) ?? own;
}

const holds = (words: readonly string[], run: Run) =>
  words.some((_, at) => run.length > 0 && run.every((word, index) => words[at + index] === word));

/** The number of words that a phrase has in the question; 0 where it does not fit. */
function fit(words: readonly string[], { parts, without }: Phrase): number {
  if (without.some((run) => holds(words, run))) return 0;
  let number = 0;
  for (const runs of parts) {
    const lengths = runs.filter((run) => holds(words, run)).map(({ length }) => length);
    if (lengths.length === 0) return 0;
    number += Math.max(...lengths);
  }
  return number;
}

/** For each word, the share of each matter in the phrases that have it. */
const shares = new Map<string, Map<Matter, number>>();
for (const matter of matters) {
  for (const { parts } of matter.phrases) {
    for (const word of new Set(parts.flat(2))) {
      const held = shares.get(word) ?? new Map<Matter, number>();
      held.set(matter, (held.get(matter) ?? 0) + 1);
      shares.set(word, held);
    }
  }
}
for (const held of shares.values()) {
  const total = [...held.values()].reduce((sum, number) => sum + number, 0);
  for (const [matter, number] of held) held.set(matter, number / total);
}

const minSum = 1.25;
const minShare = 0.5;

/** Where no phrase fits: the matter that most of the words speak for. */
function likelyMatter(words: readonly string[]): Matter | null {
  const telling = [...new Set(words)].filter((word) => !isSmallWord(word) && word.length > 2);
  const sums = new Map<Matter, { sum: number; words: number }>();
  for (const word of telling) {
    for (const [matter, share] of shares.get(word) ?? []) {
      const known = sums.get(matter) ?? { sum: 0, words: 0 };
      sums.set(matter, { sum: known.sum + share, words: known.words + 1 });
    }
  }
  const [best] = [...sums].toSorted(([, a], [, b]) => b.sum - a.sum);
  if (best === undefined) return null;
  const [matter, { sum, words: number }] = best;
  return number > 1 && sum >= minSum && sum / telling.length >= minShare ? matter : null;
}

const maxPages = 3;

/**
 * Places in `texts` of those that answer the matter of a question, best first; none where it is no matter of the town.
 * `isLoose`: where no phrase fits, the matter may be guessed, which is told.
 */
export function findMatterPages(
  texts: readonly TownText[],
  search: string,
  { known, isLoose }: { known: ReadonlySet<string>; isLoose: boolean },
): { pages: number[]; isCertain: boolean } {
  const words = splitWords(search)
    .slice(0, 16)
    .map((word) => corrected(word, known));
  const fitting = matters
    .map((matter) => ({ matter, number: Math.max(...matter.phrases.map((phrase) => fit(words, phrase))) }))
    .filter(({ number }) => number > 0)
    .toSorted((a, b) => b.number - a.number);
  // A phrase of one word says less than one of three words beside it.
  const certain = fitting.filter(({ number }) => number >= (fitting[0]?.number ?? 0) - 1);
  const likely = isLoose && certain.length === 0 ? likelyMatter(words) : null;
  const best = likely ? [{ matter: likely }] : certain;
  const found = best.flatMap(({ matter }) => matter.pages.flatMap((page) => pageFor(texts, page) ?? []));
  return { pages: [...new Set(found)].slice(0, maxPages), isCertain: likely === null };
}

const titles = new WeakMap<readonly TownText[], readonly Set<string>[]>();

/** The text with the shortest title that has these words: 'Emergency' rather than 'Police, non-emergency'. */
function pageFor(texts: readonly TownText[], { words, without }: Matter['pages'][number]): number | null {
  const all = titles.get(texts) ?? texts.map(({ title }) => new Set(splitWords(title).map(stem)));
  titles.set(texts, all);
  let best: number | null = null;
  all.forEach((title, at) => {
    if (!words.every((word) => title.has(word)) || without.some((word) => title.has(word))) return;
    if (best === null || title.size < (all[best]?.size ?? 0)) best = at;
  });
  return best;
}
