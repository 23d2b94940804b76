/** Matters of a town, such as trash or permits: the pages that answer, whatever words a question puts them in. */
import { readFileSync } from 'node:fs';
import { readKindWords } from '#server/db/vocabulary/read-vocabulary.ts';
import { editDistance } from '#shared/edit-distance.ts';
import { foldText } from '#shared/fold-text.ts';
import type { TownText } from './town-text.ts';
import { isSmallWord, stem } from './town-words.ts';
import { type Bag, type WordOdds, wordOdds } from './word-odds.ts';

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

const maxPages = 3;
/** A page that comes second or third for a matter answers it less surely. */
const shareOfPlace = [1, 0.6, 0.4];
/** The share of the meaning that the likeliest page has at least; otherwise nothing is guessed. */
const minLikely = 0.27;
/** The weight of a word in a page's title, and of one that only may mean a kind. */
const inTitle = 0.5;
const mayMean = 0.3;

const isTelling = (word: string) => !isSmallWord(word) && word.length > 2;

/** The words of a matter. Those of a phrase side by side share its weight, and so do words that stand for one another. */
function bagOfMatter({ pages, phrases }: Matter): Bag {
  const bag = new Map<string, number>();
  const put = (word: string, weight: number) => bag.set(word, (bag.get(word) ?? 0) + weight);
  for (const part of phrases.flatMap(({ parts }) => parts)) {
    const own = new Map<string, number>();
    for (const run of part)
      for (const word of run.filter(isTelling)) own.set(word, Math.max(own.get(word) ?? 0, 1 / run.length));
    for (const [word, weight] of own) put(word, weight / Math.sqrt(own.size));
  }
  for (const word of pages[0]?.words ?? []) put(singular(word), inTitle);
  return bag;
}

/** The words for each kind of business. */
function bagsOfKinds(): Bag[] {
  const phrases = readKindWords().phrases.filter(({ kind, isAsked }) => !kind.startsWith('%') && !isAsked);
  return [...Map.groupBy(phrases, ({ kind }) => kind).values()].map((ofKind) => {
    const bag = new Map<string, number>();
    for (const { text, strength } of ofKind) {
      const words = splitWords(text).map(singular).filter(isTelling);
      for (const word of words) bag.set(word, (bag.get(word) ?? 0) + (strength === 2 ? 1 : mayMean));
    }
    return bag;
  });
}

let odds: WordOdds | undefined;

/** The pages for which most of the words speak, against the other pages and all kinds of businesses. No phrase has fit. */
function likelyPages(texts: readonly TownText[], words: readonly string[], known: ReadonlySet<string>): number[] {
  // Read with the first such question and kept, as all that the program brings along.
  odds ??= wordOdds(matters.map(bagOfMatter), bagsOfKinds());
  const { knows, of } = odds;
  const telling = words
    .map((word) => [singular(word), ...bases(singular(word))].find(knows) ?? corrected(word, known))
    .filter(isTelling);
  const asked = [...new Set(telling)];
  const shares = of(asked);
  const understood = asked.filter(knows).length / Math.max(1, asked.length);
  const sums = new Map<number, number>();
  matters.forEach((matter, at) => {
    const share = understood * (shares[at] ?? 0);
    // A matter that is hardly meant is not looked up.
    const pages = share < minLikely / 10 ? [] : pagesFor(texts, matter);
    pages.slice(0, maxPages).forEach((page, place) => {
      sums.set(page, (sums.get(page) ?? 0) + share * (shareOfPlace[place] ?? 0));
    });
  });
  const ranked = [...sums].toSorted(([, a], [, b]) => b - a);
  return (ranked[0]?.[1] ?? 0) < minLikely ? [] : ranked.map(([page]) => page);
}

/**
 * Places in `texts` of those that answer the matter of a question, best first; none where it is no matter of the town.
 * `isLoose`: where no phrase fits, the matter may be guessed, which is told.
 */
export function findMatterPages(
  texts: readonly TownText[],
  search: string,
  { known, isLoose }: { known: ReadonlySet<string>; isLoose: boolean },
): { pages: number[]; isCertain: boolean } {
  const asked = splitWords(search).slice(0, 16);
  const words = asked.map((word) => corrected(word, known));
  const fitting = matters
    .map((matter) => ({ matter, number: Math.max(...matter.phrases.map((phrase) => fit(words, phrase))) }))
    .filter(({ number }) => number > 0)
    .toSorted((a, b) => b.number - a.number);
  // A phrase of one word says less than one of three words beside it.
  const certain = fitting.filter(({ number }) => number >= (fitting[0]?.number ?? 0) - 1);
  const isGuess = isLoose && certain.length === 0;
  const found = isGuess ? likelyPages(texts, asked, known) : certain.flatMap(({ matter }) => pagesFor(texts, matter));
  return { pages: [...new Set(found)].slice(0, maxPages), isCertain: !isGuess };
}

const pagesFor = (texts: readonly TownText[], { pages }: Matter) => [
  ...new Set(pages.flatMap((page) => pageFor(texts, page) ?? [])),
];

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
