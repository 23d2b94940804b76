import type { Database } from '#server/db/client.ts';
import { commonSpellings, correctWord } from './correct-word.ts';
import { isKnown, readWords, type WordRow } from './read-words.ts';
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
}

/** Better spellings by number of piece. Only of pieces that are one word: hyphens are deliberate. */
export async function readSpellings(
  db: Pick<Database, 'execute'>,
  byPiece: ReadonlyMap<number, readonly WordRow[]>,
  doubts: Doubts,
): Promise<Map<number, Spelling>> {
  const better = new Map<number, { words: string[]; replaces: boolean }>();
  for (const [piece, [word, ...others]] of byPiece) {
    if (!word || others.length > 0 || word.isFixed) continue;
    const found = await betterSpelling(db, word, doubts);
    if (found.words.length > 0) better.set(piece, found);
  }
  if (better.size === 0) return new Map();
  const rows = await readWords(
    db,
    [...better.values()].flatMap(({ words }) => words),
  );
  const rowOf = new Map(rows.map((row) => [row.word, { ...row, beginsLike: null }]));
  return new Map(
    [...better].map(([piece, { words, replaces }]) => [
      piece,
      { rows: words.flatMap((word) => rowOf.get(word) ?? []), replaces },
    ]),
  );
}

async function betterSpelling(db: Pick<Database, 'execute'>, word: WordRow, doubts: Doubts) {
  if (doubts.all)
    return { words: await commonSpellings(db, word.word, { atLeast: word.docs, most: 3 }), replaces: false };
  const hasSynonyms = doubts.synonyms.byLexeme.has(word.lexeme);
  if (isKnown(word)) {
    const isDoubtful = word.docs <= doubts.mostDoubtful && word.word.length >= 5 && !hasSynonyms;
    const words = isDoubtful ? await commonSpellings(db, word.word, { atLeast: word.docs * 30, most: 1 }) : [];
    return { words, replaces: false };
  }
  const isBeginning = (word.beginsLike?.length ?? 0) > 0;
  const words = isBeginning || hasSynonyms ? null : await correctWord(db, word.word, doubts.synonyms.words);
  return { words: words ?? [], replaces: true };
}
