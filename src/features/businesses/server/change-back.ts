import { eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, categories } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { columnLabel } from '#shared/listing-fields.ts';
import { Problem } from '#shared/problem.ts';
import { lockOwn } from './own-business.ts';
import { readStaffChanges } from './read-staff-changes.ts';
import { retryTakenSlug } from './retry-taken-slug.ts';
import { slugAfterRename } from './slug-after-rename.ts';
import { columnsOfValue, matchKeys } from './written-fields.ts';

interface ChangeBack {
  id: string;
  field: string;
  /** The edit by staff that the person has seen. */
  changeId: string;
}

/**
 * An owner or manager puts one field back to what it said before staff changed it. The history has it as their edit.
 * @throws Problem 'signed_out', 'forbidden' (another owner's), 'not_found', 'conflict' when the field was changed again since
 */
export async function changeBack(
  { id, field, changeId }: ChangeBack,
  { db, user, now: clock }: Pick<ApiRequest, 'db' | 'user' | 'now'>,
): Promise<void> {
  const actor = requireUser(user);
  await retryTakenSlug(() =>
    db.transaction(async (tx) => {
      const row = await lockOwn(tx, id, actor, 'edit');
      const now = clock();
      const changes = (await readStaffChanges(tx, { ids: [id], userId: actor.id, now })).get(id) ?? [];
      const change = changes.find((one) => one.field === field && one.id === changeId);
      if (change === undefined) throw changedAgain(field);
      const { before, after } = change;
      if (change.field === 'categoryId') await requireOffered(tx, String(before));
      const restored = columnsOfValue(change.field, before);
      const named = { name: restored.name ?? row.name, address: restored.address ?? row.address };
      const slug = change.field === 'name' ? await slugAfterRename(tx, row, named) : row.slug;
      await tx
        .update(businesses)
        .set({
          ...restored,
          ...(change.field === 'website' ? { websiteBy: 'owner' as const } : {}),
          ...(change.field === 'place' ? { placeBy: 'owner' as const } : {}),
          ...matchKeys(named),
          slug,
          version: row.version + 1,
          updatedAt: now,
        })
        .where(eq(businesses.id, id));
      const renamed = slug === row.slug ? {} : { slug: [row.slug, slug] };
      await writeAudit(tx, {
        actorId: actor.id,
        action: 'business.edited',
        subjectType: 'business',
        subjectId: id,
        data: { [change.field]: [after, before], ...renamed, changedBack: true },
      });
      if (row.status !== 'approved') return;
      await announceChange(tx, [
        ...['businesses', `business:${id}`],
        ...(change.field === 'categoryId' ? ['categories'] : []),
      ]);
    }),
  );
}

const changedAgain = (field: string) =>
  new Problem(
    'conflict',
    `${columnLabel(field) ?? 'This'} was changed again since, so nothing was changed back. Look at what your listing says now, and edit it if it is not right.`,
  );

async function requireOffered(tx: Database, id: string): Promise<void> {
  const [row] = await tx.select({ isHidden: categories.isHidden }).from(categories).where(eq(categories.id, id));
  if (row && !row.isHidden) return;
  throw new Problem('conflict', 'This category is not offered any more. Edit your listing, and choose another one.');
}
