import { eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, categories, users } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { emptyWords } from '#shared/empty-words.ts';
import { Problem } from '#shared/problem.ts';
import type { ListingEdit, ListingForm } from '../business-form.ts';
import { keptTexts, textError } from '../kept-texts.ts';
import { placeIn, placeWords } from '../place.ts';
import { noteConfirmed } from './confirm-business.ts';
import { changedSince } from './decided-already.ts';
import { lockEditable, writesAs } from './own-business.ts';
import { retryTakenSlug } from './retry-taken-slug.ts';
import { slugAfterRename } from './slug-after-rename.ts';
import { tellOfStaffEdit } from './staff-edit-letter.ts';
import { tellStaff } from './tell-staff.ts';
import { changedFields, matchKeys, type WrittenField, type WrittenFields, writtenFields } from './written-fields.ts';

type Row = typeof businesses.$inferSelect;

interface Edit {
  id: string;
  form: ListingEdit;
  /** The version of the copy that was edited. Undefined overwrites any version. */
  version: number | undefined;
  /** Staff approve the listing with it: the history keeps that, so that it stands among the edits of the live listing. */
  atApproval?: true;
  /** A mail of its own tells the owner of an edit by staff: nothing else does. */
  tellsOwner?: true;
}

/**
 * Saves an edit and records each changed field (docs/product-rules.md#edits). Visitors of an approved business see it at
 * once; a rejected business goes back to review. Saving the same values again changes nothing but the date of confirmation.
 * @throws Problem 'signed_out', 'not_found', 'forbidden' (another owner's), 'invalid', 'conflict' with what each field says now
 */
export async function updateBusiness(
  { id, form: given, version, atApproval, tellsOwner }: Edit,
  request: Pick<ApiRequest, 'db' | 'user' | 'city' | 'env' | 'now'>,
): Promise<void> {
  const actor = requireUser(request.user);
  await retryTakenSlug(() =>
    request.db.transaction(async (tx) => {
      const row = await lockEditable(tx, id, actor);
      const form = withStored(given, row);
      const written = await writtenFields(tx, form, { city: request.city, stored: row });
      const changes = changedFields(row, written);
      const changed = Object.keys(changes) as WrittenField[];
      if (version !== undefined && version !== row.version)
        throw await conflict(tx, { row, written, changed }, request);
      if (changed.length === 0 && row.status !== 'rejected') return noteConfirmed(tx, row, request.now());

      const isAgain = row.status === 'rejected';
      const isByStaff = row.ownerId !== null && writesAs(actor, row) === 'staff';
      const slug = changes.name ? await slugAfterRename(tx, row, form) : row.slug;
      await tx
        .update(businesses)
        .set({
          ...written,
          ...matchKeys(form),
          slug,
          ...(changes.place ? { placeBy: writesAs(actor, row) } : {}),
          ...(changes.website ? { websiteBy: writesAs(actor, row) } : { website: row.website }),
          version: row.version + 1,
          updatedAt: request.now(),
          confirmedAt: request.now(),
          ...(isAgain ? { status: 'pending' as const, rejectionReason: null } : {}),
        })
        .where(eq(businesses.id, id));
      await writeAudit(tx, {
        actorId: actor.id,
        action: isAgain ? 'business.resubmitted' : 'business.edited',
        subjectType: 'business',
        subjectId: id,
        data: {
          ...{ ...changes, ...(slug === row.slug ? {} : { slug: [row.slug, slug] }) },
          ...(atApproval ? { atApproval } : {}),
          // The dashboard shows it to this owner, and to no later one.
          ...(isByStaff ? { owner: row.ownerId } : {}),
        },
      });
      if (isAgain) await tellStaffAgain(tx, id, request);
      // A listing that goes back to review is told about at its approval.
      else if (isByStaff && tellsOwner)
        await tellOfStaffEdit(tx, { row, by: actor.id, data: changes, now: request.now() });
      if (row.status === 'approved') {
        await announceChange(tx, ['businesses', `business:${id}`, ...(changes.categoryId ? ['categories'] : [])]);
      }
    }),
  );
}

/**
 * An import may have left a required text empty or too short: an edit that leaves it out keeps it.
 * @throws Problem 'invalid' where it is left out of a listing that has one
 */
function withStored(given: ListingEdit, stored: Row): ListingForm {
  const fields: Record<string, string> = {};
  for (const field of keptTexts) {
    if (given[field] !== undefined || textError(field, stored[field]) !== null) continue;
    fields[field] = textError(field, undefined) ?? '';
  }
  const [message] = Object.values(fields);
  if (message !== undefined) throw new Problem('invalid', message, { fields });
  return { ...given, description: given.description ?? stored.description, address: given.address ?? stored.address };
}

/** Names who has saved since, and lists the fields whose stored value differs from the value of the edit. */
async function conflict(
  tx: Database,
  { row, written, changed }: { row: Row; written: WrittenFields; changed: WrittenField[] },
  request: Pick<ApiRequest, 'user' | 'now'>,
): Promise<Problem> {
  const fields: Record<string, string> = {};
  for (const field of changed) {
    if (field === 'categoryId') {
      const [category] = await tx.select().from(categories).where(eq(categories.id, row.categoryId));
      fields.category = `It now says: ${category?.name ?? ''}`;
    } else if (field === 'place') {
      const place = placeIn(row);
      fields.latitude = place ? `The pin is now at: ${placeWords(place)}` : emptyWords(field).now;
    } else {
      const value = row[field];
      const isText = typeof written[field] === 'string' || typeof value === 'string';
      const now = value ? `It now says: ${value}` : 'It is empty now';
      fields[field] = isText ? now : 'It has been changed meanwhile';
    }
  }
  const text = `${await changedSince(tx, row.id, request)} Yours is not saved yet: look at it again and save once more.`;
  return new Problem('conflict', text, { fields });
}

async function tellStaffAgain(
  tx: Database,
  id: string,
  { city, env }: Pick<ApiRequest, 'city' | 'env'>,
): Promise<void> {
  const [row] = await tx
    .select({
      name: businesses.name,
      address: businesses.address,
      description: businesses.description,
      categoryName: categories.name,
      username: users.username,
      email: users.email,
    })
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .leftJoin(users, eq(users.id, businesses.ownerId))
    .where(eq(businesses.id, id));
  if (row === undefined) return;
  const submittedBy = { username: row.username ?? 'nobody', email: row.email ?? 'no address' };
  await tellStaff(tx, { id, ...row, submittedBy, isAgain: true }, { city, env });
}
