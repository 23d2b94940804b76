/** The words that speak for each matter of a town, against those that speak for kinds of businesses. */
import { readKindWords } from '#server/db/vocabulary/read-vocabulary.ts';
import { isTelling, type Page, type Phrase, singular, splitWords } from './phrases.ts';
import { type Bag, type WordOdds, wordOdds } from './word-odds.ts';

export interface Matter {
  /** Words of titles, the best answer first. */
  pages: readonly Page[];
  phrases: readonly Phrase[];
  /** Questions of it. Their words tell what it is about, but none fits another question by itself. */
  sentences: string;
  /** It is of danger to life. */
  isUrgent: boolean;
}

/** The weight of a word in a page's title, of one that only may mean a kind, and of one in a sentence. */
const inTitle = 0.5;
const mayMean = 0.3;
const inSentence = 0.5;
/** So many kinds are read in a turn. */
const kindsInTurn = 60;
const pauseMs = 20;

/** The words of a matter. Those of a phrase side by side share its weight, and so do words that stand for one another. */
function bagOfMatter({ pages, phrases, sentences }: Matter): Bag {
  const bag = new Map<string, number>();
  const put = (word: string, weight: number) => bag.set(word, (bag.get(word) ?? 0) + weight);
  for (const part of phrases.flatMap(({ parts }) => parts)) {
    const own = new Map<string, number>();
    for (const run of part)
      for (const word of run.filter(isTelling)) own.set(word, Math.max(own.get(word) ?? 0, 1 / run.length));
    for (const [word, weight] of own) put(word, weight / Math.sqrt(own.size));
  }
  for (const word of splitWords(sentences).map(singular).filter(isTelling)) put(word, inSentence);
  for (const word of pages[0]?.words ?? []) put(singular(word), inTitle);
  return bag;
}

type KindPhrases = ReturnType<typeof readKindWords>['phrases'];

function bagOfKind(phrases: KindPhrases): Bag {
  const bag = new Map<string, number>();
  for (const { text, strength } of phrases) {
    const words = splitWords(text).map(singular).filter(isTelling);
    for (const word of words) bag.set(word, (bag.get(word) ?? 0) + (strength === 2 ? 1 : mayMean));
  }
  return bag;
}

function* make(matters: readonly Matter[]): Generator<void, WordOdds> {
  const meant = matters.map((matter) => bagOfMatter(matter));
  yield;
  const phrases = readKindWords().phrases.filter(({ isAsked }) => !isAsked);
  yield;
  const kinds = [...Map.groupBy(phrases, ({ kind }) => kind).values()];
  const others: Bag[] = [];
  for (let at = 0; at < kinds.length; at += kindsInTurn) {
    others.push(...kinds.slice(at, at + kindsInTurn).map((ofKind) => bagOfKind(ofKind)));
    yield;
  }
  return wordOdds(meant, others);
}

/**
 * Reading all words takes longer than a search may. It begins after the first search of a process and goes on in turns between
 * requests; a question that needs them earlier reads the rest at once. A process that is asked nothing keeps none of them.
 */
export function oddsInTurns(matters: readonly Matter[]): { begin: () => void; read: () => WordOdds } {
  let making: Generator<void, WordOdds> | undefined;
  let made: WordOdds | undefined;
  const takeTurn = () => {
    if (made !== undefined || making === undefined) return;
    const turn = making.next();
    if (turn.done) made = turn.value;
    else setTimeout(takeTurn, pauseMs).unref();
  };
  const begin = () => {
    if (making !== undefined) return;
    making = make(matters);
    setTimeout(takeTurn, pauseMs).unref();
  };
  const read = () => {
    begin();
    while (made === undefined) {
      const turn = making?.next();
      if (turn?.done) made = turn.value;
    }
    return made;
  };
  return { begin, read };
}
