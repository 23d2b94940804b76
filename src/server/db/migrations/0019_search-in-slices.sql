-- The word index also tells in which of 1,024 slices of `place` a listing is (0 to 63 are blocks of 16 slices, then come the slices):
-- what a frequent word has in a slice is found without reading the rest. Web processes of the former version go on using it, for
-- words alone.
CREATE INDEX "search_docs_slice_words" ON "search_docs" USING gin ((array[("place" >> 47)::integer, 64 + ("place" >> 43)::integer]),"words") WITH (fastupdate=true,gin_pending_list_limit=256);--> statement-breakpoint
DROP INDEX "search_docs_words";--> statement-breakpoint
-- How many listings of some slices match: all of them, and with the words themselves (estimate.ts).
create function search_sample(
  literal tsquery, by_index tsquery[], within_slices integer[], within_category uuid, at timestamptz
)
returns table (matches integer, literally integer, premium integer, premium_literally integer)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
  with hit as (
    select words @@ literal as is_literal, coalesce(premium_until > at, false) as is_premium
    from search_docs
    where array[(place >> 47)::integer, 64 + (place >> 43)::integer] && within_slices
      and words @@ by_index[1] and words @@ by_index[2] and words @@ by_index[3] and words @@ by_index[4]
      and (within_category is null or category_id = within_category)
  )
  select count(*)::integer, (count(*) filter (where is_literal))::integer,
    (count(*) filter (where is_premium))::integer, (count(*) filter (where is_premium and is_literal))::integer
  from hit;
end
$$;--> statement-breakpoint
-- The listings that match, of some slices or all, from a place on, best first (rank-parts.ts). Relevance as in search_ranked.
create function search_stretch(
  -- null: the same as what is looked for
  literal tsquery, widened tsquery, by_index tsquery[],
  -- null: all
  within_slices integer[], within_category uuid, plain text, at timestamptz, of_premium boolean, after_place bigint
)
returns table (id uuid)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
  with hit as materialized (
    select business_id, category_id, premium_until, place, name_sort, words from search_docs
    where within_slices is null and words @@ by_index[1] and words @@ by_index[2] and words @@ by_index[3]
      and words @@ by_index[4] and words @@ by_index[5] and words @@ by_index[6]
    -- Apart, because a condition that may be left out is none for an index.
    union all
    select business_id, category_id, premium_until, place, name_sort, words from search_docs
    where array[(place >> 47)::integer, 64 + (place >> 43)::integer] && within_slices and words @@ by_index[1] and words @@ by_index[2]
      and words @@ by_index[3] and words @@ by_index[4] and words @@ by_index[5] and words @@ by_index[6]
  )
  select business_id from hit
  where coalesce(premium_until > at, false) = of_premium and place > after_place
    and (within_category is null or category_id = within_category)
  order by (case when literal is null then 1 + ts_rank(words, widened)
      when words @@ literal then 1 + ts_rank(words, literal)
      else ts_rank(words, widened) end
      + case when name_sort = plain then 2 else 0 end)::float8 desc, name_sort, business_id;
end
$$;
