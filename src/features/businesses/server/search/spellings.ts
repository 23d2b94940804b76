import type { Database } from '#server/db/client.ts';
import { commonSpellings, correctWord } from './correct-word.ts';
import { type NearWords, readNearWords } from './near-words.ts';
import { isKnown, type WordRow } from './read-words.ts';
import type { Synonyms } from './synonym-queries.ts';

export interface Spelling {
  rows: WordRow[];
  /** false: they are looked for besides what was typed, any of them. */
  replaces: boolean;
}

export interface Doubts {
  synonyms: Synonyms;
  /** Listings that a word may be in and still be doubted, when a word near it is in many more. */
  mostDoubtful: number;
  /** Doubts every word. */
  all: boolean;
  /** Number of the vocabulary. */
  vocabulary: number;
}

/** Better spellings by number of piece. Only of pieces that are one word: hyphens are deliberate. */
export async function readSpellings(
  db: Database,
  byPiece: ReadonlyMap<number, readonly WordRow[]>,
  doubts: Doubts,
): Promise<Map<number, Spelling>> {
  const doubted = [...byPiece].flatMap(([piece, [word, ...others]]) =>
    word && others.length === 0 && !word.isFixed && isDoubted(word, doubts) ? [{ piece, word }] : [],
  );
  if (doubted.length === 0) return new Map();
  const nearWords = await readNearWords(
    db,
    doubted.map(({ word }) => ({ word: word.word, isKnown: isKnown(word) && !doubts.all })),
    doubts.vocabulary,
  );
  const spellings = new Map<number, Spelling>();
  for (const { piece, word } of doubted) {
    const near = nearWords(word.word);
    const { words, replaces } = betterSpelling(word, near, doubts);
    if (words.length > 0) spellings.set(piece, { rows: words.map((better) => rowOf(better, near, doubts)), replaces });
  }
  return spellings;
}

function rowOf(word: string, near: NearWords, { synonyms }: Doubts): WordRow {
  const { lexeme, docs } = near.get(word) ?? { lexeme: synonyms.words.get(word) ?? word, docs: 0 };
  return { piece: 0, word, lexeme, docs, isFixed: false, beginsLike: null };
}

function isDoubted(word: WordRow, { synonyms, mostDoubtful, all }: Doubts): boolean {
  if (all) return true;
  const hasSynonyms = synonyms.byLexeme.has(word.lexeme);
  if (isKnown(word)) return word.docs <= mostDoubtful && word.word.length >= 5 && !hasSynonyms;
  const isBeginning = (word.beginsLike?.length ?? 0) > 0;
  return !isBeginning && !hasSynonyms;
}

function betterSpelling(word: WordRow, near: NearWords, { synonyms, all }: Doubts) {
  if (all) return { words: commonSpellings(word.word, near, { atLeast: word.docs, most: 3 }), replaces: false };
  if (isKnown(word))
    return { words: commonSpellings(word.word, near, { atLeast: word.docs * 30, most: 1 }), replaces: false };
  return { words: correctWord(word.word, near, synonyms.words.keys()) ?? [], replaces: true };
}
