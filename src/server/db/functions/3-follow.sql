-- Triggers for each statement keep search_docs and the categories' counts right, whichever program writes.

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
        (stored.status, stored.name, stored.description, stored.address, stored.category_id, stored.premium_expires_at, stored.hours,
          stored.closures, stored.properties, stored.logo_url, stored.image_url, stored.latitude, stored.longitude,
          search_more_texts(stored::businesses))
        is distinct from (gone.status, gone.name, gone.description, gone.address, gone.category_id, gone.premium_expires_at, gone.hours,
          gone.closures, gone.properties, gone.logo_url, gone.image_url, gone.latitude, gone.longitude,
          search_more_texts(gone::businesses))
    ) as changed where ids is not null;
  elsif tg_op = 'DELETE' then
    delete from search_docs using gone where search_docs.business_id = gone.id;
  else
    delete from search_docs;
  end if;
  return null;
end
$$;

create trigger search_businesses_inserted after insert on businesses
  referencing new table as stored for each statement execute function search_follow_businesses();
create trigger search_businesses_updated after update on businesses
  referencing old table as gone new table as stored for each statement execute function search_follow_businesses();
create trigger search_businesses_deleted after delete on businesses
  referencing old table as gone for each statement execute function search_follow_businesses();
create trigger search_businesses_emptied after truncate on businesses
  for each statement execute function search_follow_businesses();

-- Follows the first picture of a listing and the removal of its last one.
create function search_follow_photos() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  if tg_op = 'INSERT' then
    ids := array(select distinct business_id from stored);
  else
    ids := array(select distinct business_id from gone);
  end if;
  perform search_put(ids) where exists (
    select from search_docs as doc join businesses as business on business.id = doc.business_id
    where doc.business_id = any (ids) and doc.has_photo is distinct from (business.logo_url is not null or business.image_url is not null
      or exists (select from business_photos where business_photos.business_id = doc.business_id)));
  return null;
end
$$;

create trigger search_photos_inserted after insert on business_photos
  referencing new table as stored for each statement execute function search_follow_photos();
create trigger search_photos_deleted after delete on business_photos
  referencing old table as gone for each statement execute function search_follow_photos();

create function search_follow_categories() returns trigger language plpgsql as $$
begin
  perform search_learn(array[search_spread(new.name)]);
  return null;
end
$$;

create trigger search_categories_named after insert or update of name on categories
  for each row execute function search_follow_categories();

-- Locks the categories in the order of their ids, so that two statements never wait for each other.
create function categories_count(category_ids uuid[], changes bigint[]) returns void language plpgsql as $$
begin
  perform from categories where id = any (category_ids) order by id for no key update;
  update categories set business_count = business_count + change
  from unnest(category_ids, changes) as given (category_id, change)
  where id = category_id;
end
$$;

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

create trigger categories_businesses_inserted after insert on businesses
  referencing new table as stored for each statement execute function categories_follow_businesses();
create trigger categories_businesses_updated after update on businesses
  referencing old table as gone new table as stored for each statement execute function categories_follow_businesses();
create trigger categories_businesses_deleted after delete on businesses
  referencing old table as gone for each statement execute function categories_follow_businesses();
create trigger categories_businesses_emptied after truncate on businesses
  for each statement execute function categories_follow_businesses();
