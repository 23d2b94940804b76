-- Turns texts into words, in the same way for listings, vocabulary and searches.

-- Drops case, accents and apostrophes: 'Café Chili’s' becomes 'cafe chilis'. Most texts are plain ASCII and take the fast branch.
create function search_flatten(input text) returns text language plpgsql stable parallel safe as $$
begin
  if octet_length(input) = length(input) then
    return translate(lower(left(input, 10000)), '''`', '');
  end if;
  return translate(lower(unaccent(normalize(left(input, 10000), NFKC))), '''‘’ʼ`´′', '');
end
$$;

-- Returns the words of a flat text, with one space between them.
create function search_split(flat text) returns text language plpgsql immutable parallel safe as $$
begin
  if octet_length(flat) = length(flat) then
    return btrim(regexp_replace(flat, '[^a-z0-9]+', ' ', 'g'));
  end if;
  return btrim(regexp_replace(flat, '[^[:alnum:]]+', ' ', 'g'));
end
$$;

create function search_plain(input text) returns text language sql stable parallel safe as $$
  select search_split(search_flatten(input))
$$;

-- Does the same, and adds parts that a hyphen, dot, slash or '&' joins as one more word at the end: 'H-E-B' becomes 'h e b heb'.
create function search_spread(input text) returns text language plpgsql stable parallel safe as $$
declare
  flat text := search_flatten(input);
  joined text;
begin
  if flat ~ '[[:alnum:]][-.&/+][[:alnum:]]' then
    select string_agg(regexp_replace(part[1], '[-.&/+]', '', 'g'), ' ') into joined
    from regexp_matches(flat, '([[:alnum:]]+(?:[-.&/+][[:alnum:]]+)+)', 'g') as part;
    flat := flat || ' ' || joined;
  end if;
  return search_split(flat);
end
$$;

create function search_lexeme(word text) returns text language sql immutable parallel safe as $$
  select coalesce((ts_lexize('search_stem', word))[1], word)
$$;

-- The consonants of a word, each once where they stand side by side: 'resteraunt' and 'restaurant' have the same.
create function search_bones(word text) returns text language sql immutable parallel safe as $$
  select regexp_replace(translate(word, 'aeiouyh', ''), '(.)\1+', '\1', 'g')
$$;

-- Returns the stems of a text's words, with one space between them. Phrases are compared in this form.
create function search_stems(input text) returns text language sql stable parallel safe as $$
  select string_agg(search_lexeme(word), ' ' order by place)
  from unnest(string_to_array(search_plain(input), ' ')) with ordinality as part (word, place) where word <> ''
$$;

-- The code of a category among a listing's words. It is made from the id, so renaming a category changes no listing.
create function search_category_code(category uuid) returns text language sql immutable parallel safe as $$
  select '=' || right(category::text, 12)
$$;
