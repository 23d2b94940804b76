-- Its value moves on whenever words are learned or counted again, so that a web process knows when what it remembers of
-- them is old. A restore empties the database without it.
create sequence if not exists search_vocabulary;
--> statement-breakpoint
-- Adds the words of these texts that are new. Looks without locking: nobody waits for another's word.
create or replace function search_learn(texts text[]) returns void language sql as $$
  with learned as (
    insert into search_words (word, lexeme, docs)
    select word, lexeme, number
    from (
      select word, count(*) as number
      from unnest(texts) as line cross join lateral unnest(string_to_array(line, ' ')) as word
      where length(word) between 2 and 40 and word ~ '[[:alpha:]]'
      group by word
    ) as part
    cross join lateral (select (ts_lexize('search_stem', word))[1] as lexeme) as stem
    where lexeme is not null and not exists (select from search_words as known where known.word = part.word)
    returning 1
  )
  select nextval('search_vocabulary') from (select from learned limit 1) as any_learned
$$;
