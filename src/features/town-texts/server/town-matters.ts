/** Matters of a town, such as trash or permits: the pages that answer, whatever words a question puts them in. */
import { readFileSync } from 'node:fs';
import { editDistance } from '#shared/edit-distance.ts';
import { foldText } from '#shared/fold-text.ts';
import type { TownText } from './town-text.ts';
import { stem } from './town-words.ts';

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

function corrected(word: string, known: ReadonlySet<string>): string {
  const own = singular(word);
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

/** Places in `texts` of those that answer the matter of a question, best first; none where it is no matter of the town. */
export function findMatterPages(texts: readonly TownText[], search: string, known: ReadonlySet<string>): number[] {
  const words = splitWords(search)
    .slice(0, 16)
    .map((word) => corrected(word, known));
  const fitting = matters
    .map((matter) => ({ matter, number: Math.max(...matter.phrases.map((phrase) => fit(words, phrase))) }))
    .filter(({ number }) => number > 0)
    .toSorted((a, b) => b.number - a.number);
  // A phrase of one word says less than one of three words beside it.
  const best = fitting.filter(({ number }) => number >= (fitting[0]?.number ?? 0) - 1);
  const found = best.flatMap(({ matter }) => matter.pages.flatMap((page) => pageFor(texts, page) ?? []));
  return [...new Set(found)].slice(0, maxPages);
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
