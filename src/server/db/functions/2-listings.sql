-- Makes the rows that searches read from listings (schema/search.ts).

-- The columns of search_docs. They are a type of their own, so that a new table can replace the old one.
drop type if exists search_row cascade;
create type search_row as (
  business_id uuid, category_id uuid, premium_until timestamptz, place bigint, name_sort text, words tsvector,
  open_minutes int4multirange, closed_days datemultirange, properties text[], has_photo boolean, position point, added_at timestamptz
);

-- Finds the kinds that names and descriptions speak of, by the number of the listing. A phrase inside a longer phrase does not count:
-- 'coffee cake' does not mean coffee.
create function search_kinds(numbers integer[], names text[], descriptions text[], slugs text[])
returns table (number integer, strong text[], weak text[]) language sql stable as $$
  with given as materialized (
    select *, exists (select from vocabulary.categories where categories.slug = given.slug) and slug <> 'other' as is_kept_to
    from unnest(numbers, names, descriptions, slugs) as given (number, name, description, slug)
  ), word as materialized (
    select given.number, part.name, word.place::integer as place, word.word
    from given
    cross join lateral (values ('name', given.name), ('text', given.description)) as part (name, words)
    cross join lateral unnest(string_to_array(part.words, ' ')) with ordinality as word (word, place)
    where word.word <> '' and word.place <= 80
  ), lexeme as materialized (
    -- Stemming is slow, and most words occur many times, so each word is stemmed once.
    select distinct_word.word, search_lexeme(distinct_word.word) as lexeme from (select distinct word from word) as distinct_word
  ), token as (
    -- What is broken is mended there, and not sold: 'rescued from broken phones'.
    select word.number, word.name, word.place, word.word, lexeme.lexeme,
      coalesce(bool_or(word.word in ('broken', 'damaged', 'cracked', 'dead'))
        over (partition by word.number, word.name order by word.place rows between 4 preceding and 1 preceding), false) as is_broken
    from word join lexeme using (word)
  ), gram as (
    select number, name, place, word, lexeme, is_broken,
      lexeme || ' ' || lead(lexeme) over spot as two,
      lexeme || ' ' || lead(lexeme) over spot || ' ' || lead(lexeme, 2) over spot as three,
      lexeme || ' ' || lead(lexeme) over spot || ' ' || lead(lexeme, 2) over spot || ' ' || lead(lexeme, 3) over spot as four
    from token window spot as (partition by number, name order by place)
  ), hit as (
    select gram.number, gram.name, gram.place, gram.word, gram.is_broken, given.length, given.phrase
    from gram join vocabulary.starts as start on start.lexeme = gram.lexeme
    cross join lateral (values (1, gram.lexeme), (2, two), (3, three), (4, four)) as given (length, phrase)
    where given.length <= start.longest and exists (select from vocabulary.phrases where phrases.phrase = given.phrase and not is_asked)
  ), longest as (
    select *, max(place + length) over (partition by number, name order by place, length desc
      rows between unbounded preceding and 1 preceding) as covered
    from hit
  ), meant as (
    select distinct longest.number, phrase.kind, longest.name = 'name' as is_name, phrase.strength = 2 or longest.length > 1 or longest.name = 'name' as is_sure,
      longest.name = 'name' and longest.length = 1 and not exists (select from unnest(phrase.spelled) as each (text)
        where rtrim(each.text, 'es') = rtrim(longest.word, 'es')) as is_other_form,
      longest.length > 1 or longest.name = 'name' or given.slug = any (kind.categories) as is_telling,
      case when longest.name = 'name' or longest.place <= 14 then phrase.strength else 0 end as strength
    from longest
    join vocabulary.phrases as phrase on phrase.phrase = longest.phrase and not phrase.is_asked
      and (longest.name = 'name' or not phrase.is_brand)
    join vocabulary.kinds as kind on kind.id = phrase.kind
    join given on given.number = longest.number
    -- 'Low Bridge' is no 'Lowe’s', though they have one stem, and a 'nurse' in a text is no 'nursing'.
    where (longest.name = 'name' or not longest.is_broken)
      and (longest.length > 1 or not phrase.is_brand or longest.word = any (phrase.spelled)) and (covered is null or place + length > covered) and (not given.is_kept_to or given.slug = any (kind.categories))
      and (longest.name = 'name' or longest.length > 1
        or exists (select from unnest(phrase.spelled) as each (text) where rtrim(each.text, 'es') = rtrim(longest.word, 'es')))
  ), told as (
    -- 'Carriage Return Copy' makes no copies where the description begins with what it does.
    select *, not (is_other_form and bool_or(not is_name and strength = 2 and is_telling) over (partition by number)
      and not bool_or(not is_other_form) over (partition by number, kind)) as is_so
    from meant
  ), best as (
    -- The name decides. If it says nothing, the first words of the description decide. Phrases that only may mean a kind count last.
    select *, max(case when strength = 2 then 2 + is_name::integer when strength = 1 then 1 else 0 end) over (partition by number) as top
    from told where is_so
  ), kept as (
    select number, kind, bool_or(case top when 3 then strength = 2 and is_name when 2 then strength = 2 when 1 then strength = 1 else false end) as is_strong
    from best
    -- The kitchen and the tree of a guest house, which may be of any category, are no trades of its own.
    where (is_telling or top < 2 or (top = 2 and strength = 2))
      -- A word that only may mean a kind says nothing of a listing that says what it is: 'letters' of a writer are no mail.
      and (is_sure or top < 2)
    group by number, kind
  ), wider as (
    select kept.number, each.kind, bool_or(kept.is_strong) as is_strong
    from kept join vocabulary.kinds as kind on kind.id = kept.kind
    cross join lateral (values (kind.id), (kind.within)) as each (kind)
    where each.kind is not null group by kept.number, each.kind
    union all
    -- It has the word, and is none: '-copyshop'.
    select distinct number, '-' || kind, false from told where not is_so
  )
  select number, array_agg(kind) filter (where is_strong), array_agg(kind) filter (where not is_strong)
  from wider group by number
$$;

-- Returns the minutes of the week at which a business is open, counted from the start of Sunday, or null if nobody knows its hours. Reads periods as
-- opening-hours.ts does.
create function search_open_minutes(hours jsonb) returns int4multirange language plpgsql immutable parallel safe as $$
declare
  minutes int4multirange := '{}';
  day text;
  start integer := 0;
  period jsonb;
  opens integer;
  closes integer;
begin
  if hours is null or jsonb_typeof(hours) <> 'object' then
    return null;
  end if;
  foreach day in array '{sun,mon,tue,wed,thu,fri,sat}'::text[] loop
    for period in select * from jsonb_array_elements(coalesce(hours -> day, '[]')) loop
      opens := split_part(period ->> 0, ':', 1)::integer * 60 + split_part(period ->> 0, ':', 2)::integer;
      closes := split_part(period ->> 1, ':', 1)::integer * 60 + split_part(period ->> 1, ':', 2)::integer;
      if closes <= opens then
        closes := closes + 1440;
      end if;
      minutes := minutes + int4multirange(int4range(start + opens, start + closes));
    end loop;
    start := start + 1440;
  end loop;
  -- A period that goes on after Saturday's midnight continues at the start of the week.
  return minutes * '{[0,10080)}' + (
    select coalesce(range_agg(int4range(greatest(lower(late), 10080) - 10080, upper(late) - 10080)), '{}')
    from unnest(minutes) as late where upper(late) > 10080);
end
$$;

create function search_closed_days(closures jsonb) returns datemultirange language sql immutable parallel safe as $$
  select coalesce(range_agg(daterange((each ->> 'from')::date, greatest((each ->> 'from')::date, (each ->> 'to')::date), '[]')), '{}')
  from jsonb_array_elements(case jsonb_typeof(closures) when 'array' then closures else '[]' end) as each
  where each ->> 'from' ~ '^\d{4}-\d\d-\d\d$' and each ->> 'to' ~ '^\d{4}-\d\d-\d\d$'
$$;

-- Returns further texts of a listing. Their words count like those of the description, but do not tell the kind. This is the only place that
-- names these texts: a text that is added here is found, and its edits are followed.
create function search_more_texts(listing businesses) returns text language sql stable as $$
  select concat_ws(' ', listing.parking)
$$;

-- Makes the search rows of the approved ones among these businesses. `line`: the words that search_learn adds.
create function search_entries(ids uuid[]) returns table (doc search_row, line text) language sql stable as $$
  with listing as materialized (
    select business.*, category.slug as category_slug, row_number() over ()::integer as number,
      -- 'L.L.C.' is no 'L & L'.
      search_spread(regexp_replace(business.name, '\ml\.\s?l\.\s?([cp])\M', 'll\1', 'i')) as name_words,
      search_spread(business.address) as address_words,
      search_spread(business.description) as description_words, search_spread(search_more_texts(business)) as more_words
    from businesses as business join categories as category on category.id = business.category_id
    where business.id = any (ids) and business.status = 'approved'
  ), kinds as materialized (
    select kinds.* from (
      select array_agg(number order by number) as numbers, array_agg(name_words order by number) as names,
        array_agg(description_words order by number) as descriptions, array_agg(category_slug order by number) as categories
      from listing
    ) as given cross join lateral search_kinds(given.numbers, given.names, given.descriptions, given.categories) as kinds
  ), coded as (
    select listing.*,
      array[search_category_code(category_id)]
        || case when premium_expires_at is null then '{}' else array['=premium'] end
        || case when has_photo then array['=photos'] else '{}' end
        || array(select '=p:' || key from unnest(properties) as key)
        || array(select '=' || kind from unnest(strong) as kind)
        || array(select '~' || kind from unnest(weak) as kind)
        -- Every place to eat is a restaurant, which says little.
        || case when coalesce(strong, '{}') <@ '{restaurant}' then array['=unknown'] else '{}' end as codes,
      has_photo
    from listing left join kinds using (number)
    cross join lateral (select logo_url is not null or image_url is not null
      or exists (select from business_photos where business_id = listing.id) as has_photo) as pictures
  )
  select row(
      id, category_id, premium_expires_at, uuid_hash_extended(id, 0) & 9007199254740991, left(search_plain(name), 60),
      setweight(to_tsvector('search_text', name_words), 'A') || setweight(to_tsvector('search_text', address_words), 'C')
        || to_tsvector('search_prose', concat_ws(' ', description_words, more_words)) || array_to_tsvector(codes),
      search_open_minutes(hours), search_closed_days(closures), properties, has_photo,
      case when latitude is not null and longitude is not null then point(longitude, latitude) end, created_at
    )::search_row,
    concat_ws(' ', name_words, address_words, description_words, more_words, array_to_string(codes, ' '))
  from coded
$$;

-- Adds the new words of these texts to search_words. It looks without locking, so that writers do not wait for each other.
create function search_learn(texts text[]) returns void language sql as $$
  insert into search_words (word, lexeme, docs)
  select word, lexeme, number
  from (
    select word, count(*) as number
    from unnest(texts) as line cross join lateral unnest(string_to_array(line, ' ')) as word
    where length(word) between 2 and 40 and word ~ '[[:alpha:]]'
    group by word
  ) as part
  cross join lateral (select case when word ~ '^[=~]' then word else (ts_lexize('search_stem', word))[1] end as lexeme) as stem
  where lexeme is not null and not exists (select from search_words as known where known.word = part.word)
$$;

-- Writes the search rows of these businesses again.
create function search_put(ids uuid[]) returns void language plpgsql as $$
declare
  lines text[];
begin
  with entry as materialized (select * from search_entries(ids)), stored as (
    insert into search_docs select (doc).* from entry
    on conflict (business_id) do update set category_id = excluded.category_id, premium_until = excluded.premium_until,
      name_sort = excluded.name_sort, words = excluded.words, open_minutes = excluded.open_minutes,
      closed_days = excluded.closed_days, properties = excluded.properties, has_photo = excluded.has_photo,
      position = excluded.position, added_at = excluded.added_at
  )
  select array_agg(line) into lines from entry;
  perform search_learn(lines);
end
$$;

-- Fills a table like search_docs, without indexes yet, with all listings in the order in which searches read them: premium ones first, each half by
-- place. Starts search_words from nothing.
-- It handles thousands of listings at once, so it compares phrases by hash, which takes a quarter less time than looking each one up.
create function search_fill(into_table regclass) returns void language plpgsql set enable_nestloop = off as $$
declare
  ids uuid[] := array(select id from businesses where status = 'approved'
    order by premium_expires_at is null, uuid_hash_extended(id, 0) & 9007199254740991);
  lines text[];
  part constant integer := 2000;
begin
  delete from search_words;
  for start in 1 .. coalesce(cardinality(ids), 0) by part loop
    execute format('with entry as materialized (select * from search_entries($1)), stored as (
      insert into %s select (doc).* from entry order by (doc).premium_until is null, (doc).place)
      select array_agg(line) from entry', into_table) into lines using ids[start:start + part - 1];
    perform search_learn(lines);
  end loop;
  perform search_learn(array(select search_spread(name) from categories));
end
$$;

-- Fills search_docs itself again, after a change of these functions or of the vocabulary.
create function search_refill() returns void language plpgsql as $$
begin
  delete from search_docs;
  perform search_fill('search_docs');
end
$$;

-- Counts again how many listings have each word, and deletes words that no listing has. Corrections and completions prefer frequent words.
create function search_count_words() returns void language sql as $$
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
  where search_words.ctid = known.row and known.copy = 1 and counted.lexeme = known.lexeme and search_words.docs <> counted.ndoc
$$;
-- The sequence search_vocabulary has no reader and no writer any more. A later release drops it, in a migration: until then somebody may go back to a
-- release whose functions move it on.
