import { sql } from 'drizzle-orm';
import { allocateSlugs } from '#features/businesses/server/allocate-slugs.ts';
import type { Listing } from '../listing.ts';
import type { Matches } from '../match-businesses.ts';
import type { ImportSession } from './import-session.ts';

const columns = sql`id uuid, slug text, name text, address text, phone text, website text, email text,
  description text, category text, latitude double precision, longitude double precision, hours jsonb, properties text[], source text,
  source_id text, name_key text, address_key text, version integer, owned boolean`;

function recordOf(listing: Listing, slug: string | null, fallback: string) {
  const { id, name, address, phone, website, email, description, latitude, longitude, hours, source } = listing;
  const { properties, sourceId: source_id, nameKey: name_key, addressKey: address_key, version, owned } = listing;
  const category = listing.categorySlug ?? fallback;
  const place = { latitude, longitude, source, source_id, name_key, address_key };
  return {
    id,
    slug,
    name,
    address,
    phone,
    website,
    email,
    description,
    category,
    hours,
    properties,
    version,
    owned,
    ...place,
  };
}

/**
 * Writes a batch's new listings, approved and without owner, and its changes, and records the matches.
 * Listings that somebody edited or claimed since they were read are skipped.
 * @param fallback slug of the category for new listings without one
 * @returns the number of skipped updates
 */
export async function writeListings(session: ImportSession, matches: Matches, fallback: string): Promise<number> {
  const { db, dryRun } = session;
  const table = dryRun ? sql`import_preview` : sql`businesses`;
  if (matches.added.length > 0) {
    const slugs = dryRun ? matches.added.map(({ id }) => id) : await allocateSlugs(db, matches.added);
    const records = matches.added.map((listing, at) => recordOf(listing, slugs[at] ?? listing.id, fallback));
    await db.execute(sql`
      insert into ${table} (id, slug, name, address, phone, website, website_by, email, description, category_id,
        latitude, longitude, hours, properties, source, source_id, name_key, address_key, status, approved_at)
      select r.id, r.slug, r.name, r.address, r.phone, r.website, 'import', r.email, r.description, c.id,
        r.latitude, r.longitude, r.hours, r.properties, r.source, r.source_id, r.name_key, r.address_key, 'approved', now()
      from json_to_recordset(${JSON.stringify(records)}) as r(${columns})
      join categories c on c.slug = r.category
      order by r.id`);
  }
  let missed = 0;
  if (matches.updated.length > 0 && !dryRun) {
    const records = matches.updated.map((listing) => recordOf(listing, listing.slug, fallback));
    const { rowCount } = await db.execute(sql`
      update businesses b set name = r.name, address = r.address, phone = r.phone, website = r.website,
        website_by = case when rtrim(r.website, '/') is distinct from rtrim(b.website, '/') then 'import' else b.website_by end,
        email = r.email, description = r.description, category_id = c.id, latitude = r.latitude,
        longitude = r.longitude, hours = r.hours, properties = r.properties, source = r.source, source_id = r.source_id,
        name_key = r.name_key, address_key = r.address_key, version = b.version + 1, updated_at = now()
      from json_to_recordset(${JSON.stringify(records)}) as r(${columns})
      join categories c on c.slug = r.category
      where b.id = r.id and b.version = r.version and (b.owner_id is not null) = r.owned`);
    missed = matches.updated.length - (rowCount ?? 0);
  }
  await db.execute(sql`
    insert into import_touched select unnest(${sql.param([...matches.touched])}::uuid[]) on conflict do nothing`);
  return missed;
}
