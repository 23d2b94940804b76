import { type SQL, sql } from 'drizzle-orm';
import { allocateSlugs } from '#features/businesses/server/allocate-slugs.ts';
import { type Listing, valueNames } from '../listing.ts';
import type { Matches } from '../match-businesses.ts';
import type { ImportSession } from './import-session.ts';
import { assignments, columnNames, columnsAsJson, recordTypes, writtenValues } from './value-columns.ts';

const columns = sql`id uuid, slug text, ${recordTypes}, name_key text, address_key text, version integer, owned boolean`;

function recordOf(listing: Listing, slug: string | null, fallback: string) {
  const { id, nameKey: name_key, addressKey: address_key, version, owned } = listing;
  const values = Object.fromEntries(valueNames.map((name) => [name, listing[name]]));
  return {
    ...values,
    categorySlug: listing.categorySlug ?? fallback,
    ...{ id, slug, name_key, address_key, version, owned },
  };
}

/** The first values stay when a run begins anew; without a run, nothing is kept. @param rows their select */
function keepChanges({ runId, dryRun }: ImportSession, rows: SQL): SQL {
  if (runId === null || dryRun) return sql`select 1`;
  return sql`insert into import_changes (run_id, business_id, before, version_after) ${rows}
    on conflict (run_id, business_id) do update set version_after = excluded.version_after`;
}

/**
 * Writes a batch's new listings, approved and without owner, and its changes, and records the matches.
 * Listings that somebody edited or claimed since they were read are skipped.
 * @param fallback slug of the category for new listings without one
 * @returns the ids of the changed listings; in a trial, of those that would be
 */
export async function writeListings(
  session: ImportSession,
  matches: Matches,
  fallback: string,
): Promise<ReadonlySet<string>> {
  const { db, dryRun, runId } = session;
  const table = dryRun ? sql`import_preview` : sql`businesses`;
  if (matches.added.length > 0) {
    const slugs = dryRun ? matches.added.map(({ id }) => id) : await allocateSlugs(db, matches.added);
    const records = matches.added.map((listing, at) => recordOf(listing, slugs[at] ?? listing.id, fallback));
    await db.execute(sql`
      with made as (insert into ${table} (id, slug, ${columnNames}, website_by, name_key, address_key, status, approved_at)
      select r.id, r.slug, ${writtenValues}, 'import', r.name_key, r.address_key, 'approved', now()
      from json_to_recordset(${JSON.stringify(records)}) as r(${columns})
      join categories c on c.slug = r."categorySlug"
      order by r.id returning id, version)
      ${keepChanges(session, sql`select ${runId}::uuid, id, null::jsonb, version from made`)}`);
  }
  let written = new Set(matches.updated.map(({ id }) => id));
  if (matches.updated.length > 0 && !dryRun) {
    const records = matches.updated.map((listing) => recordOf(listing, listing.slug, fallback));
    const { rows } = await db.execute<{ id: string }>(sql`
      with changed as (update businesses b set ${assignments},
        website_by = case when rtrim(r.website, '/') is distinct from rtrim(b.website, '/') then 'import' else b.website_by end,
        name_key = r.name_key, address_key = r.address_key, version = b.version + 1, updated_at = now()
      from json_to_recordset(${JSON.stringify(records)}) as r(${columns})
      join categories c on c.slug = r."categorySlug"
      where b.id = r.id and b.version = r.version and (b.owner_id is not null) = r.owned
      returning b.id, b.version), kept as (
        ${keepChanges(
          session,
          // The statement's snapshot still has the rows as they were.
          sql`select ${runId}::uuid, o.id, jsonb_build_object(${columnsAsJson}, 'website_by', o.website_by,
            'name_key', o.name_key, 'address_key', o.address_key, 'owner_id', o.owner_id, 'version', o.version), changed.version
          from changed join businesses o on o.id = changed.id`,
        )}
      ) select id from changed`);
    written = new Set(rows.map(({ id }) => id));
  }
  await db.execute(sql`
    insert into import_touched select unnest(${sql.param([...matches.touched])}::uuid[]) on conflict do nothing`);
  return written;
}
