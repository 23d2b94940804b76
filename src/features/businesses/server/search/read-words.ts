import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

/** What the database knows of one typed word. */
export interface WordRow {
  /** Number of the piece it was typed in, from 1. */
  piece: number;
  word: string;
  lexeme: string;
  /** Without letters, or a single one: taken as it is. */
  isFixed: boolean;
  /** Listings that hold its lexeme, as last counted. */
  docs: number;
  /** Words that begin with it, frequent ones first; only for the very last word. */
  beginsLike: readonly { lexeme: string; docs: number }[] | null;
}

export interface CategoryRow {
  id: string;
  slug: string;
  name: string;
  /** Approved listings in it. */
  approved: number;
}

/** All that a search asks the database before it looks for listings, in one statement. */
export interface Question {
  categories: CategoryRow[];
  /** The words of the pieces in their order, then those of the neighbors written as one word. */
  words: WordRow[];
  /** All pieces as names are sorted. */
  plain: string;
  /** Moves on whenever words are learned or counted again. */
  vocabulary: number;
}

const mostBeginnings = 12;

export function isKnown({ isFixed, docs }: WordRow): boolean {
  return isFixed || docs > 0;
}

/** `pieces` come from cleanSearch; the joined neighbors are numbered on after them and are never the last word. */
export async function readQuestion(db: Pick<Database, 'execute'>, pieces: readonly string[]): Promise<Question> {
  const pairs = pieces.slice(0, -1).map((piece, index) => `${piece}${pieces[index + 1]}`);
  const { rows } = await db.execute<Question & Record<string, unknown>>(sql`
    with piece as (
      select number::int, search_spread(typed) as spread
      from unnest(${sql.param([...pieces, ...pairs])}::text[]) with ordinality as given (typed, number)
    ), word as (
      select piece.number, part.word, part.place, coalesce((ts_lexize('search_stem', part.word))[1], part.word) as lexeme,
        row_number() over (order by piece.number > ${pieces.length}, piece.number desc, part.place desc) = 1 as is_last
      from piece cross join lateral unnest(string_to_array(piece.spread, ' ')) with ordinality as part (word, place)
      where part.word <> ''
    ), described as (
      select word.number as piece, word.word, word.lexeme, word.place,
        word.word !~ '[[:alpha:]]' or length(word.word) = 1 as "isFixed",
        coalesce((select max(docs) from search_words where search_words.lexeme = word.lexeme), 0) as docs,
        case when word.is_last and length(word.word) > 1 then (
          select json_agg(beginning) from (
            select search_words.lexeme, max(docs) as docs from search_words
            where search_words.word >= word.word and search_words.word < word.word || chr(1114111)
            group by search_words.lexeme order by max(docs) desc, search_words.lexeme limit ${mostBeginnings}
          ) as beginning
        ) end as "beginsLike"
      from word
    )
    select (select json_agg(json_build_object('id', id, 'slug', slug, 'name', name, 'approved', business_count)) from categories)
        as categories,
      coalesce((select json_agg(described order by piece, place) from described), '[]') as words,
      search_plain(${pieces.join(' ')}) as plain,
      (select last_value::float8 from search_vocabulary) as vocabulary`);
  const [question] = rows;
  if (question === undefined) throw new Error('a statement without FROM answers one row');
  return { ...question, categories: question.categories ?? [] };
}
