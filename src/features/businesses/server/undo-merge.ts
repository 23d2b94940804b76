/** A merge is undone: the listing that went comes back, with all that had moved from it. */
import { eq, type SQL, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, businessPhotos } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { Problem } from '#shared/problem.ts';
import { partFields, refuseLateUndo } from './fields-of-merge.ts';
import { partPictures, picturesOf, withLivePictures } from './pictures-of-merge.ts';
import { fromJson, putBack, type Rows } from './rows-as-json.ts';

type Row = typeof businesses.$inferSelect;

interface Gone extends Record<'id' | 'slug' | 'name', string>, Record<'logo_url' | 'image_url', string | null> {
  status: Row['status'];
}

/** Rows that a merge gives to the other listing, with their key. */
const moved = {
  ...{ business_photos: 'id', offers: 'id', reports: 'id', corrections: 'id', business_messages: 'id' },
  ...{ recommendations: 'id', listing_invitations: 'id', events: 'id', subscriptions: 'id', claims: 'id' },
  ...{
    listing_orders: 'id',
    contact_messages: 'id',
    announcements: 'id',
    owner_answers: 'id',
    event_suggestions: 'id',
    business_slugs: 'slug',
  },
} as const;
/** Rows that end with their listing, when the merge has not moved them. */
const ended = ['offers', 'recommendations'] as const;
/** People of a listing: whoever stands at both is one row of the kept listing. */
const ofPeople = ['listing_managers', 'statistics_letters'] as const;
/** Numbers that are added up, with what each row counts by. */
const counted = {
  business_days: { keys: ['day'], sums: ['views', 'phone', 'website', 'map', 'share'] },
  business_search_days: { keys: ['day', 'term'], sums: ['shown'] },
} as const;

const tables = [...Object.keys(moved), ...ofPeople, ...Object.keys(counted)];

/** The talk about a listing has its id. The first comes back first: the other refers to it. */
const ofTalk = { conversations: 'id', conversation_posts: 'conversation_id' } as const;

interface Remembered {
  goes: object;
  rows: Rows;
  /** Managers and readers of the monthly mail of the listing that stays. */
  keptPeople: Rows;
  /** The words of staff and sender about it, which go with the listing. */
  talk: Rows;
  /** Pictures that the listing that stays had itself. */
  keptPictures: string[];
}

/** Reads all that belongs to the listing, before the merge. */
export async function rememberListing(tx: Database, id: string, into: string): Promise<Remembered> {
  const read = async (table: string, of: string) => {
    const { rows } = await tx.execute<{ row: object }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(table)} t where business_id = ${of}`,
    );
    return rows.map(({ row }) => row);
  };
  const readAll = async (names: readonly string[], of: string) => {
    const found: Rows = {};
    // One after the other: a transaction has one connection.
    for (const name of names) found[name] = await read(name, of);
    return found;
  };
  const { rows } = await tx.execute<{ row: object }>(sql`select to_jsonb(b) as row from businesses b where id = ${id}`);
  const talk: Rows = {};
  for (const [table, key] of Object.entries(ofTalk)) {
    const found = await tx.execute<{ row: object }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(table)} t where ${sql.identifier(key)} = ${id}`,
    );
    talk[table] = found.rows.map(({ row }) => row);
  }
  const keptPeople = await readAll(ofPeople, into);
  const keptPictures = await picturesOf(tx, into);
  return { goes: rows[0]?.row ?? {}, rows: await readAll(tables, id), keptPeople, talk, keptPictures };
}

/** Collects all that an undo of the merge needs, at the merge's end. @param stays as it was before the merge */
export async function noteOfMerge(
  tx: Database,
  { goes, rows, keptPeople, talk, keptPictures }: Remembered,
  { stays, filled, addedPhoto }: { stays: Row; filled: Record<string, [unknown, unknown]>; addedPhoto: string | null },
) {
  const lost: Rows = {};
  for (const table of ended) {
    const name = sql.identifier(table);
    const { rows: gone } = await tx.execute<{ row: object }>(
      sql`select to_jsonb(s) as row from ${fromJson(table, rows[table])} s where not exists (select from ${name} t where t.id = s.id)`,
    );
    lost[table] = gone.map(({ row }) => row);
  }
  const columns = [...Object.keys(filled), 'placeBy', 'websiteBy', 'nameKey', 'addressKey'] as (keyof Row)[];
  const ownerId = stays.ownerId ?? (goes as { owner_id: string | null }).owner_id;
  return {
    goes,
    rows,
    keptPeople,
    talk,
    keptPictures,
    lost,
    addedPhoto,
    ownerId,
    stays: Object.fromEntries(columns.map((column) => [column, stays[column]])),
    took: Object.fromEntries(Object.entries(filled).map(([column, [, now]]) => [column, now])),
  };
}

interface Undoing {
  into: string;
  /** The kept listing's after the merge. */
  version: number | null;
  before: object;
  actorId: string;
  /** The time for a slip is over: what was changed since stays, and no reason to refuse. */
  late?: { mergedAt: Date };
}

/**
 * Answers the labels of the fields that stay because they were changed since: none but late.
 * @throws Problem 'conflict' when the kept listing has another owner by now, or, except late, was changed in another way
 */
export async function undoMerge(tx: Database, { into, version, before, actorId, late }: Undoing, now: Date) {
  const note = before as Awaited<ReturnType<typeof noteOfMerge>>;
  const goes = note.goes as Gone;
  const [kept] = await tx.select().from(businesses).where(eq(businesses.id, into)).for('update');
  // A logo makes no new version of a listing.
  const hasOtherLogo = 'logoUrl' in note.stays && kept?.logoUrl !== goes.logo_url;
  const isEdited = kept?.version !== version || hasOtherLogo;
  if (late) await refuseLateUndo(tx, { kept, note, mergedAt: late.mergedAt });
  if (kept === undefined || kept.ownerId !== note.ownerId || (isEdited && !late)) {
    throw new Problem('conflict', 'It has been changed since. Please look at its history.');
  }
  const { back, left } = partFields({ kept, note, isEdited });
  await tx
    .update(businesses)
    .set({ ...back, version: kept.version + 1, updatedAt: now })
    .where(eq(businesses.id, into));
  // The address of the listing that went led to the other one.
  await tx.execute(sql`delete from business_slugs where slug = ${goes.slug} and business_id = ${into}`);
  await putBack(tx, 'businesses', [await withLivePictures(tx, goes, kept, 'logoUrl' in note.stays)]);
  for (const table of Object.keys(ofTalk)) await putBack(tx, table, note.talk[table], sql`on conflict do nothing`);
  if (note.addedPhoto !== null) await tx.delete(businessPhotos).where(eq(businessPhotos.id, note.addedPhoto));
  await moveBack(tx, note, { id: goes.id, into });
  await partPictures(tx, note, { id: goes.id, into });
  for (const table of ofPeople) await partPeople(tx, table, note, into);
  if ('ownerId' in note.stays && note.ownerId !== null)
    await partStaff(tx, { from: into, to: goes.id, by: note.ownerId });
  for (const [table, { keys, sums }] of Object.entries(counted)) {
    await takeOff(tx, { table, keys, sums }, note.rows[table], into);
  }
  await writeAudit(tx, {
    actorId,
    action: 'business.undone',
    subjectType: 'business',
    subjectId: goes.id,
    data: { name: goes.name },
  });
  await announceChange(tx, ['businesses', 'categories', 'missing', `business:${goes.id}`, `business:${into}`]);
  return { name: kept.name, status: kept.status, id: goes.id, gone: goes, left };
}

/** Rows that their owner has deleted since stay deleted. */
async function moveBack(
  tx: Database,
  { rows, lost }: { rows: Rows; lost: Rows },
  { id, into }: { id: string; into: string },
): Promise<void> {
  for (const [table, key] of Object.entries(moved)) {
    const column = sql.identifier(key);
    const place = table === 'business_photos' ? sql`, position = s.position` : sql``;
    await tx.execute(sql`
      update ${sql.identifier(table)} t set business_id = ${id} ${place} from ${fromJson(table, rows[table])} s
      where t.${column} = s.${column} and (t.business_id = ${into} or t.business_id is null)`);
  }
  await putBack(tx, 'offers', lost.offers);
  // The mailbox's word for the kept listing stood for both: taken back, it took this one back, too.
  const still = sql`where exists (
    select from recommendations o where o.business_id = ${into} and lower(o.email) = lower(s.email))`;
  await putBack(tx, 'recommendations', lost.recommendations, still);
}

/** Gives the people of both listings their own rows again. Whose place was ended since stays without. */
async function partPeople(
  tx: Database,
  table: (typeof ofPeople)[number],
  { rows, keptPeople }: { rows: Rows; keptPeople: Rows },
  into: string,
): Promise<void> {
  const name = sql.identifier(table);
  const { rows: still } = await tx.execute<{ id: string }>(sql`
    delete from ${name} t using ${fromJson(table, rows[table])} s
    where t.business_id = ${into} and t.user_id = s.user_id returning t.user_id as id`);
  const own = [...(rows[table] ?? []), ...(keptPeople[table] ?? [])].filter((row) =>
    still.some(({ id }) => id === (row as { user_id: string }).user_id),
  );
  await putBack(tx, table, own);
}

/** Managers and invitations follow the owner who asked for them, also those of the time since the merge. */
async function partStaff(tx: Database, { from, to, by }: { from: string; to: string; by: string }): Promise<void> {
  await tx.execute(sql`
    delete from listing_managers t where t.business_id = ${from} and t.invited_by = ${by} and exists (
      select from listing_managers o where o.business_id = ${to} and o.user_id = t.user_id)`);
  for (const table of ['listing_managers', 'listing_invitations']) {
    const name = sql.identifier(table);
    await tx.execute(sql`update ${name} set business_id = ${to} where business_id = ${from} and invited_by = ${by}`);
  }
}

/** Takes the listing's numbers off those of the other; what was counted since stays there. */
async function takeOff(
  tx: Database,
  { table, keys, sums }: { table: string; keys: readonly string[]; sums: readonly string[] },
  rows: object[] | undefined,
  into: string,
): Promise<void> {
  const name = sql.identifier(table);
  const each = (columns: readonly string[], write: (column: SQL) => SQL, between: SQL) =>
    sql.join(
      columns.map((column) => write(sql`${sql.identifier(column)}`)),
      between,
    );
  await tx.execute(sql`
    update ${name} t set ${each(sums, (column) => sql`${column} = greatest(t.${column} - s.${column}, 0)`, sql`, `)}
    from ${fromJson(table, rows)} s
    where t.business_id = ${into} and ${each(keys, (column) => sql`t.${column} = s.${column}`, sql` and `)}`);
  await tx.execute(
    sql`delete from ${name} where business_id = ${into} and ${each(sums, (column) => sql`${column} = 0`, sql` and `)}`,
  );
  await putBack(tx, table, rows);
}
