import { sql } from 'drizzle-orm';
import { OpeningHours } from '#shared/opening-hours.ts';
import type { Place } from '../compare-places.ts';
import { type Listing, type ListingValues, placeOf } from '../listing.ts';
import type { ImportSession } from './import-session.ts';
import { readValues } from './value-columns.ts';

interface StoredBusiness extends ListingValues, Record<string, unknown> {
  id: string;
  slug: string;
  name_key: string | null;
  address_key: string | null;
  version: number;
  owned: boolean;
  isPinned: boolean;
  touched: boolean;
}

/**
 * Keys start with '12 '. The range from '12 ' to '12!' finds every key with house number 12, because '!'
 * sorts right after a space.
 */
function keysOf(place: Place) {
  const { number, zip, city } = place.parts();
  return {
    source: place.source,
    source_id: place.sourceId,
    name_key: place.nameKey,
    address_key: place.addressKey,
    low: number === '' ? place.addressKey : `${number} `,
    high: number === '' ? `${place.addressKey}\u0001` : `${number}!`,
    phone: place.phoneKey,
    zip,
    city,
  };
}

/** Folding differs from lower() in accents only; then the zip decides. */
const inTown = sql`(k.zip = '' and k.city = '' or k.zip <> '' and position(k.zip in b.address) > 0
  or k.city <> '' and position(k.city in lower(b.address)) > 0)`;

/**
 * Finds every listing that may be one of the places: by source and id, phone number, name with house number,
 * address, or name when one of the two has no address; and a few of the same name elsewhere, of which staff are told. Each key
 * returns 60 at most, the nearest first, so
 * that a chain's shared number or a mall costs no more than that.
 */
export async function findKnownPlaces(session: ImportSession, places: readonly Place[]): Promise<Listing[]> {
  const keys = JSON.stringify(places.map(keysOf));
  const listings = new Map<string, Listing>();
  const tables = session.dryRun ? [sql`businesses`, sql`import_preview`] : [sql`businesses`];
  for (const table of tables) {
    const { rows } = await session.db.execute<StoredBusiness>(sql`
      with k as materialized (
        select * from json_to_recordset(${keys}) as k(
          source text, source_id text, name_key text, address_key text, low text, high text, phone text, zip text, city text)
      ), found as (
        select b.id from k, lateral (
          select id from ${table} b where b.source = k.source and b.source_id = k.source_id limit 60) b
        union
        select b.id from k, lateral (
          select id from ${table} b
          where b.name_key = k.name_key and b.address_key ~>=~ k.low and b.address_key ~<~ k.high
            and (b.address_key = k.address_key or ${inTown})
          order by b.address_key = k.address_key desc, ${inTown} desc limit 60) b
        where k.address_key <> ''
        union
        select b.id from k, lateral (select id from ${table} b where b.name_key = k.name_key order by ${inTown} desc limit 10) b
        where k.address_key <> ''
        union
        select b.id from k, lateral (
          select id from ${table} b where b.name_key = k.name_key and b.address_key = '' limit 60) b
        union
        select b.id from k, lateral (select id from ${table} b where b.name_key = k.name_key limit 60) b
        where k.address_key = ''
        union
        select b.id from k, lateral (
          select id from ${table} b
          where right(regexp_replace(b.phone, '\\D', '', 'g'), 10) = k.phone and b.phone is not null limit 60) b
        where k.phone <> ''
        union
        select b.id from k, lateral (
          select id from ${table} b
          where b.address_key = k.address_key and b.name_key <> k.name_key and ${inTown} limit 60) b
        where k.address_key <> ''
      )
      select b.id, b.slug, ${readValues}, b.name_key, b.address_key, b.version,
        b.owner_id is not null as owned, b.place_by is not null as "isPinned",
        exists (select 1 from import_touched t where t.id = b.id) as touched
      from ${table} b
      join categories c on c.id = b.category_id
      -- An array, not a join: with a join PostgreSQL scans the whole table.
      where b.id = any(array(select id from found))
      order by b.id`);
    for (const row of rows) listings.set(row.id, listingOf(row));
  }
  return [...listings.values()];
}

function listingOf(row: StoredBusiness): Listing {
  const hours = OpeningHours.safeParse(row.hours);
  const { name_key: nameKey, address_key: addressKey, ...values } = row;
  const stored = { ...values, hours: hours.success ? hours.data : null };
  return { ...stored, ...placeOf(stored, { nameKey, addressKey }), changed: false };
}
