-- Finds and ranks the listings of a search (find-listings.ts).

-- Tells how well a listing fits one unit of a search: 1 it is this, 2 it has this, 3 it mentions this, 4 it is like this, 5 only its category fits,
-- 0 it does not fit.
create function search_level(words tsvector, one tsquery, two tsquery, three tsquery, four tsquery, five tsquery) returns integer
language sql immutable parallel safe as $$
  select case when words @@ one then 1 when words @@ two then 2 when words @@ three then 3 when words @@ four then 4 when words @@ five then 5 else 0 end
$$;

-- The share of a unit's weight that each level earns.
create function search_worth(level integer) returns double precision language sql immutable parallel safe as $$
  select case level when 1 then 1.0 when 2 then 0.75 when 3 then 0.5 when 4 then 0.2 when 5 then 0.1 else 0.0 end::float8
$$;

-- A search as find-listings.ts sends it. The type lets each function read the JSON once, with a type for each field.
drop type if exists search_ask cascade;
create type search_ask as (
  -- One entry for each unit, the most telling unit first. `one` to `five`: the levels of search_level. `certain`: the listing is this. `has`: the listing
  -- is, has or mentions this. `any_of`: the listing has some word of it. `docs`: roughly the number of listings that have it. `weights`: a unit below 0.5
  -- may be missing in a complete result.
  one tsquery[], two tsquery[], three tsquery[], four tsquery[], five tsquery[], certain tsquery[], has tsquery[], any_of tsquery[],
  docs float8[], weights float8[],
  -- `is_all`: the listing is everything that counts; null unless very many listings may be. `has_all`: the listing has everything that counts, properties
  -- aside. `any_at_all`: the listing has at least one unit that is neither a property nor a vague word.
  is_all tsquery, has_all tsquery, any_at_all tsquery,
  -- Matches names that hold the words typed for a kind: for 'tacos', a taco house stands before other Mexican restaurants.
  named tsquery,
  -- The whole search, and its telling words, in the form of search_docs.name_sort.
  plain text, core text,
  -- The number of approved listings in the town, and among those that are searched: a category, or all.
  town float8, listings float8, is_small boolean,
  -- Codes that every listing must have as well: category, properties, photos.
  scope tsquery, category_id uuid,
  open_ranges int4multirange, open_covers text, open_day date,
  when_ranges int4multirange, when_covers text, when_day date,
  -- Matches names that begin with the words beside the time, in the form of search_docs.name_sort; null unless they may be a name.
  asked_name text,
  near point, within float8, center point,
  sort text
);

create function search_opens_in_each(open_minutes int4multirange, ranges int4multirange) returns boolean language sql immutable parallel safe as $$
  select bool_and(open_minutes && each) from unnest(ranges) as each
$$;

-- True if a listing is open as OpenWindow of open-window.ts says it, 'none': it is closed then; null if nobody knows its hours. On a day on which it is
-- closed for a holiday it is never open. Programs of the release before name no `covers`: they mean 'some'.
create function search_is_open(open_minutes int4multirange, closed_days datemultirange, ranges int4multirange, covers text, day date)
returns boolean language sql immutable parallel safe as $$
  select case covers when 'all' then open_minutes @> ranges and not coalesce(closed_days @> day, false)
    when 'each' then search_opens_in_each(open_minutes, ranges)
    when 'none' then not open_minutes && ranges or open_minutes is not null and coalesce(closed_days @> day, false)
    else open_minutes && ranges and not coalesce(closed_days @> day, false) end
$$;

-- The function is not strict, because PostgreSQL cannot inline a strict one, and calling it for each row takes twenty times as long.
create function search_miles(a point, b point) returns double precision language sql immutable parallel safe as $$
  select case when a is not null and b is not null then
    7917.6 * asin(least(1, sqrt(power(sin(radians(b[1] - a[1]) / 2), 2)
      + cos(radians(a[1])) * cos(radians(b[1])) * power(sin(radians(b[0] - a[0]) / 2), 2)))) end
$$;

-- True if a listing passes the filters that have no code. A filter that was not chosen is null.
create function search_passes(open_minutes int4multirange, closed_days datemultirange, place point,
  open_ranges int4multirange, open_covers text, open_day date, near point, within double precision
) returns boolean language sql immutable parallel safe as $$
  select (open_ranges is null or search_is_open(open_minutes, closed_days, open_ranges, open_covers, open_day))
    and (within is null or search_miles(place, near) <= within)
$$;

-- Returns listings that the word index finds for the first three conditions and that match all of them, `every`, and the filters. One statement for each number
-- of conditions: the index would look at a repeated one again.
create function search_indexed(ask search_ask, conditions tsquery[], every tsquery, wanted integer) returns setof search_row
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  one tsquery := conditions[1];
  two tsquery := conditions[2];
  three tsquery := conditions[3];
begin
  if two is null then
    return query select * from search_docs where words @@ one
        and search_passes(open_minutes, closed_days, position, ask.open_ranges, ask.open_covers, ask.open_day, ask.near, ask.within)
      limit wanted;
  elsif three is null then
    return query select * from search_docs where words @@ one and words @@ two
        and search_passes(open_minutes, closed_days, position, ask.open_ranges, ask.open_covers, ask.open_day, ask.near, ask.within)
      limit wanted;
  else
    return query select * from search_docs where words @@ one and words @@ two and words @@ three and (words @@ every) is true
        and search_passes(open_minutes, closed_days, position, ask.open_ranges, ask.open_covers, ask.open_day, ask.near, ask.within)
      limit wanted;
  end if;
end
$$;

-- Returns listings of the sample, a sixteenth of all by chance, that match `every` and the filters. The sample has a word index of its own
-- (search_docs_sample_words), which is read in a sixteenth of the time.
create function search_sampled(ask search_ask, every tsquery, wanted integer) returns setof search_row
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query select * from search_docs where place < 562949953421312 and words @@ every
      and search_passes(open_minutes, closed_days, position, ask.open_ranges, ask.open_covers, ask.open_day, ask.near, ask.within)
    limit wanted;
end
$$;

-- Returns premium listings that match `every` and the filters. They have a word index of their own, too (search_docs_premium_words).
create function search_premium(ask search_ask, every tsquery, wanted integer) returns setof search_row
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query select * from search_docs where premium_until is not null and words @@ every
      and search_passes(open_minutes, closed_days, position, ask.open_ranges, ask.open_covers, ask.open_day, ask.near, ask.within)
    limit wanted;
end
$$;

-- Returns about `wanted` listings that match all conditions and filters, or all of them if they are few. `docs`: the estimated number of listings for
-- each condition. If very many match, walking along the random column `place` meets enough of them. If fewer match, the sample has enough of them; if few
-- match, the word index names them. Conditions that far more listings match are checked on the rows that the rarest one returns, because the index
-- would read all of their listings.
create function search_rung(ask search_ask, conditions tsquery[], docs double precision[], wanted integer) returns setof search_row
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  many constant integer := 150000;
  every tsquery;
  one tsquery;
  likely double precision;
  -- That many in the sample stand for more than anybody looks through.
  few constant integer := wanted / 6;
  steps integer;
  found integer := 0;
  part integer;
begin
  if ask.scope is not null then
    conditions := conditions || ask.scope;
    docs := docs || case when ask.category_id is null then ask.town / 10 else ask.listings end;
  end if;
  select array_agg(condition order by number), array_agg(number order by number), string_agg('(' || condition::text || ')', ' & ')::tsquery
    into conditions, docs, every from unnest(conditions, docs) as each (condition, number);
  likely := docs[1];
  one := conditions[1];
  steps := least(20000, 2 * wanted * ask.town / greatest(1, likely));
  -- A row of the walk takes about as long as two entries of an index.
  if likely > many or 2 * steps < likely / 16 then
    return query select walked.* from (select * from search_docs order by place limit steps) as walked
      where words @@ every
        and search_passes(open_minutes, closed_days, position, ask.open_ranges, ask.open_covers, ask.open_day, ask.near, ask.within)
      limit wanted;
    get diagnostics found = row_count;
  elsif likely > 16 * wanted then
    return query select * from search_sampled(ask, every, wanted);
    get diagnostics found = row_count;
  end if;
  if found >= few or likely > many then
    return;
  end if;
  if likely <= 4 * wanted and (docs[2] > 4 * likely or docs[3] > 4 * likely) then
    return query select looked.* from (select * from search_docs where words @@ one limit 4 * wanted) as looked
      where words @@ every
        and search_passes(open_minutes, closed_days, position, ask.open_ranges, ask.open_covers, ask.open_day, ask.near, ask.within)
      limit wanted;
    get diagnostics part = row_count;
    found := found + part;
    -- These were all that the rarest condition has.
    if likely < wanted then
      return;
    end if;
  end if;
  if found < few then
    return query select * from search_indexed(ask, conditions, every, case when likely <= 1000 then 1001 else wanted end);
  end if;
end
$$;

-- Returns the first listings of a chosen order (the nearest, the first by name, the newest) that have all units, as many as anybody counts.
create function search_foremost(ask search_ask) returns setof search_row
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off as $$
declare
  walk constant integer := 1500;
  counted constant integer := 1001;
  one tsquery := ask.has[1];
  two tsquery := ask.has[2];
  three tsquery := ask.has[3];
  scope tsquery := ask.scope;
begin
  if ask.near is not null then
    return query select * from (select * from search_docs order by position <-> ask.near limit walk) as walked
      where words @@ one and (words @@ two) is not false and (words @@ three) is not false and (words @@ scope) is not false
      limit counted;
  elsif ask.sort = 'name' then
    return query select * from (select * from search_docs order by name_sort, business_id limit walk) as walked
      where words @@ one and (words @@ two) is not false and (words @@ three) is not false and (words @@ scope) is not false
      limit counted;
  elsif ask.sort = 'newest' then
    return query select * from (select * from search_docs order by added_at desc nulls last, business_id limit walk) as walked
      where words @@ one and (words @@ two) is not false and (words @@ three) is not false and (words @@ scope) is not false
      limit counted;
  end if;
end
$$;

-- Returns the candidates of a search among many listings, some of them twice: listings that have all units, then listings without the least telling
-- units, then listings that are like one of the first units.
create function search_ladder(ask search_ask) returns setof search_row
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  wanted constant integer := 400;
  likely double precision := least(ask.docs[1], ask.listings);
  units constant integer := cardinality(ask.has);
  is_certain boolean := ask.scope is null and likely > wanted;
  conditions tsquery[];
  found integer := 0;
  part integer;
begin
  return query select * from search_docs where name_sort = ask.plain order by business_id limit 100;
  return query select * from search_foremost(ask);
  -- The nearest listings are as many as anybody looks through.
  if ask.within is not null and likely > 1000 then
    return;
  end if;
  conditions := case when is_certain then ask.certain else ask.has end;
  return query select * from search_rung(ask, conditions, ask.docs, wanted);
  get diagnostics found = row_count;
  -- These are as many as anybody looks through. They are a part of all, so premium ones among the others are fetched as well.
  if found >= wanted / 6 and likely > wanted then
    if likely > 150000 then
      return query select * from search_rung(ask, array['''=premium'''::tsquery] || conditions, array[ask.town / 40] || ask.docs, wanted / 4);
    else
      return query select * from search_premium(ask, (select string_agg('(' || condition::text || ')', ' & ')::tsquery
        from unnest(conditions || ask.scope) as condition), wanted / 4);
    end if;
    return;
  end if;
  for number in reverse (case when is_certain then units else units - 1 end) .. 1 loop
    exit when found >= 20;
    return query select * from search_rung(ask, ask.has[1:number], ask.docs[1:number], wanted);
    get diagnostics part = row_count;
    found := found + part;
  end loop;
  for number in 1 .. least(3, units) loop
    exit when found >= 20;
    if units > 1 or ask.any_of[number] <> ask.has[number] then
      return query select * from search_rung(ask, ask.any_of[number:number], array[greatest(1001, ask.docs[number])], wanted / 2);
      get diagnostics part = row_count;
      found := found + part;
    end if;
  end loop;
end
$$;

-- Packs a listing's level for each unit into one number: three bits for each, the first unit in the lowest bits.
create function search_levels(words tsvector, units integer, one tsquery[], two tsquery[], three tsquery[], four tsquery[], five tsquery[])
returns integer language sql immutable parallel safe as $$
  select search_level(words, one[1], two[1], three[1], four[1], five[1])
    | case when units < 2 then 0 else search_level(words, one[2], two[2], three[2], four[2], five[2]) << 3
    | case when units < 3 then 0 else search_level(words, one[3], two[3], three[3], four[3], five[3]) << 6
    | case when units < 4 then 0 else search_level(words, one[4], two[4], three[4], four[4], five[4]) << 9
    | case when units < 5 then 0 else search_level(words, one[5], two[5], three[5], four[5], five[5]) << 12
    | case when units < 6 then 0 else search_level(words, one[6], two[6], three[6], four[6], five[6]) << 15
    | case when units < 7 then 0 else search_level(words, one[7], two[7], three[7], four[7], five[7]) << 18
    | case when units < 8 then 0 else search_level(words, one[8], two[8], three[8], four[8], five[8]) << 21
      end end end end end end end
$$;

create function search_lack(level integer, weight double precision) returns integer language sql immutable parallel safe as $$
  select case when weight < 0.5 then 0 when level in (0, 4, 5) then 4 else level end
$$;

-- True if at least `number` listings match and are not closed at the time asked for.
create function search_met(ask search_ask, wanted tsquery, number integer) returns boolean
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  met integer;
begin
  select count(*) into met from (
    select from search_docs
    where words @@ wanted and (ask.scope is null or words @@ ask.scope)
      and (ask.when_ranges is null or open_minutes is null
        or search_is_open(open_minutes, closed_days, ask.when_ranges, ask.when_covers, ask.when_day))
      and search_passes(open_minutes, closed_days, position, ask.open_ranges, ask.open_covers, ask.open_day, ask.near, ask.within)
    limit number
  ) as fitting;
  return met = number;
end
$$;

-- Returns the first listings of a list without words, for its counts.
create function search_browsed(ask search_ask, wanted integer) returns setof search_row
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = on as $$
begin
  if ask.category_id is null then
    return query select * from search_docs where (ask.scope is null or words @@ ask.scope)
        and search_passes(open_minutes, closed_days, position, ask.open_ranges, ask.open_covers, ask.open_day, ask.near, ask.within)
      limit wanted;
  else
    return query select * from search_docs where category_id = ask.category_id and (ask.scope is null or words @@ ask.scope)
        and search_passes(open_minutes, closed_days, position, ask.open_ranges, ask.open_covers, ask.open_day, ask.near, ask.within)
      limit wanted;
  end if;
end
$$;

-- Returns the listings of one page of a search, ordered by `rank`, premium, relevance, distance and name. Each row repeats the facts for the line above the
-- list. If nothing is found, or the page is behind the last one, there is one row without a listing. `is_part`: many more listings may match than
-- `total`, because only some were ranked. `levels`: those of the best listing, packed as in
-- search_levels. Unless `now` is null, the first row also says how many of the first 1,000 listings each filter would leave; `now` and `today` are minutes
-- of the week. With `take` 0 there are only facts and counts. `moment`: who is premium then.
create function search_page(asked json, moment timestamptz, skip integer, take integer, now int4multirange, today int4multirange, day date)
returns table (business_id uuid, place bigint, total bigint, complete bigint, is_part boolean, rank integer, levels integer, counts json)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_nestloop = off as $$
#variable_conflict use_column
declare
  ask constant search_ask := json_populate_record(null::search_ask, asked);
  -- These are read for every listing, and PL/pgSQL reads variables much faster than fields.
  units constant integer := cardinality(ask.one);
  one tsquery[] := ask.one;
  two tsquery[] := ask.two;
  three tsquery[] := ask.three;
  four tsquery[] := ask.four;
  five tsquery[] := ask.five;
  wanted tsquery := ask.any_at_all;
  scope tsquery := ask.scope;
  named tsquery := ask.named;
  has_choices boolean := ask.open_ranges is not null or ask.within is not null;
  near point := ask.near;
  when_ranges int4multirange := ask.when_ranges;
  when_covers text := ask.when_covers;
  plain_name text collate "C" := ask.plain;
  core_name text collate "C" := ask.core;
  asked_name text := ask.asked_name;
  -- The bounds of names that begin with these words and go on.
  beginning text collate "C" := ask.core || ' ';
  after_beginning text collate "C" := ask.core || '!';
  counted constant integer := case when now is null then 0 else 1000 end;
  -- Without a page, only which listings there are matters.
  is_sorted constant boolean := take > 0;
  is_fit boolean := ask.sort = 'fit' and is_sorted;
  is_newest boolean := ask.sort = 'newest' and is_sorted;
  is_nearest boolean := ask.near is not null and ask.sort in ('fit', 'distance') and is_sorted;
begin
  if ask.is_small then
    if (is_fit or not is_sorted) and ask.is_all is not null and search_met(ask, ask.is_all, greatest(1001, skip + take)) then
      -- More listings than anybody looks through are exactly this. They stand first, so the others are not ranked.
      wanted := ask.is_all;
    elsif ask.has_all <> wanted and search_met(ask, ask.has_all, 10) then
      -- If ten listings have everything, properties aside, only such listings are shown, so the others are not ranked.
      wanted := ask.has_all;
    end if;
  end if;
  return query
  with candidate as (
    select * from search_docs where ask.is_small and ask.category_id is null and words @@ wanted
    union all
    -- 'is true' keeps PostgreSQL from using the word index here: it would read words that many listings of other categories have.
    select * from search_docs where ask.is_small and category_id = ask.category_id and (words @@ wanted) is true
    union all
    (select distinct on (business_id) * from search_ladder(ask) where not ask.is_small)
  ), levelled as materialized (
    -- Thousands of listings share a few combinations of levels, and wide rows are slow, so a combination is one number, `way`: the levels, then 2 bits for
    -- the hours (1 unknown, 2 closed), then one bit each for premium, a name that begins with the search, the very name, a name that holds the words
    -- for the kind, and a name that was asked for with a time.
    select business_id, name_sort,
      case when is_newest then -date_part('epoch', added_at) when is_nearest then search_miles(position, near) end as spot,
      search_levels(words, units, one, two, three, four, five)
        | case when when_ranges is null then 0 when open_minutes is null then 1 << 24
          when search_is_open(open_minutes, closed_days, when_ranges, when_covers, ask.when_day) then 0 else 2 << 24 end
        | case when premium_until > moment then 1 << 26 else 0 end
        | case when name_sort >= beginning and name_sort < after_beginning then 1 << 27 else 0 end
        | case when name_sort = plain_name or name_sort = core_name then 1 << 28 else 0 end
        | case when words @@ named then 1 << 29 else 0 end
        | case when name_sort ~ asked_name then 1 << 30 else 0 end as way,
      -- These are counted.
      place < 562949953421312 as is_in_sample,
      category_id, open_minutes, closed_days, has_photo, properties, position
    from candidate
    where (scope is null or words @@ scope) and (not has_choices or search_passes(open_minutes, closed_days, position,
      ask.open_ranges, ask.open_covers, ask.open_day, near, ask.within))
  ), counted as materialized (
    select way, count(*) as number, count(*) filter (where is_in_sample) as sampled, (way >> 24) & 3 as tier,
      (way >> 28) & 1 = 1 and (way >> 24) & 3 = 0 as is_named, (way >> 30) & 1 = 1 as is_asked
    from levelled group by way
  ), mass as materialized (
    -- A unit that few listings have weighs more.
    select unit, ask.weights[unit] as weight, ask.weights[unit] * ln(1 + ask.listings / (1 + ask.docs[unit])) as mass
    from generate_series(1, units) as unit
  ), scored as materialized (
    -- `band`: the worst level among the units that count, 4 if one of them is missing. Weak words do not lower it. A listing of quite another kind gets only
    -- a fifth of the score for properties.
    -- `is_away`: the listing that was asked for by name is not known to be open then. It stands first, and nothing else fits.
    select way, number, sampled, tier, is_named, is_asked and any_away as is_away, (coalesce(what, 0) + case when has_what or is_like then rest else rest / 5 end) / greatest(1e-9, total) as score, band,
      band < 4 and tier = 0 and not any_away as fits, is_like, is_there, band = 4 and tier < 2 and what is not null and has_what as lacks_property
    from (
      select way, number, sampled, tier, is_named, sum(mass) as total, sum(mass * worth) filter (where weight >= 1) as what,
        coalesce(sum(mass * worth) filter (where weight < 1), 0) as rest,
        coalesce(bool_or(level between 1 and 3) filter (where weight >= 1), true) as has_what,
        -- It is like this, and has the property or is in the street.
        coalesce(bool_or(level = 4) filter (where weight >= 1) and bool_or(level between 1 and 3) filter (where weight >= 0.5 and weight < 1), false) as is_like,
        -- It is in the street, and names seldom tell what is looked for: likelyPlaceWeight of units.ts.
        coalesce(bool_or(level between 1 and 3) filter (where weight > 0.96 and weight < 1), false) as is_there,
        greatest(1, max(search_lack(level, weight))) as band, is_asked
      from counted, mass cross join lateral (select (way >> (3 * unit - 3)) & 7 as level) as each
      cross join lateral (select search_worth(level) as worth) as worth_of
      group by way, number, sampled, tier, is_named, is_asked
    ) as summed, (select coalesce(bool_or(is_asked) and bool_and(tier > 0 or not is_asked), false) as any_away from counted) as away
  ), best as materialized (
    select max(score) as score, coalesce(sum(number) filter (where fits), 0) as complete from scored
  ), far as (
    -- The lowest score of a close result: that of the twentieth. Close results are shown only if little fits.
    select coalesce(min(score), 0) as score from (
      select score, sum(number) over (order by score desc rows between unbounded preceding and 1 preceding) as before
      from scored where not fits
    ) as each where coalesce(before, 0) < 20
  ), kept as materialized (
    select way, number, sampled, fits or is_named or is_away as is_complete,
      case when is_away then tier when is_named then 0 when fits then band * 10
        -- For 'vet open sunday', a vet whose hours nobody knows comes first, then one that is closed, then a dog walker that is open.
        else case when band < 4 and tier = 1 then 31 when is_like and is_there and tier < 2 then 35 when lacks_property or is_like and best.complete = 0 and tier < 2 then 40 when band < 4 then 50 when tier < 2 then 60 else 70 end 
          + least(case when band < 4 and tier = 1 then 3 else 8 end, floor(10 * (1 - scored.score / greatest(best.score, 1e-9))))::integer end as rank,
      (way >> 26) & 1 as premium, round((scored.score + case when (way >> 27) & 1 = 1 then 0.1 else 0 end
        + case when (way >> 29) & 1 = 1 then 0.05 else 0 end)::numeric, 2) as relevance
    from scored, best, far
    where scored.score >= 0.15 * best.score
      and (fits or is_away or (way >> 28) & 1 = 1
        or (best.complete < 10 or lacks_property) and (is_like and is_there or scored.score >= greatest(least(0.05, best.score), far.score)))
  ), sorted as materialized (
    -- `before`: the number of listings before this combination. Those behind the page are not sorted among themselves.
    select way, case when is_fit then dense_rank() over fit else 2 - is_complete::integer end as group_number,
      case when is_fit then sum(number) over (fit groups between unbounded preceding and 1 preceding) end as before
    from kept window fit as (order by rank, premium desc, relevance desc)
  ), said as (
    -- A rung stops at 400 listings, or at a part of the sample that stands for more than 1,000.
    select coalesce(sum(number), 0)::bigint as total, coalesce(sum(number) filter (where is_complete), 0)::bigint as complete,
      not ask.is_small and (coalesce(sum(number), 0) >= 400 or 16 * coalesce(sum(sampled), 0) > 1000) as is_part,
      (array_agg(rank order by rank, premium desc, relevance desc))[1] as rank,
      (array_agg(way & 16777215 order by rank, premium desc, relevance desc))[1] as levels
    from kept
  ), ordered as materialized (
    select *, row_number() over () as place from (
      select business_id, category_id, open_minutes, closed_days, has_photo, properties, position
      from levelled join sorted using (way) cross join lateral (select coalesce(before, 0) < skip + take as is_near) as near_page
      where is_near or coalesce(before, 0) < counted
      order by group_number, spot, case when is_near then name_sort end, case when is_near then business_id end offset skip limit greatest(take, counted)
    ) as each
  ), doc as materialized (
    select category_id, open_minutes, closed_days, has_photo, properties, position from ordered
    union all
    select category_id, open_minutes, closed_days, has_photo, properties, position from search_browsed(ask, counted) where units = 0
  ), page as (
    select business_id, place from ordered where place <= take
  )
  select page.business_id, page.place, said.total, said.complete, said.is_part, said.rank, said.levels,
    case when counted > 0 and coalesce(page.place, 1) = 1 then json_build_object(
      'openNow', (select count(*) from doc where search_is_open(open_minutes, closed_days, now, 'some', day)),
      'openToday', (select count(*) from doc where search_is_open(open_minutes, closed_days, today, 'some', day)),
      'photos', (select count(*) from doc where has_photo),
      'properties', (select coalesce(json_object_agg(key, number), '{}') from
        (select key, count(*) as number from (select unnest(properties) as key from doc) as each group by key) as tally),
      'categories', (select coalesce(json_object_agg(slug, number), '{}') from
        (select category_id, count(*) as number from doc group by category_id) as tally join categories on categories.id = tally.category_id),
      -- 'offset 0' keeps PostgreSQL from computing each distance four times.
      'within', (select json_build_object(1, count(*) filter (where miles <= 1), 2, count(*) filter (where miles <= 2),
          5, count(*) filter (where miles <= 5), 10, count(*) filter (where miles <= 10))
        from (select search_miles(position, ask.center) as miles from doc offset 0) as far)) end
  from said left join page on true;
end
$$;

-- Returns listings that have all of these words in their names, premium ones first, then by name. `names`: queries that match words of names alone.
-- `docs`: the estimated number of listings for each. If very many listings have the words, a part of them is enough, because names that begin with the
-- words are found without this function.
create function search_named(names text[], docs double precision[], moment timestamptz) returns setof uuid
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  one tsquery;
  every tsquery;
  likely double precision;
begin
  select (array_agg(name::tsquery order by number))[1], string_agg('(' || name || ')', ' & ')::tsquery, min(number)
    into one, every, likely from unnest(names, docs) as each (name, number);
  return query
  select business_id from (
    (select * from search_docs where likely <= 20000 and words @@ one and (words @@ every) is true limit 200)
    union all
    (select * from (select * from search_docs order by place limit 6000) as walked where likely > 20000 and words @@ every limit 200)
  ) as found
  order by coalesce(premium_until > moment, false) desc, name_sort, business_id limit 40;
end
$$;
