import { eq, sql } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { businesses, listingOrders, subscriptions } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { lockOwned } from './own-business.ts';

/**
 * Its owner takes back a listing that staff have not approved; it leaves the queue with it. Pictures that nobody shows then go with
 * the sweep of unused ones.
 * @throws Problem 'signed_out', 'forbidden', 'not_found', 'conflict' (it is in the directory, or something was paid for it)
 */
export async function withdrawBusiness(id: string, { db, user }: Pick<ApiRequest, 'db' | 'user'>): Promise<void> {
  const actor = requireUser(user);
  await db.transaction(async (tx) => {
    const row = await lockOwned(tx, id, actor);
    if (row.status !== 'pending' && row.status !== 'rejected') {
      throw new Problem(
        'conflict',
        'This business is in the directory. You can take it off at the end of its edit page.',
      );
    }
    const [paid] = await tx
      .select({ id: businesses.id })
      .from(businesses)
      .where(
        sql`${businesses.id} = ${id} and (exists (select from ${listingOrders} o where o.business_id = ${id})
          or exists (select from ${subscriptions} s where s.business_id = ${id}))`,
      );
    if (paid)
      throw new Problem('conflict', 'Something was paid for this business. Please write to us, and we take it back.');
    await tx.delete(businesses).where(eq(businesses.id, id));
    await writeAudit(tx, {
      actorId: actor.id,
      action: 'business.withdrawn',
      subjectType: 'business',
      subjectId: id,
      data: { name: row.name, address: row.address, status: row.status },
    });
  });
}
