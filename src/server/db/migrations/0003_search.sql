create extension if not exists pg_trgm;
--> statement-breakpoint
create extension if not exists unaccent;
--> statement-breakpoint
CREATE TABLE "search_docs" (
	"business_id" uuid PRIMARY KEY NOT NULL,
	"category_id" uuid NOT NULL,
	"premium_until" timestamp with time zone,
	"place" bigint NOT NULL,
	"name_sort" text collate "C" NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text collate "C" NOT NULL,
	"lexeme" text NOT NULL,
	"docs" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_docs_words" ON "search_docs" USING gin ("words") WITH (fastupdate=true,gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "search_docs_place" ON "search_docs" USING btree ("place");--> statement-breakpoint
CREATE INDEX "search_docs_category_place" ON "search_docs" USING btree ("category_id","place");--> statement-breakpoint
CREATE INDEX "search_docs_name" ON "search_docs" USING btree ("name_sort","business_id");--> statement-breakpoint
CREATE INDEX "search_docs_category_name" ON "search_docs" USING btree ("category_id","name_sort","business_id");--> statement-breakpoint
CREATE INDEX "search_docs_premium_place" ON "search_docs" USING btree ("place") WHERE "search_docs"."premium_until" is not null;--> statement-breakpoint
CREATE INDEX "search_docs_premium_category_place" ON "search_docs" USING btree ("category_id","place") WHERE "search_docs"."premium_until" is not null;--> statement-breakpoint
CREATE INDEX "search_docs_premium_name" ON "search_docs" USING btree ("name_sort","business_id") WHERE "search_docs"."premium_until" is not null;--> statement-breakpoint
CREATE INDEX "search_docs_premium_category_name" ON "search_docs" USING btree ("category_id","name_sort","business_id") WHERE "search_docs"."premium_until" is not null;--> statement-breakpoint
CREATE INDEX "search_words_word" ON "search_words" USING btree ("word");--> statement-breakpoint
CREATE INDEX "search_words_lexeme" ON "search_words" USING btree ("lexeme");--> statement-breakpoint
CREATE INDEX "search_words_similar" ON "search_words" USING gin ("word" gin_trgm_ops);
--> statement-breakpoint
-- A restore empties the database without these.
drop text search configuration if exists search_text, search_prose;
--> statement-breakpoint
drop text search dictionary if exists search_stem;
--> statement-breakpoint
-- English stems, but no stop words: 'The Cove' and 'It''s a Grind' are names. Queries leave out their own small words.
create text search dictionary search_stem (template = snowball, language = english);
--> statement-breakpoint
create text search configuration search_text (copy = simple);
--> statement-breakpoint
alter text search configuration search_text alter mapping for asciiword, word, numword with search_stem;
--> statement-breakpoint
-- Descriptions are long and only prose: there small words are left out.
create text search configuration search_prose (copy = search_text);
--> statement-breakpoint
alter text search configuration search_prose alter mapping for asciiword, word, numword with english_stem;
--> statement-breakpoint
-- Lower case, no accents, no apostrophes: 'Café Chili’s' is 'cafe chilis'. Most texts are plain ASCII, which need only
-- the first, fast way.
create function search_flatten(input text) returns text language plpgsql stable parallel safe as $$
begin
  if octet_length(input) = length(input) then
    return translate(lower(left(input, 10000)), '''`', '');
  end if;
  return translate(lower(unaccent(normalize(left(input, 10000), NFKC))), '''‘’ʼ`´′', '');
end
$$;
--> statement-breakpoint
-- The words of a flat text, one space between them.
create function search_split(flat text) returns text language plpgsql immutable parallel safe as $$
begin
  if octet_length(flat) = length(flat) then
    return btrim(regexp_replace(flat, '[^a-z0-9]+', ' ', 'g'));
  end if;
  return btrim(regexp_replace(flat, '[^[:alnum:]]+', ' ', 'g'));
end
$$;
--> statement-breakpoint
create function search_plain(input text) returns text language sql stable parallel safe as $$
  select search_split(search_flatten(input))
$$;
--> statement-breakpoint
-- The same with what a hyphen, dot, slash or '&' joins once more as one word: 'H-E-B' is 'h e b heb'.
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
--> statement-breakpoint
-- How a listing carries its category: renaming one changes no listing.
create function search_category_code(category uuid) returns text language sql immutable parallel safe as $$
  select '=' || right(category::text, 12)
$$;
--> statement-breakpoint
-- Adds the words of these texts that are new. Looks without locking: nobody waits for another's word.
create function search_learn(texts text[]) returns void language sql as $$
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
$$;
--> statement-breakpoint
-- What is stored of one listing, and the line of words it teaches.
create function search_entry(listing businesses)
returns table (place bigint, name_sort text, words tsvector, line text) language sql stable parallel safe as $$
  select uuid_hash_extended(listing.id, 0) & 9007199254740991, left(search_plain(listing.name), 60),
    setweight(to_tsvector('search_text', name), 'A')
      || format('%L:1B', search_category_code(listing.category_id))::tsvector
      || setweight(to_tsvector('search_text', address), 'C')
      || to_tsvector('search_prose', description)
      || case when listing.premium_expires_at is null then ''::tsvector else '''=p'':1'::tsvector end,
    concat_ws(' ', name, address, description)
  from (
    select search_spread(listing.name), search_spread(listing.address), search_spread(listing.description) offset 0
  ) as spread (name, address, description)
$$;
--> statement-breakpoint
-- Writes the search rows of these businesses anew, as far as they are approved.
create function search_put(ids uuid[]) returns void language plpgsql as $$
declare
  lines text[];
begin
  with source as materialized (
    select listing.id, listing.category_id, listing.premium_expires_at, entry.*
    from businesses as listing cross join lateral search_entry(listing) as entry
    where listing.id = any (ids) and listing.status = 'approved'
  ), stored as (
    insert into search_docs (business_id, category_id, premium_until, place, name_sort, words)
    select id, category_id, premium_expires_at, place, name_sort, words from source
    on conflict (business_id) do update set category_id = excluded.category_id,
      premium_until = excluded.premium_until, name_sort = excluded.name_sort, words = excluded.words
  )
  select array_agg(line) into lines from source;
  perform search_learn(lines);
end
$$;
--> statement-breakpoint
create function search_follow_businesses() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform search_put(array(select id from stored where status = 'approved'));
  elsif tg_op = 'UPDATE' then
    delete from search_docs using stored
    where search_docs.business_id = stored.id and stored.status <> 'approved';
    perform search_put(ids) from (
      select array_agg(stored.id) as ids from stored join gone using (id)
      where stored.status = 'approved' and
        (stored.status, stored.name, stored.description, stored.address, stored.category_id, stored.premium_expires_at)
        is distinct from (gone.status, gone.name, gone.description, gone.address, gone.category_id, gone.premium_expires_at)
    ) as changed where ids is not null;
  elsif tg_op = 'DELETE' then
    delete from search_docs using gone where search_docs.business_id = gone.id;
  else
    delete from search_docs;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger search_businesses_inserted after insert on businesses
  referencing new table as stored for each statement execute function search_follow_businesses();
--> statement-breakpoint
create trigger search_businesses_updated after update on businesses
  referencing old table as gone new table as stored for each statement execute function search_follow_businesses();
--> statement-breakpoint
create trigger search_businesses_deleted after delete on businesses
  referencing old table as gone for each statement execute function search_follow_businesses();
--> statement-breakpoint
create trigger search_businesses_emptied after truncate on businesses
  for each statement execute function search_follow_businesses();
--> statement-breakpoint
create function search_follow_categories() returns trigger language plpgsql as $$
begin
  perform search_learn(array[search_spread(new.name)]);
  return null;
end
$$;
--> statement-breakpoint
create trigger search_categories_named after insert or update of name on categories
  for each row execute function search_follow_categories();
--> statement-breakpoint
-- In the order of ids, so that two statements never wait for each other in a circle.
create function categories_count(category_ids uuid[], changes bigint[]) returns void language plpgsql as $$
begin
  perform from categories where id = any (category_ids) order by id for no key update;
  update categories set business_count = business_count + change
  from unnest(category_ids, changes) as given (category_id, change)
  where id = category_id;
end
$$;
--> statement-breakpoint
create function categories_follow_businesses() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform categories_count(array_agg(category_id), array_agg(change)) from (
      select category_id, count(*) as change from stored where status = 'approved' group by category_id
    ) as counted having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    perform categories_count(array_agg(category_id), array_agg(change)) from (
      select category_id, sum(step) as change from (
        select category_id, 1 as step from stored where status = 'approved'
        union all select category_id, -1 from gone where status = 'approved'
      ) as steps group by category_id having sum(step) <> 0
    ) as counted having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform categories_count(array_agg(category_id), array_agg(change)) from (
      select category_id, -count(*) as change from gone where status = 'approved' group by category_id
    ) as counted having count(*) > 0;
  else
    update categories set business_count = 0;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger categories_businesses_inserted after insert on businesses
  referencing new table as stored for each statement execute function categories_follow_businesses();
--> statement-breakpoint
create trigger categories_businesses_updated after update on businesses
  referencing old table as gone new table as stored for each statement execute function categories_follow_businesses();
--> statement-breakpoint
create trigger categories_businesses_deleted after delete on businesses
  referencing old table as gone for each statement execute function categories_follow_businesses();
--> statement-breakpoint
create trigger categories_businesses_emptied after truncate on businesses
  for each statement execute function categories_follow_businesses();
--> statement-breakpoint
-- What is there when this migration comes to a site that has listings.
update categories set business_count = (select count(*) from businesses where category_id = categories.id and status = 'approved');
--> statement-breakpoint
select search_put(array(select id from businesses where status = 'approved'));
--> statement-breakpoint
select search_learn(array(select search_spread(name) from categories));
