-- Looks up facts about the words of a search, before listings are looked for (read-words.ts). The plans are the same for every search, so they are
-- generic: planning each search would cost more than running it.

-- `words`: as search_spread returns them. `joined`: neighboring words written as one, in case a listing writes them so.
create function search_read(words text[], joined text[]) returns json
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  answer json;
begin
  with token as materialized (
    select place::integer as place, word, search_lexeme(word) as lexeme from unnest(words) with ordinality as given (word, place)
  ), gram as (
    select place, given.length, given.phrase from (
      select place, lexeme, lexeme || ' ' || lead(lexeme) over spot as two,
        lexeme || ' ' || lead(lexeme) over spot || ' ' || lead(lexeme, 2) over spot as three,
        lexeme || ' ' || lead(lexeme) over spot || ' ' || lead(lexeme, 2) over spot || ' ' || lead(lexeme, 3) over spot as four
      from token window spot as (order by place)
    ) as each cross join lateral (values (1, lexeme), (2, two), (3, three), (4, four)) as given (length, phrase)
    where given.phrase is not null
  ), turned as (
    -- 'trim a tree' is 'tree trimming', 'food for dogs' is 'dog food'.
    select place, way.length, way.phrase from (
      select place, lexeme, lead(lexeme) over spot as next, lead(lexeme, 2) over spot as last,
        lead(word) over spot = any ('{a,an,the,my,our,of,for,to,de,del,la,el,para,un,una,mi}') as is_small
      from token window spot as (order by place)
    ) as each cross join lateral (values (2, next || ' ' || lexeme, true), (3, last || ' ' || lexeme, is_small), (3, lexeme || ' ' || last, is_small))
      as way (length, phrase, is_way)
    where way.phrase is not null and way.is_way
  ), hit as materialized (
    select gram.place, gram.length, phrase.kind, phrase.strength, phrase.is_brand, phrase.spelled
    from gram join vocabulary.phrases as phrase on phrase.phrase = gram.phrase
    union
    select turned.place, turned.length, phrase.kind, phrase.strength, phrase.is_brand, phrase.spelled
    from turned join vocabulary.phrases as phrase on phrase.phrase = turned.phrase
    where phrase.strength = 2 and not phrase.is_brand
  ), synonym as (
    select gram.place, gram.length, array(select search_lexeme(part) from unnest(string_to_array(search_plain(means), ' ')) as part) as lexemes,
      array(select phrase.kind from vocabulary.phrases as phrase
        where phrase.phrase = search_stems(means) and phrase.strength = 2 and not phrase.is_brand
        -- Staff may write a category's name.
        union select '@' || slug from categories where search_stems(name) = search_stems(means)) as kinds
    from gram join (
      select phrase, means from vocabulary.synonyms union all select phrase, means from search_synonyms
    ) as known on known.phrase = gram.phrase
  )
  select json_build_object(
    'categories', coalesce((select json_agg(json_build_object('id', id, 'slug', slug, 'name', name, 'count', business_count,
        'code', search_category_code(id),
        'lexemes', tsvector_to_array(to_tsvector('search_prose', search_spread(name))))) from categories), '[]'),
    'tokens', coalesce((select json_agg(json_build_object('place', place, 'word', word, 'lexeme', lexeme,
        'docs', coalesce((select max(docs) from search_words where search_words.lexeme = token.lexeme), 0),
        'isWord', exists (select from vocabulary.words as known where known.lexeme = token.lexeme),
        'isReal', exists (select from vocabulary.real_words as known where known.word = token.word),
        'beginnings', case when place = cardinality(words) and word ~ '[[:alpha:]]' then (
          select json_build_object('lexemes', json_agg(beginning.lexeme), 'docs', sum(beginning.docs)) from (
            select search_words.lexeme, max(docs) as docs from search_words
            where search_words.word >= token.word and search_words.word < token.word || chr(1114111)
            group by search_words.lexeme order by max(docs) desc, search_words.lexeme limit 12
          ) as beginning having count(*) > 0) end) order by place) from token), '[]'),
    'joined', coalesce((select json_agg(json_build_object('word', word, 'lexeme', search_lexeme(word), 'docs', docs))
      from (select word, max(docs) as docs from search_words where search_words.word = any (joined) group by word) as known), '[]'),
    'phrases', coalesce((select json_agg(json_build_object('place', place, 'length', length, 'kind', kind, 'strength', strength, 'isBrand', is_brand,
        'spelled', spelled))
      from hit), '[]'),
    'synonyms', coalesce((select json_agg(json_build_object('place', place, 'length', length, 'lexemes', lexemes, 'kinds', kinds,
        'docs', coalesce((select min(docs) from (select max(docs) as docs from search_words where lexeme = any (lexemes) group by lexeme) as each), 0)))
      from synonym), '[]'),
    'kinds', coalesce((select json_agg(json_build_object('id', id, 'name', name, 'categories', categories, 'near', near, 'within', nullif(within, 'restaurant'), 'docs',
        coalesce((select max(docs) from search_words where search_words.word = '=' || id), 0)))
      from vocabulary.kinds where id in (select kind from hit union select unnest(kinds) from synonym)), '[]'),
    'properties', (select coalesce(json_object_agg(substr(word, 4), docs), '{}') from search_words where search_words.word >= '=p:' and search_words.word < '=p;'),
    'version', (select last_value::float8 from search_vocabulary)
  ) into answer;
  return answer;
end
$$;

-- Returns words of listings and of the vocabulary that look like the typed ones (correct-word.ts). A word with swapped or doubled letters shares few
-- trigrams with the right word, so the words that undo such a slip are looked up directly, as are the halves of two words typed as one.
create function search_near(unknown text[]) returns table (typed text, word text, lexeme text, docs integer, uses integer)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return query
  with given as materialized (select each as typed, length(each) as letters from unnest(unknown) as each), exact as materialized (
    select distinct given.typed, spelled
    from given cross join lateral generate_series(1, letters) as at
    cross join lateral (values
      (left(given.typed, at - 1) || substr(given.typed, at + 1)),
      (left(given.typed, at - 1) || substr(given.typed, at + 1, 1) || substr(given.typed, at, 1) || substr(given.typed, at + 2)),
      (case when at between 3 and letters - 3 then left(given.typed, at) end),
      (case when at between 3 and letters - 3 then substr(given.typed, at + 1) end)
    ) as way (spelled) where spelled is not null
  )
  select given.typed, near.word::text, near.lexeme, near.docs, 0
  from given cross join lateral (
    select known.word, known.lexeme, known.docs from search_words as known
    where known.word % given.typed and length(known.word) between letters - 3 and letters + 3
    order by similarity(known.word, given.typed) desc, known.docs desc limit 40
  ) as near
  union all
  select given.typed, near.word::text, near.lexeme, 0, near.uses
  from given cross join lateral (
    select known.word, known.lexeme, known.uses from vocabulary.words as known
    where known.word % given.typed and length(known.word) between letters - 3 and letters + 3
    order by similarity(known.word, given.typed) desc limit 20
  ) as near
  union all
  select exact.typed, known.word::text, known.lexeme, known.docs, 0 from exact join search_words as known on known.word = exact.spelled
  union all
  select exact.typed, known.word::text, known.lexeme, 0, known.uses from exact join vocabulary.words as known on known.word = exact.spelled;
end
$$;
