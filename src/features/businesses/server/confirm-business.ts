import { eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { businesses } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { lockEditable } from './own-business.ts';

/** Sets the date of confirmation, which the business's page shows. The caller holds the row. */
export async function noteConfirmed(
  tx: Database,
  { id, status }: Pick<typeof businesses.$inferSelect, 'id' | 'status'>,
  now: Date,
): Promise<void> {
  await tx.update(businesses).set({ confirmedAt: now }).where(eq(businesses.id, id));
  if (status === 'approved') await announceChange(tx, [`business:${id}`]);
}

/**
 * An owner or staff say that everything is still right.
 * @throws Problem 'signed_out', 'not_found', 'forbidden' (another owner's), 'conflict' when it is not approved
 */
export async function confirmBusiness(
  id: string,
  { db, user, now }: Pick<ApiRequest, 'db' | 'user' | 'now'>,
): Promise<{ confirmedAt: string }> {
  const actor = requireUser(user);
  const at = now();
  await db.transaction(async (tx) => {
    const row = await lockEditable(tx, id, actor);
    if (row.status !== 'approved') throw new Problem('conflict', 'Only an approved business can be confirmed.');
    await noteConfirmed(tx, row, at);
    await writeAudit(tx, {
      actorId: actor.id,
      action: 'business.confirmed',
      subjectType: 'business',
      subjectId: id,
    });
  });
  return { confirmedAt: at.toISOString() };
}
