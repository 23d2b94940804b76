/** Matters of a town, such as trash or permits: the pages that answer, whatever words a question puts them in. */
import { readFileSync } from 'node:fs';
import { editDistance } from '#shared/edit-distance.ts';
import { isCalm, urgentPages } from './emergencies.ts';
import { type Matter, oddsInTurns } from './matter-odds.ts';
import {
  fit,
  type Groups,
  isTelling,
  type Page,
  type Phrase,
  readGroups,
  readPages,
  readPhrase,
  singular,
  splitWords,
} from './phrases.ts';
import { emergencyHref } from './town-pages.ts';
import type { TownText } from './town-text.ts';
import { isForAnything, stem } from './town-words.ts';

function readMatter(line: string, groups: Groups): Matter {
  const at = line.indexOf(': ');
  const texts = line
    .slice(at + 2)
    .split(',')
    .map((text) => text.trim());
  const isSentence = (text: string) => text.startsWith('~');
  return {
    pages: readPages(line.slice(0, at).replace(/^!/, '')),
    phrases: texts.filter((text) => !isSentence(text)).map((text) => readPhrase(text, groups)),
    sentences: texts.filter(isSentence).join(' '),
    isUrgent: line.startsWith('!'),
  };
}

function readMatters(): Matter[] {
  const lines = readFileSync(new URL('town-matters.txt', import.meta.url), 'utf8').split('\n');
  const groups = readGroups(lines);
  return lines.filter((line) => line !== '' && !/^[#@]/.test(line)).map((line) => readMatter(line, groups));
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

/** The phrases that may fit, by the first words of the part that has the fewest: few phrases are compared with a question. */
const byWord = new Map<string, { matter: Matter; phrase: Phrase; order: number }[]>();
matters.forEach((matter, order) => {
  for (const phrase of matter.phrases) {
    const number = Math.min(...phrase.parts.map(({ length }) => length));
    const shortest = phrase.parts.find(({ length }) => length === number) ?? [];
    for (const word of new Set(shortest.map(([first = '']) => first)))
      byWord.set(word, [...(byWord.get(word) ?? []), { matter, phrase, order }]);
  }
});

interface Fitting {
  matter: Matter;
  /** The number of words of the best phrase; half of it for one that may mean a business as well. */
  number: number;
  /** A phrase that means nothing else fits. */
  isNamed: boolean;
  /** The best phrase is of something that the pages do not have. */
  isNear: boolean;
}

/** The matters of which a phrase fits, in the order of the file, each with the number of words. */
function fits(words: readonly string[], isLoose: boolean): Fitting[] {
  const found = new Map<Matter, Fitting & { order: number }>();
  for (const { matter, phrase, order } of [...new Set(words)].flatMap((word) => byWord.get(word) ?? [])) {
    const number = phrase.isLoose ? (isLoose ? fit(words, phrase) / 2 : 0) : fit(words, phrase);
    const known = found.get(matter);
    const isNamed = known?.isNamed === true || (number > 0 && !phrase.isLoose);
    if (number > (known?.number ?? 0)) found.set(matter, { matter, number, order, isNamed, isNear: phrase.isNear });
    else if (known) known.isNamed = isNamed;
  }
  return [...found.values()].toSorted((a, b) => a.order - b.order);
}

const maxPages = 3;
/** A page that comes second or third for a matter answers it less surely. */
const shareOfPlace = [1, 0.6, 0.4];
/** The share of the meaning that the likeliest page has at least; otherwise nothing is guessed. */
const minLikely = 0.27;
/** The same where a kind of business is asked for. */
const minBesideKind = 0.6;
const matterOdds = oddsInTurns(matters);
/** A number to call in trouble is guessed where two words by themselves speak for it so much; another page where this many do, or all together surely. */
const minOfTrouble = 0.12;
const minOfWord = 0.08;
const surely = 0.95;
/** One word says so much by itself, as 'agua' does. */
const minOfOne = 0.5;

interface Asked {
  /** Words that are spelled right. */
  known: ReadonlySet<string>;
  /** No listing answers: the matter may be guessed. */
  isLoose: boolean;
  /** A kind of business is asked for. */
  isOfKind?: boolean;
  /** The search as it was typed, where parts of it are cut. */
  typed?: string;
  /** The words of `known` that nobody has mended. */
  spelled?: ReadonlySet<string>;
}

/** The pages for which most of the words speak, against the other pages and all kinds of businesses. No phrase has fit. */
function likelyPages(texts: readonly TownText[], words: readonly string[], { known, isOfKind }: Asked): number[] {
  const { knows, of } = matterOdds.read();
  const telling = words
    .map((word) => [singular(word), ...bases(singular(word))].find(knows) ?? corrected(word, known))
    .filter((word) => isTelling(word) && !isForAnything(word));
  const asked = [...new Set(telling)];
  const understood = asked.filter(knows).length / Math.max(1, asked.length);
  const sharesOf = (some: readonly string[]) => pageShares(texts, of(some), understood);
  const ranked = [...sharesOf(asked)].toSorted(([, a], [, b]) => b - a);
  const [best, share = 0] = ranked[0] ?? [];
  if (best === undefined || share < (isOfKind ? minBesideKind : minLikely)) return [];
  // 'hot dogs' has one word for the police, and one for anything.
  const alone = asked.map((word) => sharesOf([word]).get(best) ?? 0);
  const areTwo = (min: number) => alone.filter((each) => each >= min).length > 1;
  const isTelltale = alone.some((each) => each >= minOfOne) || areTwo(minOfWord);
  const isEvident = isOnlyToCall(texts, best) ? areTwo(minOfTrouble) : share >= surely || isTelltale;
  return isEvident ? ranked.map(([page]) => page) : [];
}

/** A number to call in trouble, and no page besides: city hall has one. */
const isOnlyToCall = (texts: readonly TownText[], at: number) =>
  texts.every(({ href, title }) => title !== texts[at]?.title || href === emergencyHref);

/** The share of each page in the meaning of some words. */
function pageShares(texts: readonly TownText[], shares: readonly number[], understood: number): Map<number, number> {
  const sums = new Map<number, number>();
  matters.forEach((matter, at) => {
    const share = understood * (shares[at] ?? 0);
    // A matter that is hardly meant is not looked up.
    const pages = share < minLikely / 10 ? [] : pagesFor(texts, matter);
    pages.slice(0, maxPages).forEach((page, place) => {
      sums.set(page, (sums.get(page) ?? 0) + share * (shareOfPlace[place] ?? 0));
    });
  });
  return sums;
}

interface MatterPages {
  pages: number[];
  isCertain: boolean;
  isNamed: boolean;
  isNear: boolean;
  /** A life is in danger. */
  isUrgent: boolean;
}

/**
 * Places in `texts` of those that answer the matter of a question, best first; none where it is no matter of the town.
 * `isLoose`: where no phrase fits, the matter may be guessed, which is told.
 */
export function findMatterPages(texts: readonly TownText[], search: string, question: Asked): MatterPages {
  const { known, isLoose, spelled = known } = question;
  matterOdds.begin();
  const danger = urgentPages(question.typed ?? search, spelled).flatMap((pages) => pagesFor(texts, { pages }));
  if (danger.length > 0)
    return {
      pages: [...new Set(danger)].slice(0, maxPages),
      isCertain: true,
      isNamed: true,
      isNear: false,
      isUrgent: true,
    };
  const asked = splitWords(search).slice(0, 16);
  const words = asked.map((word) => corrected(word, known));
  const isAtEase = isCalm(asked);
  const fitting = fits(words, isLoose)
    .filter(({ matter }) => !(matter.isUrgent && isAtEase))
    .toSorted((a, b) => b.number - a.number);
  // A phrase of one word says less than one of three words beside it.
  const certain = fitting.filter(({ number }) => number >= (fitting[0]?.number ?? 0) - 1);
  const isGuess = isLoose && certain.length === 0;
  const found = isGuess
    ? likelyPages(texts, asked, question)
    : certain.flatMap(({ matter }) => pagesFor(texts, matter));
  const isNamed = certain.some((each) => each.isNamed);
  const isNear = certain.length > 0 && certain.every((each) => each.isNear);
  const isUrgent = isNamed && certain[0]?.matter.isUrgent === true;
  return { pages: [...new Set(found)].slice(0, maxPages), isCertain: !isGuess, isNamed, isNear, isUrgent };
}

const pagesFor = (texts: readonly TownText[], { pages }: Pick<Matter, 'pages'>) => [
  ...new Set(pages.flatMap((page) => pageFor(texts, page) ?? [])),
];

const titles = new WeakMap<readonly TownText[], readonly Set<string>[]>();

/** The text with the shortest title that has these words: 'Emergency' rather than 'Police, non-emergency'. */
function pageFor(texts: readonly TownText[], { words, without }: Page): number | null {
  const all = titles.get(texts) ?? texts.map(({ title }) => new Set(splitWords(title).map(stem)));
  titles.set(texts, all);
  let best: number | null = null;
  all.forEach((title, at) => {
    if (!words.every((word) => title.has(word)) || without.some((word) => title.has(word))) return;
    if (best === null || title.size < (all[best]?.size ?? 0)) best = at;
  });
  return best;
}
