/** Staff let an edit stand again that was undone. */
import { eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { retryTakenSlug } from '#features/businesses/server/retry-taken-slug.ts';
import { slugAfterRename } from '#features/businesses/server/slug-after-rename.ts';
import { tellOfStaffEdit } from '#features/businesses/server/staff-edit-letter.ts';
import { columnsOfValue, matchKeys, type WrittenFields } from '#features/businesses/server/written-fields.ts';
import type { EventRequest } from '#features/events/server/save-event.ts';
import { businesses } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { Problem } from '#shared/problem.ts';
import type { Change } from '../contract.ts';
import { changeRedone, getChange, readReviews } from './read-changes.ts';
import { lockBusinessOf, readPairs } from './review-change.ts';
import { type FieldChanges, tellOfUndo } from './tell-owner-of-undo.ts';
import { redoPostChange } from './undo-post-change.ts';

interface Redo {
  id: string;
  actorId: string;
  now: Date;
  /** Undefined means every undone field that still has the value that was put back. */
  fields: readonly string[] | undefined;
  /** The undo was a slip: an edit that waited for staff before it waits again. */
  isSlip: boolean;
}

/** @throws Problem 'not_found', or 'conflict' naming the fields that were changed since or are not undone */
export async function redoChange({ id, actorId, now, fields, isSlip }: Redo, request: EventRequest): Promise<void> {
  const { db, city } = request;
  await retryTakenSlug(() =>
    db.transaction(async (tx) => {
      const row = await lockBusinessOf({ db: tx, city }, id);
      const change = await getChange({ db: tx, city }, id);
      const review = (await readReviews(tx, [id])).get(id);
      const reopens = isSlip && change.reviewed !== null && review?.wasOpen === true;
      const redo = { changeId: id, listing: row, actorId, undone: review?.undone, reopens };
      if (await redoPostChange(tx, redo, request)) return;
      const wanted = chooseFields(change, fields);
      const restored: WrittenFields = {};
      const data: FieldChanges = {};
      for (const [field, [before, after]] of await readPairs(tx, id)) {
        if (!wanted.has(field)) continue;
        Object.assign(restored, columnsOfValue(field, after));
        data[field] = [before, after];
      }
      const named = { name: restored.name ?? row.name, address: restored.address ?? row.address };
      const slug = restored.name === undefined ? row.slug : await slugAfterRename(tx, row, named);
      const by = writerOf(change, row.ownerId);
      await tx
        .update(businesses)
        .set({
          ...restored,
          ...(restored.website === undefined ? {} : { websiteBy: by }),
          ...(restored.latitude === undefined ? {} : { placeBy: by === 'import' ? null : by }),
          ...matchKeys(named),
          slug,
          version: row.version + 1,
          updatedAt: now,
        })
        .where(eq(businesses.id, row.id));
      await writeAudit(tx, {
        actorId,
        action: 'business.edit-redone',
        subjectType: 'business',
        subjectId: row.id,
        data: { ...data, ...(slug === row.slug ? {} : { slug: [row.slug, slug] }) },
      });
      await writeAudit(tx, {
        actorId,
        action: changeRedone,
        subjectType: 'change',
        subjectId: id,
        data: { business: row.id, name: named.name, fields: [...wanted], ...(reopens ? { reopens } : {}) },
      });
      if (!change.isByOwner && !change.isImport) await tellOfStaffEdit(tx, { row, by: actorId, data, now });
      if (change.isByOwner) await tellOfUndo(tx, { row, changeId: id, act: 'redone', data, reason: '', now }, city);
      await announceChange(tx, ['businesses', 'categories', 'missing', `business:${row.id}`]);
    }),
  );
}

/** The edit's value proves again what it proved before it was undone: an owner's website proves no claim. */
function writerOf({ isImport, isByOwner, by }: Change, ownerId: string | null): 'import' | 'owner' | 'staff' {
  if (isImport) return 'import';
  return isByOwner || (by !== null && by.id === ownerId) ? 'owner' : 'staff';
}

function chooseFields({ fields: all }: Change, fields: readonly string[] | undefined): ReadonlySet<string> {
  const can = all.filter(({ canRedo }) => canRedo).map(({ field }) => field);
  const named = fields ?? can;
  if (named.length > 0 && named.every((field) => can.includes(field))) return new Set(named);
  const about = all.filter(({ field, canRedo }) => !canRedo && (fields?.includes(field) ?? true));
  const refused = about.map(({ field, state }) => [field, state === 'undone' ? 'Changed since' : 'Not undone']);
  throw new Problem(
    'conflict',
    'This was changed since, or it stands already. To change what the listing says now, edit it.',
    { fields: Object.fromEntries(refused) },
  );
}
