-- As before, but the word index is given four conditions apart instead of one that joins them (matches.ts). The function with one
-- stays: web processes of the former version may run on beside this one while a site is brought up to date.
-- Every listing that a search finds through the word index, ranked, with the cards of one page as JSON (rank-all.ts). A
-- function, because its plan is the same for every search and making it anew took longer than running it. It never reads
-- the whole table: a plan that was made while there were few listings would otherwise be kept when there are many.
create or replace function search_ranked(
  -- null: the same as what is looked for
  literal tsquery, widened tsquery, by_index tsquery[], within_category uuid, plain text, at timestamptz, most integer,
  -- the page begins after this listing; null: at the start
  after_premium boolean, after_relevance double precision, after_name text, after_id uuid
)
returns table (total integer, found json)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
  with hit as materialized (
    select business_id, name_sort, coalesce(premium_until > at, false) as premium,
      (case when literal is null then 1 + ts_rank(words, widened)
        when words @@ literal then 1 + ts_rank(words, literal)
        else ts_rank(words, widened) end
        + case when name_sort = plain then 2 else 0 end)::float8 as relevance
    from search_docs
    where words @@ by_index[1] and words @@ by_index[2] and words @@ by_index[3] and words @@ by_index[4]
      and (within_category is null or category_id = within_category)
  ), page as (
    select * from hit
    where after_id is null or premium < after_premium or (premium = after_premium and (relevance < after_relevance
      or (relevance = after_relevance and (name_sort, business_id) > (after_name, after_id))))
    order by premium desc, relevance desc, name_sort, business_id limit most
  ), card as (
    select business.id, business.slug, business.name, nullif(business.description, '') as description,
      nullif(business.address, '') as address, category.slug as category, category.name as "categoryName",
      business.logo_url as "logoUrl", business.image_url as "imageUrl",
      business.featured_by_staff or coalesce(business.premium_expires_at > at, false) as featured,
      business.status = 'approved' as verified, business.website, business.phone, business.email, business.latitude,
      business.longitude, business.owner_id as "ownerId",
      coalesce(business.premium_expires_at > at, false) as "isPremium", business.premium_expires_at as "premiumExpiresAt",
      page.premium, page.relevance, page.name_sort as "nameSort"
    from page
    join businesses as business on business.id = page.business_id
    join categories as category on category.id = business.category_id
    order by page.premium desc, page.relevance desc, page.name_sort, page.business_id
  )
  select (select count(*)::integer from hit), (select json_agg(card) from card);
end
$$;
