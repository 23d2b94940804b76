CREATE INDEX "search_words_similar_frequent" ON "search_words" USING gin ("word" gin_trgm_ops) WHERE "search_words"."docs" >= 30;--> statement-breakpoint
-- What a search asks of its words before it looks for listings (read-words.ts). A function, because its plan is the same
-- for every search and making it anew would cost more than running it.
create or replace function search_question(pieces text[], pairs text[], most_beginnings integer)
returns table (categories json, words json, plain text, vocabulary double precision)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return query
  with piece as (
    select number::int as number, search_spread(typed) as spread
    from unnest(pieces || pairs) with ordinality as given (typed, number)
  ), word as (
    select piece.number, part.word, part.place, coalesce((ts_lexize('search_stem', part.word))[1], part.word) as lexeme,
      row_number() over (order by piece.number > cardinality(pieces), piece.number desc, part.place desc) = 1 as is_last
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
          group by search_words.lexeme order by max(docs) desc, search_words.lexeme limit most_beginnings
        ) as beginning
      ) end as "beginsLike"
    from word
  )
  select
    (select json_agg(json_build_object('id', id, 'slug', slug, 'name', name, 'approved', business_count)) from categories),
    (select json_agg(described order by piece, place) from described),
    search_plain(array_to_string(pieces, ' ')),
    (select last_value::float8 from search_vocabulary);
end
$$;
--> statement-breakpoint
-- Words that look like the typed ones (near-words.ts): like `unknown` any, like `rare` those in 30 listings and more.
create or replace function search_near(unknown text[], rare text[], exact_of text[], exact text[])
returns table (typed text, word text, lexeme text, docs integer)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return query
  select given.typed, near.word::text, near.lexeme, near.docs
  from unnest(unknown) as given (typed)
  cross join lateral (
    select known.word, known.lexeme, known.docs from search_words as known
    where known.word % given.typed and length(known.word) between length(given.typed) - 3 and length(given.typed) + 3
    order by similarity(known.word, given.typed) desc, known.docs desc limit 40
  ) as near
  union all
  select given.typed, near.word::text, near.lexeme, near.docs
  from unnest(rare) as given (typed)
  cross join lateral (
    select known.word, known.lexeme, known.docs from search_words as known
    where known.docs >= 30 and known.word % given.typed
      and length(known.word) between length(given.typed) - 3 and length(given.typed) + 3
    order by similarity(known.word, given.typed) desc, known.docs desc limit 40
  ) as near
  union all
  select given.typed, known.word::text, known.lexeme, known.docs
  from unnest(exact_of, exact) as given (typed, exact) join search_words as known on known.word = given.exact;
end
$$;
