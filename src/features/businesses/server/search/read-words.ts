import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

/** What the database knows of one typed word. */
export interface WordRow extends Record<string, unknown> {
  /** Number of the piece it was typed in, from 1. */
  piece: number;
  word: string;
  lexeme: string;
  /** Without letters, or a single one: taken as it is. */
  isFixed: boolean;
  /** Listings that hold its lexeme, as last counted. */
  docs: number;
  /** All pieces as names are sorted. */
  plain: string;
  /** Lexemes of words that begin with it, frequent ones first; only for the very last word. */
  beginsLike: string[] | null;
}

const mostBeginnings = 12;

export function isKnown({ isFixed, docs }: WordRow): boolean {
  return isFixed || docs > 0;
}

/**
 * The words of the pieces in their order. Those of `extra` are numbered on after the pieces and are never the last word.
 */
export async function readWords(
  db: Pick<Database, 'execute'>,
  pieces: readonly string[],
  extra: readonly string[] = [],
): Promise<WordRow[]> {
  const { rows } = await db.execute<WordRow>(sql`
    with piece as (
      select number::int, search_spread(typed) as spread
      from unnest(${sql.param([...pieces, ...extra])}::text[]) with ordinality as given (typed, number)
    ), word as (
      select piece.number, part.word, part.place, coalesce((ts_lexize('search_stem', part.word))[1], part.word) as lexeme,
        row_number() over (order by piece.number > ${pieces.length}, piece.number desc, part.place desc) = 1 as is_last
      from piece cross join lateral unnest(string_to_array(piece.spread, ' ')) with ordinality as part (word, place)
      where part.word <> ''
    )
    select word.number as piece, word.word, word.lexeme, search_plain(${pieces.join(' ')}) as plain,
      word.word !~ '[[:alpha:]]' or length(word.word) = 1 as "isFixed",
      coalesce((select max(docs) from search_words where search_words.lexeme = word.lexeme), 0) as docs,
      case when word.is_last and length(word.word) > 1 then array(
        select search_words.lexeme from search_words
        where search_words.word >= word.word and search_words.word < word.word || chr(1114111)
        group by search_words.lexeme order by max(docs) desc, search_words.lexeme limit ${mostBeginnings}
      ) end as "beginsLike"
    from word order by word.number, word.place`);
  return rows;
}
