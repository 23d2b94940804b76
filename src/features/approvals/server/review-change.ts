/** Staff review an owner's edit: they keep it, or put fields back to their old values. */

import { and, eq, sql } from 'drizzle-orm';
import { wasFirst } from '#features/audit/server/last-actor.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { changedSince } from '#features/businesses/server/decided-already.ts';
import { fieldPairs } from '#features/businesses/server/edited-fields.ts';
import { retryTakenSlug } from '#features/businesses/server/retry-taken-slug.ts';
import { slugAfterRename } from '#features/businesses/server/slug-after-rename.ts';
import { tellOfStaffEdit } from '#features/businesses/server/staff-edit-letter.ts';
import {
  columnsOfValue,
  fieldValue,
  isSameValue,
  matchKeys,
  type WrittenField,
  type WrittenFields,
} from '#features/businesses/server/written-fields.ts';
import type { EventRequest } from '#features/events/server/save-event.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, businesses } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest, Services } from '#server/http/serve.ts';
import { columnLabel } from '#shared/listing-fields.ts';
import { Problem } from '#shared/problem.ts';
import { changeKept, changeUndone, getChange, readReviews } from './read-changes.ts';
import { type FieldChanges, tellOfUndo } from './tell-owner-of-undo.ts';
import { undoPostChange } from './undo-post-change.ts';

const undoneBefore = 'Undone before';
const inAnd = new Intl.ListFormat('en-US');

type Row = typeof businesses.$inferSelect;

type Sources = Pick<Services, 'db' | 'city'>;

interface Review {
  id: string;
  actorId: string;
  now: Date;
}

/** Locks the edit's business until the transaction ends, so that two reviews run one after the other. */
export async function lockBusinessOf(from: Sources, changeId: string): Promise<Row> {
  const { business } = await getChange(from, changeId);
  const [row] = await from.db.select().from(businesses).where(eq(businesses.id, business.id)).for('update');
  if (row === undefined) throw new Problem('not_found', 'This business is not there any more.');
  return row;
}

/** @throws Problem 'not_found', or 'conflict' when somebody has reviewed it before */
export async function keepChange(
  { db, city, ...request }: Sources & Pick<ApiRequest, 'user' | 'now'>,
  { id, actorId }: Review,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockBusinessOf({ db: tx, city }, id);
    const { reviewed, isByOwner } = await getChange({ db: tx, city }, id);
    if (!isByOwner) throw new Problem('conflict', 'Staff made this change: nobody has to look at it.');
    if (reviewed) {
      throw await wasFirst(tx, { subjectType: 'change', subjectId: id }, 'looked at this change', request);
    }
    const data = { business: row.id, name: row.name };
    await writeAudit(tx, { actorId, action: changeKept, subjectType: 'change', subjectId: id, data });
  });
}

interface Undo extends Review {
  /** Undefined means every field that still has the edit's value. */
  fields: readonly string[] | undefined;
  /** For the owner; '' for none. */
  reason: string;
}

/** Answers whom a mail tells of it. @throws Problem 'not_found', or 'conflict' naming the fields that were undone or changed since */
export async function undoChange(
  { id, actorId, now, fields, reason }: Undo,
  request: EventRequest,
): Promise<string | null> {
  const { db, city } = request;
  return retryTakenSlug(() =>
    db.transaction(async (tx) => {
      const row = await lockBusinessOf({ db: tx, city }, id);
      const post = await undoPostChange(tx, { changeId: id, listing: row, actorId, reason }, request);
      if (post) return post.told;
      const pairs = await readPairs(tx, id);
      const { wanted, left } = await chooseFields(tx, row, { id, pairs, fields }, request);

      const restored: WrittenFields = {};
      const data: FieldChanges = {};
      for (const field of wanted) {
        const [before, after] = pairs.get(field) ?? [null, null];
        Object.assign(restored, columnsOfValue(field, before));
        data[field] = [after, before];
      }
      const named = { name: restored.name ?? row.name, address: restored.address ?? row.address };
      const slug = restored.name === undefined ? row.slug : await slugAfterRename(tx, row, named);
      await tx
        .update(businesses)
        .set({
          ...restored,
          // Staff vouch for the website that they put back.
          ...(restored.website === undefined ? {} : { websiteBy: 'staff' as const }),
          ...(restored.latitude === undefined ? {} : { placeBy: 'staff' as const }),
          ...matchKeys(named),
          slug,
          version: row.version + 1,
          updatedAt: now,
        })
        .where(eq(businesses.id, row.id));
      const why = reason === '' ? {} : { reason };
      await writeAudit(tx, {
        actorId,
        action: 'business.edit-undone',
        subjectType: 'business',
        subjectId: row.id,
        data: { ...data, ...(slug === row.slug ? {} : { slug: [row.slug, slug] }), ...why },
      });
      await writeAudit(tx, {
        actorId,
        action: changeUndone,
        subjectType: 'change',
        subjectId: id,
        data: { business: row.id, name: named.name, fields: wanted, ...(left.length > 0 ? { left } : {}) },
      });
      const { isByOwner, isImport } = await getChange({ db: tx, city }, id);
      if (!isByOwner && !isImport) await tellOfStaffEdit(tx, { row, by: actorId, data, now });
      const act = { row, changeId: id, act: 'undone', data, reason, now } as const;
      const told = isByOwner ? await tellOfUndo(tx, act, city) : null;
      await announceChange(tx, ['businesses', 'categories', 'missing', `business:${row.id}`]);
      return told;
    }),
  );
}

type Pairs = ReadonlyMap<WrittenField, [unknown, unknown]>;

export async function readPairs(tx: Database, id: string): Promise<Pairs> {
  const [entry] = await tx
    .select({ data: auditLog.data })
    .from(auditLog)
    .where(and(eq(auditLog.id, id), eq(auditLog.action, 'business.edited')));
  return new Map(fieldPairs(entry?.data));
}

/** The caller holds the business. `left`: fields of the edit that stay live. */
async function chooseFields(
  tx: Database,
  row: Row,
  { id, pairs, fields }: { id: string; pairs: Pairs; fields: readonly string[] | undefined },
  request: Pick<ApiRequest, 'user' | 'now'>,
): Promise<{ wanted: WrittenField[]; left: WrittenField[] }> {
  const undone = (await readReviews(tx, [id])).get(id)?.undone;
  const refused: Record<string, string> = {};
  const live: WrittenField[] = [];
  for (const [field, [, after]] of pairs) {
    if (undone?.has(field)) refused[field] = undoneBefore;
    else if (isSameValue(fieldValue(row, field), after)) live.push(field);
    else refused[field] = 'Changed since';
  }
  const named = fields === undefined ? live : [...pairs.keys()].filter((field) => fields.includes(field));
  const wanted = live.filter((field) => named.includes(field));
  if (wanted.length > 0 && wanted.length === named.length) {
    return { wanted, left: live.filter((field) => !wanted.includes(field)) };
  }
  if (fields !== undefined && named.length === 0) {
    throw new Problem('conflict', 'This edit did not change these fields.');
  }
  const about =
    fields === undefined ? refused : Object.fromEntries(named.flatMap((f) => (refused[f] ? [[f, refused[f]]] : [])));
  const first = await firstOf(tx, row, { id, refused: about }, request);
  const next = 'It cannot be undone again. To change what the listing says now, edit it.';
  throw new Problem('conflict', `${first} ${next}`, { fields: about });
}

/** Tells who undid a field, or changed the listing, before this undo. */
async function firstOf(
  tx: Database,
  row: Row,
  { id, refused }: { id: string; refused: Readonly<Record<string, string>> },
  request: Pick<ApiRequest, 'user' | 'now'>,
): Promise<string> {
  const undone = (await readReviews(tx, [id])).get(id)?.undone;
  const named = [...(undone ?? [])].filter(([field]) => refused[field] === undoneBefore);
  const last = named
    .map(([, { at }]) => at)
    .toSorted()
    .at(-1);
  if (last === undefined) return changedSince(tx, row.id, request);
  // Each field may be undone by somebody else: the last act is told, with its fields.
  const fields = named.flatMap(([field, { at }]) => (at === last ? [field] : []));
  const where = sql`${auditLog.data} -> 'fields' ?| ${sql.param(fields)}::text[]`;
  const acts = { subjectType: 'change', subjectId: id, actions: [changeUndone], where };
  const deed = `undid ${inAnd.format(fields.map((field) => columnLabel(field) ?? field))}`;
  return (await wasFirst(tx, acts, deed, request)).message;
}
