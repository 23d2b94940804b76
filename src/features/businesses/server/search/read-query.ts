/** From what people typed to what PostgreSQL looks for. */
import type { Database } from '#server/db/client.ts';
import { tellingWords } from './clean-search.ts';
import { isKnown, type Question, type WordRow } from './read-words.ts';
import type { Scope } from './scope.ts';
import { readSpellings } from './spellings.ts';
import { readSynonyms } from './synonym-queries.ts';
import { alsoCalled, either, every, type Term, TermBuilder } from './terms.ts';

export interface TextQuery {
  /** Every word as typed, or as its stem or category name. A tsquery as text. */
  literal: string;
  /** Also synonyms and what begins like the last word; the same as `literal` when there are none. */
  widened: string;
  /** The conditions that these two join with '&'. */
  apart: Term['apart'];
  /** Every word, or a beginning for the last, in the name itself. */
  inName: string;
  /** The search as names are sorted: a listing of just this name comes first. */
  plain: string;
  /** With misspelt words replaced; null: nothing was. */
  correctedTo: string | null;
  /** No more listings than about this match, as words were last counted; infinite where it is not known. */
  most: number;
}

interface Options {
  /** Takes every word for a possible slip: the second try, when the first one found nothing. */
  doubtAll?: boolean;
}

/** A word of no more listings than this may be a slip in the listings themselves. */
const mostDoubtful = ({ size }: Scope) => 5 + size / 2_000;

/** null: there was nothing to look for. `question` is what was read of `pieces`, which come from cleanSearch. */
export async function readQuery(
  db: Database,
  pieces: readonly string[],
  { words: all, plain, vocabulary }: Question,
  scope: Scope,
  { doubtAll = false }: Options = {},
): Promise<TextQuery | null> {
  if (pieces.length === 0) return null;
  const synonyms = await readSynonyms(db);
  const rows = all.filter(({ piece }) => piece <= pieces.length);
  if (rows.length === 0) return null;
  const byPiece = Map.groupBy(all, ({ piece }) => piece);
  const wordsOf = (piece: number) => byPiece.get(piece) ?? [];
  const doubts = { synonyms, mostDoubtful: mostDoubtful(scope), all: doubtAll, vocabulary };
  const spellings = await readSpellings(
    db,
    Map.groupBy(rows, ({ piece }) => piece),
    doubts,
  );
  const builder = new TermBuilder(scope, synonyms);
  const telling = new Set(tellingWords(rows));

  const termOf = (piece: number): Term[] => {
    const spelling = spellings.get(piece);
    if (spelling?.replaces) return spelling.rows.map((row) => builder.word(row));
    const tells = wordsOf(piece).some((word) => telling.has(word));
    return tells ? [builder.piece(wordsOf(piece), spelling?.rows)] : [];
  };
  const terms: Term[] = [];
  for (let piece = 1; piece <= pieces.length; piece += 1) {
    const pair = joinedWord(wordsOf(piece), wordsOf(piece + 1), wordsOf(pieces.length + piece));
    const called = piece < pieces.length ? twoWords(wordsOf(piece), wordsOf(piece + 1)) : null;
    const others = called === null ? [] : builder.synonymsOf(called);
    if (piece < pieces.length && (pair || others.length > 0)) {
      const both = alsoCalled(every([...termOf(piece), ...termOf(piece + 1)]), others);
      terms.push(pair ? either([both, builder.word(pair)]) : both);
      piece += 1;
    } else terms.push(...termOf(piece));
  }
  const isCorrected = [...spellings.values()].some(({ replaces }) => replaces);
  const spelt = pieces.map((piece, index) => {
    const better = spellings.get(index + 1);
    return better ? better.rows.map(({ word }) => word).join(' ') : piece;
  });
  return {
    ...every(terms),
    plain: plain.slice(0, 60),
    correctedTo: isCorrected ? spelt.join(' ') : null,
  };
}

/** 'ice cream', as synonyms are called. */
function twoWords(left: WordRow[], right: WordRow[]): string | null {
  const [first, ...more] = left;
  const [second, ...others] = right;
  return first && second && more.length + others.length === 0 ? `${first.lexeme} ${second.lexeme}` : null;
}

/** 'auto zone' as 'autozone', when listings have that. */
function joinedWord(left: WordRow[], right: WordRow[], joined: WordRow[]): WordRow | null {
  const [word] = joined;
  const isOne = left.length === 1 && right.length === 1 && joined.length === 1;
  return isOne && word && !word.isFixed && isKnown(word) ? word : null;
}
