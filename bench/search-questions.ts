/** The judged questions of `data/search-questions*.txt`, one a line: `kind|sample or wide|question|judgments;…`. */
import { readFileSync } from 'node:fs';

export interface Listed {
  name: string;
  address: string | null;
}

interface Judgment {
  grade: number;
  name: RegExp;
  /** One branch of a chain, by a part of its address: '3 Whataburger @ Broadway'. Null: all of that name. */
  address: RegExp | null;
}

export interface Question {
  kind: string;
  data: 'sample' | 'wide';
  text: string;
  listings: Judgment[];
  /** Parts of titles, each of which answers: 'police / city hall'. */
  town: string[];
  offer: string | null;
  part: string;
}

/** Every third of the first questions was held back while tuning; the other files were written after that. */
const heldBack = (at: number) => (at % 3 === 2 ? 'held back' : 'seen while tuning');

const files: Readonly<Record<string, (at: number) => string>> = {
  'search-questions': heldBack,
  'search-questions-2': () => 'written later',
  'search-questions-3': () => 'written last',
  'search-questions-4': () => 'as strangers ask',
  'search-questions-5': () => 'as residents ask',
  'search-questions-6': () => 'as residents ask, again',
  'search-questions-7': () => 'from needs',
  'search-questions-8': () => 'from needs, kept away',
  'search-questions-9': () => 'needs from outside',
  'search-questions-10': () => 'needs from outside, again',
  'search-questions-11': () => 'needs from outside, last',
  'search-questions-12': () => 'half about the town',
  'search-questions-13': () => 'the usual mix',
  'search-questions-14': () => 'the usual mix, again',
  'search-questions-15': () => 'the usual mix, on phones',
  'search-questions-16': () => 'the usual mix, kept away',
  'search-questions-17': () => 'as visitors ask, untrue matches',
};

export function readQuestion(line: string): Omit<Question, 'part'> {
  const [kind = '', data = '', text = '', ...rest] = line.split('|');
  // A name may hold a '|', too: '1 Bar|Pub'.
  const judged = rest.join('|').split(';');
  const saying = (word: string) => judged.find((each) => each.startsWith(`${word} `))?.slice(word.length + 1) ?? null;
  return {
    kind,
    data: data === 'wide' ? 'wide' : 'sample',
    text,
    listings: judged.flatMap((each) => {
      const [, grade, name = '', address] = /^([123]) (.+?)(?: @ (.+))?$/.exec(each) ?? [];
      if (grade === undefined) return [];
      const at = address === undefined ? null : new RegExp(address, 'i');
      return { grade: Number(grade), name: new RegExp(name, 'i'), address: at };
    }),
    town: saying('town')?.split(' / ') ?? [],
    offer: saying('offer'),
  };
}

export function readAllQuestions(): Question[] {
  return Object.entries(files).flatMap(([name, partAt]) => {
    const file = readFileSync(new URL(`data/${name}.txt`, import.meta.url), 'utf8');
    const lines = file.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return lines.map((line, at) => ({ ...readQuestion(line), part: partAt(at) }));
  });
}

/** The best grade that a judgment gives to this listing; 0: nobody would want it. */
export function gradeOf({ listings }: Pick<Question, 'listings'>, { name, address }: Listed): number {
  const fitting = listings.filter(
    (judged) => judged.name.test(name) && (judged.address === null || judged.address.test(address ?? '')),
  );
  return Math.max(0, ...fitting.map(({ grade }) => grade));
}
