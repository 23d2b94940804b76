/** The changes of an import in listings of the site, in the form of the history: {field: [old, new]}. */

import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { placeIn } from '#features/businesses/place.ts';
import { isSameValue, type WrittenField } from '#features/businesses/server/written-fields.ts';
import type { Database } from '#server/db/client.ts';
import { type Listing, type ListingValues, valueNames } from '../listing.ts';

type ListingChanges = Partial<Record<WrittenField, [unknown, unknown]>>;

export interface ListingUpdate {
  id: string;
  /** Before the import. */
  name: string;
  changes: ListingChanges;
}

/** Values of other names than in the history, or of none there. */
const renamed = { categorySlug: 'categoryId', latitude: null, longitude: null, source: null, sourceId: null } as const;

const fieldOf = (name: keyof ListingValues): WrittenField | null =>
  name in renamed ? renamed[name as keyof typeof renamed] : (name as WrittenField);

/** @param categoryIds by slug */
export function changesOf(listing: Listing, categoryIds: ReadonlyMap<string, string>): ListingUpdate {
  const former: ListingValues = listing.former ?? listing;
  const changes: ListingChanges = {};
  const note = (field: WrittenField, before: unknown, after: unknown) => {
    if (!isSameValue(before, after)) changes[field] = [before, after];
  };
  for (const name of valueNames) {
    const field = fieldOf(name);
    if (field === null) continue;
    const [before, after] = [former[name], listing[name]];
    if (field === 'categoryId') note(field, idOf(before), idOf(after));
    else note(field, before, after);
  }
  note('place', placeIn(former), placeIn(listing));
  return { id: listing.id, name: former.name, changes };

  function idOf(slug: unknown) {
    return categoryIds.get(String(slug)) ?? null;
  }
}

interface ImportAct {
  runId: string;
  /** Null: the account is deleted. */
  actorId: string | null;
}

/** Puts the changes among the edits of their listings, where staff find them and put fields back. */
export async function auditUpdates(
  db: Database,
  updates: readonly ListingUpdate[],
  { runId, actorId }: ImportAct,
): Promise<void> {
  const told = updates.filter(({ changes }) => Object.keys(changes).length > 0);
  if (told.length === 0) return;
  const rows = told.map(({ id, changes }) => ({ id: uuidv7(), listing: id, data: { ...changes, import: runId } }));
  await db.execute(sql`
    insert into audit_log (id, actor_id, action, subject_type, subject_id, data)
    select r.id, ${actorId}::uuid, 'business.edited', 'business', r.listing, r.data
    from json_to_recordset(${JSON.stringify(rows)}) as r(id uuid, listing text, data jsonb)`);
}

/**
 * Reads what a run has changed so far. The history has it even where the run was killed right after a batch, before it could
 * note it. Listings that are gone are left out.
 */
export async function readUpdates(db: Database, runId: string, limit: number): Promise<ListingUpdate[]> {
  const { rows } = await db.execute<ListingUpdate & Record<string, unknown>>(sql`
    select b.id, coalesce(a.data -> 'name' ->> 0, b.name) as name, coalesce(a.data - 'import', '{}') as changes
    from (
      select business_id from import_changes where run_id = ${runId} and before is not null
      order by business_id limit ${limit}
    ) c
    join businesses b on b.id = c.business_id
    left join lateral (
      select data from audit_log
      where subject_type = 'business' and subject_id = b.id::text and action = 'business.edited'
        and data ->> 'import' = ${runId}
      order by id limit 1
    ) a on true
    order by b.id`);
  return rows;
}
