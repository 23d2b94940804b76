-- Finds and ranks the listings of a search (find-listings.ts).

-- How a listing has one unit of a search: 1 it is this, 2 it has this, 3 it mentions this, 4 it is like this, 5 only its category fits,
-- 0 not at all.
create function search_level(words tsvector, one tsquery, two tsquery, three tsquery, four tsquery, five tsquery) returns integer
language sql immutable parallel safe as $$
  select case when words @@ one then 1 when words @@ two then 2 when words @@ three then 3 when words @@ four then 4 when words @@ five then 5 else 0 end
$$;

-- What a level is worth.
create function search_worth(level integer) returns double precision language sql immutable parallel safe as $$
  select case level when 1 then 1.0 when 2 then 0.75 when 3 then 0.5 when 4 then 0.2 when 5 then 0.1 else 0.0 end::float8
$$;

-- Keys of the word index for a part of the 1,024 slices: single slices, or blocks of 16.
create function search_slices(first integer, last integer) returns integer[] language sql immutable parallel safe as $$
  select case when last <= 16 then array(select 64 + slice from generate_series(first, last - 1) as slice)
    else array(select block from generate_series(first / 16, last / 16 - 1) as block) end
$$;

-- Some listings that match all conditions, at most about `wanted`. Where there may be many, it looks into a few slices first, each of them
-- a fair sample, and into more as long as it finds too little. `likely`: how many may match at most.
create function search_rung(conditions tsquery[], likely double precision, wanted integer) returns setof search_row
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  one tsquery := conditions[1];
  two tsquery := coalesce(conditions[2], conditions[1]);
  three tsquery := coalesce(conditions[3], conditions[1]);
  four tsquery := coalesce(conditions[4], conditions[1]);
  five tsquery := coalesce(conditions[5], conditions[1]);
  first integer := 0;
  last integer;
  found integer := 0;
  part integer;
begin
  if likely <= 2.5 * wanted then
    return query select * from search_docs
      where words @@ one and words @@ two and words @@ three and words @@ four and words @@ five limit 4 * wanted;
    return;
  end if;
  last := power(2, floor(log(2, greatest(1, 1024 * wanted / likely)::numeric)))::integer;
  loop
    return query select * from search_docs
      where array[(place >> 47)::integer, 64 + (place >> 43)::integer] && search_slices(first, last)
        and words @@ one and words @@ two and words @@ three and words @@ four and words @@ five limit wanted - found;
    get diagnostics part = row_count;
    found := found + part;
    -- Two very frequent words that hardly come together would be looked for too long.
    exit when 4 * found >= 3 * wanted or last >= 1024 or likely * last / 1024 > 40000;
    first := case when last < 16 then 0 else last end;
    last := case when last < 16 then 16 when last < 128 then 128 else 1024 end;
  end loop;
end
$$;

-- The candidates of a search among many listings, with doubles: those that have all units, then without the least telling ones.
-- `strong`, `any_of`: conditions of each unit, the most telling unit first; `docs`: listings that may have it.
-- `scope`: what all of them have besides, such as the code of a category.
create function search_ladder(plain text, strong tsquery[], any_of tsquery[], docs double precision[], scope tsquery[], wanted integer)
returns setof search_row language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  found integer := 0;
  part integer;
  units integer;
  likely double precision;
begin
  return query select * from search_docs where name_sort = plain order by business_id limit 100;
  likely := docs[1];
  if likely > 2.5 * wanted then
    return query select * from search_rung(array['''=premium'''::tsquery] || scope || strong, likely / 20, wanted / 4);
    return query select * from search_rung(scope || strong, likely, wanted);
    get diagnostics part = row_count;
    -- So many that surely fit are all that anybody looks through.
    if part >= wanted / 2 then
      return;
    end if;
    found := found + part;
  end if;
  for units in reverse cardinality(any_of) .. 1 loop
    return query select * from search_rung(scope || any_of[1:units], likely, wanted);
    get diagnostics part = row_count;
    found := found + part;
    exit when found >= 20;
  end loop;
  if found < 20 then
    for units in 2 .. least(3, cardinality(any_of)) loop
      return query select * from search_rung(scope || any_of[units:units], docs[units], wanted / 2);
    end loop;
  end if;
end
$$;

-- Whether a listing is open in some of the minutes, or in all of them, and not closed on the day.
create function search_is_open(open_minutes int4multirange, closed_days datemultirange, ranges int4multirange, in_all boolean, day date)
returns boolean language sql immutable parallel safe as $$
  select not coalesce(closed_days @> day, false)
    and case when in_all then open_minutes @> ranges else open_minutes && ranges end
$$;

create function search_miles(a point, b point) returns double precision language sql immutable strict parallel safe as $$
  select 7917.6 * asin(least(1, sqrt(power(sin(radians(b[1] - a[1]) / 2), 2)
    + cos(radians(a[1])) * cos(radians(b[1])) * power(sin(radians(b[0] - a[0]) / 2), 2))))
$$;

-- Whether the choices of an address leave a listing. They are null where nothing was chosen.
create function search_passes(
  open_minutes int4multirange, closed_days datemultirange, properties text[], has_photo boolean, place point,
  open_ranges int4multirange, open_all boolean, open_day date, wanted text[], photos boolean, near point, within double precision
) returns boolean language sql immutable parallel safe as $$
  select (open_ranges is null or search_is_open(open_minutes, closed_days, open_ranges, open_all, open_day))
    and (wanted is null or properties @> wanted) and (photos is null or has_photo)
    and (within is null or search_miles(place, near) <= within)
$$;

-- Every listing that a search finds: the least `rank` first, then premium, relevance, distance, name. `levels`: of the units.
create function search_hits(ask json) returns table (business_id uuid, name_sort text, added_at timestamptz, rank integer, is_close boolean,
  premium boolean, relevance double precision, miles double precision, levels integer[])
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  is_small boolean := (ask ->> 'isSmall')::boolean;
  has_choices boolean := (ask ->> 'hasChoices')::boolean;
  plain_name text := ask ->> 'plain';
  core_name text := ask ->> 'core';
  moment timestamptz := (ask ->> 'at')::timestamptz;
  near point := (ask ->> 'near')::point;
  when_ranges int4multirange := (ask -> 'when' ->> 'ranges')::int4multirange;
  when_all boolean := (ask -> 'when' ->> 'all')::boolean;
  when_day date := (ask -> 'when' ->> 'day')::date;
  open_ranges int4multirange := (ask -> 'open' ->> 'ranges')::int4multirange;
  open_all boolean := (ask -> 'open' ->> 'all')::boolean;
  open_day date := (ask -> 'open' ->> 'day')::date;
  wanted text[] := (ask ->> 'properties')::text[];
  photos boolean := (ask ->> 'photos')::boolean;
  within double precision := (ask ->> 'within')::float8;
  listings double precision := (ask ->> 'listings')::float8;
  one tsquery[] := array(select (each ->> 'one')::tsquery from json_array_elements(ask -> 'units') as each);
  two tsquery[] := array(select (each ->> 'two')::tsquery from json_array_elements(ask -> 'units') as each);
  three tsquery[] := array(select (each ->> 'three')::tsquery from json_array_elements(ask -> 'units') as each);
  four tsquery[] := array(select (each ->> 'four')::tsquery from json_array_elements(ask -> 'units') as each);
  five tsquery[] := array(select (each ->> 'five')::tsquery from json_array_elements(ask -> 'units') as each);
  strong tsquery[] := array(select (each ->> 'strong')::tsquery from json_array_elements(ask -> 'units') as each);
  any_of tsquery[] := array(select (each ->> 'any')::tsquery from json_array_elements(ask -> 'units') as each);
  known double precision[] := array(select (each ->> 'docs')::float8 from json_array_elements(ask -> 'units') as each);
  telling double precision[] := array(select (each ->> 'weight')::float8 from json_array_elements(ask -> 'units') as each);
  any_at_all tsquery := (ask ->> 'anyAtAll')::tsquery;
  scope tsquery[] := array(select each::tsquery from json_array_elements_text(ask -> 'scope') as each);
  within_category uuid := (ask ->> 'categoryId')::uuid;
  mass double precision[];
begin
  return query
  with candidate as (
    select * from search_docs where is_small and within_category is null and words @@ any_at_all
    union all
    -- A category is read by its own index: 'is true' keeps the word index from going through words that many listings have elsewhere.
    select * from search_docs where is_small and category_id = within_category and (words @@ any_at_all) is true
    union all
    (select distinct on (business_id) * from search_ladder(plain_name, strong, any_of, known, scope, 600) where not is_small)
  ), levelled as materialized (
    select business_id, name_sort, added_at, premium_until,
      case when near is null then null else search_miles(position, near) end as miles,
      case when when_ranges is null then 0 when open_minutes is null then 1
        when search_is_open(open_minutes, closed_days, when_ranges, when_all, when_day) then 0 else 2 end as tier,
      search_level(words, one[1], two[1], three[1], four[1], five[1]) as l1, search_level(words, one[2], two[2], three[2], four[2], five[2]) as l2,
      search_level(words, one[3], two[3], three[3], four[3], five[3]) as l3, search_level(words, one[4], two[4], three[4], four[4], five[4]) as l4,
      search_level(words, one[5], two[5], three[5], four[5], five[5]) as l5, search_level(words, one[6], two[6], three[6], four[6], five[6]) as l6,
      search_level(words, one[7], two[7], three[7], four[7], five[7]) as l7, search_level(words, one[8], two[8], three[8], four[8], five[8]) as l8
    from candidate
    where not has_choices or search_passes(open_minutes, closed_days, properties, has_photo, position,
      open_ranges, open_all, open_day, wanted, photos, near, within)
  ), counted as materialized (
    -- What few listings have tells most.
    select array(select coalesce(telling[unit], 0) * ln(1 + greatest(listings, number) / (1 + case when is_small then number else coalesce(known[unit], 0) end))
      from unnest(numbers) with ordinality as each (number, unit)) as mass
    from (
      select array[count(*) filter (where l1 between 1 and 3), count(*) filter (where l2 between 1 and 3),
        count(*) filter (where l3 between 1 and 3), count(*) filter (where l4 between 1 and 3),
        count(*) filter (where l5 between 1 and 3), count(*) filter (where l6 between 1 and 3),
        count(*) filter (where l7 between 1 and 3), count(*) filter (where l8 between 1 and 3)]::float8[] as numbers
      from levelled
    ) as given
  ), whole as (
    select mass[1] as m1, mass[2] as m2, mass[3] as m3, mass[4] as m4, mass[5] as m5, mass[6] as m6, mass[7] as m7, mass[8] as m8,
      greatest(1e-9, mass[1] + mass[2] + mass[3] + mass[4] + mass[5] + mass[6] + mass[7] + mass[8]) as mass
    from counted
  ), scored as materialized (
    select each.*, (m1 * search_worth(l1) + m2 * search_worth(l2) + m3 * search_worth(l3) + m4 * search_worth(l4)
        + m5 * search_worth(l5) + m6 * search_worth(l6) + m7 * search_worth(l7) + m8 * search_worth(l8)) / mass as score,
      -- The worst of what counts: 4 where something of it is missing. Weak words are no reason to stand lower.
      greatest(search_lack(l1, telling[1]), search_lack(l2, telling[2]), search_lack(l3, telling[3]), search_lack(l4, telling[4]),
        search_lack(l5, telling[5]), search_lack(l6, telling[6]), search_lack(l7, telling[7]), search_lack(l8, telling[8]), 1) as band
    from levelled as each, whole
  ), best as materialized (
    select max(score) as score, count(*) filter (where band < 4 and tier < 2) as complete from scored
  )
  select business_id, name_sort, added_at,
    case when scored.name_sort in (plain_name, core_name) and tier < 2 then 0
      when band < 4 and tier < 2 then band * 10 + tier
      else 40 + 10 * (tier / 2) + least(8, floor(10 * (1 - scored.score / greatest(best.score, 1e-9))))::integer end,
    (band = 4 or tier = 2) and not (scored.name_sort in (plain_name, core_name) and tier < 2),
    coalesce(premium_until > moment, false),
    round((scored.score + case when starts_with(scored.name_sort, core_name || ' ') then 0.1 else 0 end)::numeric, 2)::float8,
    miles, array[l1, l2, l3, l4, l5, l6, l7, l8]
  from scored, best
  where scored.score >= 0.15 * best.score
    -- Close results help where little fits.
    and ((band < 4 and tier < 2) or scored.name_sort in (plain_name, core_name) or (best.complete < 10 and scored.score >= greatest(0.05, (
      select coalesce(min(far.score), 0) from (
        select score from scored where band = 4 or tier = 2 order by score desc limit 20
      ) as far))));
end
$$;

create function search_lack(level integer, weight double precision) returns integer language sql immutable parallel safe as $$
  select case when weight < 0.5 or weight is null then 0 when level in (0, 4, 5) then 4 else level end
$$;

create function search_card(business businesses, category categories, moment timestamptz) returns json language sql stable as $$
  select json_build_object(
    'id', business.id, 'slug', business.slug, 'name', business.name, 'description', nullif(business.description, ''),
    'address', nullif(business.address, ''), 'category', category.slug, 'categoryName', category.name,
    'logoUrl', business.logo_url, 'imageUrl', business.image_url,
    'featured', business.featured_by_staff or coalesce(business.premium_expires_at > moment, false),
    'verified', business.status = 'approved', 'website', business.website, 'phone', business.phone, 'email', business.email,
    'latitude', business.latitude, 'longitude', business.longitude, 'ownerId', business.owner_id,
    'isPremium', coalesce(business.premium_expires_at > moment, false), 'premiumExpiresAt', business.premium_expires_at,
    'properties', business.properties, 'hours', business.hours, 'closures', business.closures)
$$;

-- One page of a search, and what is said above it.
create function search_page(ask json) returns json
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  answer json;
  sorting text := ask ->> 'sort';
  moment timestamptz := (ask ->> 'at')::timestamptz;
begin
  with hit as materialized (select * from search_hits(ask)), page as materialized (
    select * from hit
    order by case when sorting = 'fit' then rank else is_close::integer end, case when sorting = 'fit' then premium end desc,
      case when sorting = 'fit' then relevance end desc, case when sorting in ('fit', 'distance') then miles end,
      case when sorting = 'newest' then added_at end desc, name_sort, business_id
    offset (ask ->> 'offset')::integer limit (ask ->> 'limit')::integer
  )
  select json_build_object(
    'total', (select count(*) from hit),
    'complete', (select count(*) from hit where not is_close),
    'first', (select json_build_object('levels', levels, 'rank', rank) from hit order by rank, premium desc, relevance desc limit 1),
    'cards', (select json_agg(json_build_object('miles', page.miles, 'card', search_card(business, category, moment)) order by
        case when sorting = 'fit' then rank else is_close::integer end, case when sorting = 'fit' then premium end desc,
        case when sorting = 'fit' then relevance end desc, case when sorting in ('fit', 'distance') then miles end,
        case when sorting = 'newest' then added_at end desc, name_sort, business_id)
      from page join businesses as business on business.id = page.business_id join categories as category on category.id = business.category_id)
  ) into answer;
  return answer;
end
$$;

-- How many of a list's first 1,000 each choice would leave. `now`, `today`: as search_is_open takes them.
create function search_counts(ask json, now json, today json) returns json
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  answer json;
  has_units boolean := json_array_length(ask -> 'units') > 0;
  within_category uuid := (ask ->> 'categoryId')::uuid;
  open_ranges int4multirange := (ask -> 'open' ->> 'ranges')::int4multirange;
  open_all boolean := (ask -> 'open' ->> 'all')::boolean;
  open_day date := (ask -> 'open' ->> 'day')::date;
  wanted text[] := (ask ->> 'properties')::text[];
  photos boolean := (ask ->> 'photos')::boolean;
  near point := (ask ->> 'near')::point;
  within double precision := (ask ->> 'within')::float8;
  center point := (ask ->> 'center')::point;
  now_ranges int4multirange := (now ->> 'ranges')::int4multirange;
  today_ranges int4multirange := (today ->> 'ranges')::int4multirange;
  day date := (now ->> 'day')::date;
begin
  with doc as materialized (
    (select listing.* from search_hits(ask) as hit join search_docs as listing using (business_id) where has_units limit 1000)
    union all
    (select listing.* from search_docs as listing where not has_units and (within_category is null or category_id = within_category)
      and search_passes(open_minutes, closed_days, properties, has_photo, position, open_ranges, open_all, open_day, wanted, photos,
        near, within) limit 1000)
  )
  select json_build_object(
    'openNow', (select count(*) from doc where search_is_open(open_minutes, closed_days, now_ranges, false, day)),
    'openToday', (select count(*) from doc where search_is_open(open_minutes, closed_days, today_ranges, false, day)),
    'photos', (select count(*) from doc where has_photo),
    'properties', (select coalesce(json_object_agg(key, number), '{}') from
      (select key, count(*) as number from doc cross join lateral unnest(properties) as key group by key) as tally),
    'categories', (select coalesce(json_object_agg(slug, number), '{}') from
      (select slug, count(*) as number from doc join categories on categories.id = doc.category_id group by slug) as tally),
    'within', (select json_object_agg(most, (select count(*) from doc where search_miles(position, center) <= most))
      from unnest('{1,2,5,10}'::integer[]) as most)
  ) into answer;
  return answer;
end
$$;

-- Listings with words in their names, premium first, then by name. The word index does not know in which field a word stands.
create function search_named(conditions text[], named text, likely double precision, moment timestamptz) returns setof uuid
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  wanted tsquery[] := array(select each::tsquery from unnest(conditions) as each);
  in_name tsquery := named::tsquery;
begin
  return query
  select business_id from search_rung(wanted, likely, 1000) as found where words @@ in_name
  order by coalesce(premium_until > moment, false) desc, name_sort, business_id limit 40;
end
$$;
