-- Looks up facts about the words of a search, before listings are looked for (read-words.ts). The plans are the same for every search, so they are
-- generic: planning each search would cost more than running it.

-- `words`: as search_spread returns them. `joined`: neighboring words written as one, in case a listing writes them so.
create function search_read(words text[], joined text[]) returns json
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  answer json;
begin
  with token as materialized (
    select place::integer as place, word, search_lexeme(word) as lexeme, coalesce(is_small, false) as is_small,
      coalesce(is_trouble, false) as is_trouble
    from unnest(words) with ordinality as given (word, place) left join vocabulary.fillers using (word)
  ), gram as materialized (
    select place, given.length, given.phrase, false as is_turned from (
      select place, lexeme, lexeme || ' ' || lead(lexeme) over spot as two,
        lexeme || ' ' || lead(lexeme) over spot || ' ' || lead(lexeme, 2) over spot as three,
        lexeme || ' ' || lead(lexeme) over spot || ' ' || lead(lexeme, 2) over spot || ' ' || lead(lexeme, 3) over spot as four
      from token window spot as (order by place)
    ) as each cross join lateral (values (1, lexeme), (2, two), (3, three), (4, four)) as given (length, phrase)
    union
    -- Small words may stand between, and two words may be turned: 'trim a tree' is 'tree trimming', 'cut my son’s hair' is 'cut hair'.
    select place, last - place + 1, phrase, is_turned from (
      select place, lexeme, lead(place) over spot as second, lead(lexeme) over spot as next, lead(place, 2) over spot as third, lead(lexeme, 2) over spot as last_lexeme
      from token where not is_small window spot as (order by place)
    ) as each cross join lateral (values (second, lexeme || ' ' || next, false), (second, next || ' ' || lexeme, true),
      (third, lexeme || ' ' || next || ' ' || last_lexeme, false)) as given (last, phrase, is_turned)
    union
    -- Where something is broken, each thing is one to fix: 'my phone is dead' is 'fix phone'.
    select place, last - place + 1, 'fix ' || phrase, false from (
      select place, lexeme, lead(place) over spot as second, lead(lexeme) over spot as next
      from token where not is_small and not is_trouble window spot as (order by place)
    ) as each cross join lateral (values (place, lexeme), (second, lexeme || ' ' || next)) as given (last, phrase)
    where exists (select from token where is_trouble)
  ), known as materialized (
    select gram.place, gram.length, phrase, means from gram join (
      select phrase, means from vocabulary.synonyms union all select phrase, means from search_synonyms
    ) as known using (phrase) where not is_turned
  ), hit as materialized (
    select gram.place, gram.length, phrase.kind, phrase.strength, phrase.is_brand, phrase.spelled
    from gram join vocabulary.phrases as phrase using (phrase) join token using (place)
    where (not is_turned or phrase.strength = 2 and not phrase.is_brand)
      -- 'up' is no 'UPS'.
      and (gram.length > 1 or not is_small or word = any (phrase.spelled))
    union all
    select known.place, known.length, phrase.kind, phrase.strength, true, '{}'
    from known join vocabulary.phrases as phrase on phrase.phrase = search_stems(known.means) and phrase.is_brand
    union all
    select known.place, known.length, phrase.kind, phrase.strength, false, '{}'
    from known join vocabulary.phrases as phrase on phrase.phrase = search_stems(known.means) and not phrase.is_brand and phrase.strength < 2
  ), lone as materialized (
    select place, 1 as length, word, lexeme from token where not is_small and not is_trouble
    union
    select place, length, search_plain(means), search_lexeme(search_plain(means)) from known where position(' ' in search_plain(means)) = 0
  ), part as materialized (
    -- A word that stands nowhere by itself may stand in phrases, or be of one family with such a word: 'guitarra' in 'clases de guitarra'. A synonym
    -- means the same as the word that it leads to.
    select distinct lone.place, lone.length, part.kind, 0 as strength, part.is_brand, '{}'::text[] as spelled
    from lone cross join lateral (
      select kind, is_brand from vocabulary.parts where parts.lexeme = lone.lexeme
      union
      select kind, false from vocabulary.words as near
      cross join lateral (select kind from vocabulary.parts where parts.lexeme = near.lexeme and not is_brand
        union select kind from vocabulary.phrases where phrases.phrase = near.lexeme and strength = 2 and not is_brand) as meant
      where length(lone.word) > 5 and near.word >= left(lone.word, greatest(6, length(lone.word) - 3))
        and near.word < left(lone.word, greatest(6, length(lone.word) - 3)) || chr(1114111) and length(near.word) <= length(lone.word) + 3
    ) as part
    where not exists (select from search_words where search_words.lexeme = lone.lexeme and docs > 0)
      and not exists (select from hit where lone.place between hit.place and hit.place + hit.length - 1)
  ), synonym as (
    select place, length, array(select search_lexeme(part) from unnest(string_to_array(search_plain(means), ' ')) as part) as lexemes,
      array(select phrase.kind from vocabulary.phrases as phrase
        where phrase.phrase = stems and phrase.strength = 2 and not phrase.is_brand) as kinds, stems
    from known cross join lateral (select search_stems(means) as stems) as meant
  )
  select json_build_object(
    'tokens', coalesce((select json_agg(json_build_object('place', place, 'word', word, 'lexeme', lexeme,
        'docs', coalesce((select max(docs) from search_words where search_words.lexeme = token.lexeme), 0),
        'isSpelled', exists (select from search_words as known where known.word = token.word),
        'isWord', exists (select from vocabulary.words as known where known.lexeme = token.lexeme),
        'isPhrased', exists (select from vocabulary.words as known where known.word = token.word),
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
      from (select * from hit union all select * from part) as each), '[]'),
    'synonyms', coalesce((select json_agg(json_build_object('place', place, 'length', length, 'lexemes', lexemes, 'kinds', kinds, 'stems', stems,
        -- No listing has 'ulta beauty' where none has 'ulta'.
        'docs', coalesce((select min(docs) from (select coalesce((select max(docs) from search_words where search_words.lexeme = part), 0) as docs
          from unnest(lexemes) as part) as each), 0)))
      from synonym), '[]'),
    'kinds', coalesce((select json_agg(json_build_object('id', id, 'name', name, 'categories', categories, 'near', near, 'within', nullif(within, 'restaurant'), 'docs',
        coalesce((select max(docs) from search_words where search_words.word = '=' || id), 0)))
      from vocabulary.kinds where id in (select kind from hit union select kind from part union select unnest(kinds) from synonym)), '[]')
  ) into answer;
  return answer;
end
$$;

-- Returns what every search needs of the town: its categories, and the estimated number of listings that have each property.
create function search_town() returns json language sql stable as $$
  select json_build_object(
    'categories', coalesce((select json_agg(json_build_object('id', id, 'slug', slug, 'name', name, 'count', business_count, 'isHidden', is_hidden,
        'code', search_category_code(id), 'isKept', slug <> 'other' and exists (select from vocabulary.categories as known where known.slug = categories.slug),
        'stems', search_stems(name),
        'lexemes', tsvector_to_array(to_tsvector('search_prose', search_spread(name))))) from categories), '[]'),
    'properties', (select coalesce(json_object_agg(substr(word, 4), docs), '{}') from search_words where search_words.word >= '=p:' and search_words.word < '=p;')
  )
$$;

-- Returns words of listings and of the vocabulary that look like the typed ones (correct-word.ts). A word with swapped or doubled letters shares few
-- trigrams with the right word, so the words that undo such a slip are looked up directly, as are the halves of two words typed as one.
create function search_near(unknown text[]) returns table (typed text, word text, lexeme text, docs integer, uses integer, is_real boolean)
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
  ), found (typed, word, lexeme, docs, uses) as (
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
  select given.typed, known.word::text, known.lexeme, 0, known.uses from given join vocabulary.words as known on known.bones = search_bones(given.typed)
  where letters > 5
  union all
  select exact.typed, known.word::text, known.lexeme, known.docs, 0 from exact join search_words as known on known.word = exact.spelled
  union all
  select exact.typed, known.word::text, known.lexeme, 0, known.uses from exact join vocabulary.words as known on known.word = exact.spelled
  )
  select found.*, exists (select from vocabulary.real_words as real where real.word = found.word) from found;
end
$$;
