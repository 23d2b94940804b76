import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

/**
 * Counts again in how many listings each word stands, and forgets words that stand in none. Corrections and prefixes
 * prefer frequent words; right after an import, and once a day, is often enough.
 */
export async function refreshSearchWords(db: Database): Promise<void> {
  await db.execute(sql`
    with counted as materialized (
      select word as lexeme, ndoc from ts_stat('select words from search_docs')
    ), named as materialized (
      select distinct lexeme from categories cross join lateral
        unnest(tsvector_to_array(to_tsvector('search_text', search_spread(name)))) as lexeme
    ), known as materialized (
      select ctid as row, word, lexeme, row_number() over (partition by word) as copy from search_words
    ), forgotten as (
      delete from search_words using known
      where search_words.ctid = known.row
        and (known.copy > 1 or (known.lexeme not in (select lexeme from counted) and known.lexeme not in (select lexeme from named)))
    )
    update search_words set docs = counted.ndoc
    from counted, known
    where search_words.ctid = known.row and known.copy = 1 and counted.lexeme = known.lexeme
      and search_words.docs <> counted.ndoc`);
  await db.execute(sql`select nextval('search_vocabulary')`);
}
