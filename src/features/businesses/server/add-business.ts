import { requireUser } from '#features/accounts/server/current-user.ts';
import { noteAct } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import type { ListingForm } from '../business-form.ts';
import { refuseDuplicate } from './find-duplicates.ts';
import { insertBusiness } from './insert-business.ts';
import { retryTakenSlug } from './retry-taken-slug.ts';

/** A listing that is not stored yet is no duplicate of itself. */
const noId = '00000000-0000-0000-0000-000000000000';

interface Added {
  form: ListingForm;
  /** Ids of duplicates that staff accept. */
  confirmed: readonly string[];
}

/**
 * Staff add a listing for the town: visitors see it at once, it has no owner, and anybody may claim it. Its undo hides it.
 * @throws Problem 'signed_out', 'invalid' (no such category), 'conflict' with what looks like it in `fields.confirm`
 */
export async function addBusiness(
  { form, confirmed }: Added,
  { db, user, city, now }: Pick<ApiRequest, 'db' | 'user' | 'city' | 'now'>,
): Promise<{ id: string; slug: string; name: string }> {
  const actor = requireUser(user);
  return retryTakenSlug(() =>
    db.transaction(async (tx) => {
      const { name, address, phone = null } = form;
      const looks = { id: noId, name, address, phone };
      const duplicates = await refuseDuplicate(tx, {
        ...{ looks, states: ['approved', 'hidden'], confirmed },
        isWide: true,
      });
      const at = now();
      const { id, slug, version } = await insertBusiness(tx, form, {
        ...{ city, by: 'staff', status: 'approved' },
        ...{ approvedAt: at, confirmedAt: at, createdAt: at, updatedAt: at },
      });
      await writeAudit(tx, {
        actorId: actor.id,
        action: 'business.added',
        subjectType: 'business',
        subjectId: id,
        data: { name, address, ...(duplicates.length === 0 ? {} : { besides: duplicates }) },
      });
      const before = { status: 'hidden', ownerId: null };
      await noteAct(tx, { kind: 'business', actorId: actor.id, subjectId: id, before, version, at });
      await announceChange(tx, ['businesses', 'categories', 'missing', `business:${id}`]);
      return { id, slug, name };
    }),
  );
}
