-- As before, but a single letter is a beginning, too: whoever searches for 'h' is shown what begins so, as while typing.
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
      case when word.is_last and (length(word.word) > 1 or word.word ~ '[[:alpha:]]') then (
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
