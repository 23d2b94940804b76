import { and, eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import { businesses } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';

/** @throws Problem 'not_found', also for another owner's listing */
export async function switchMessages(
  id: string,
  takesMessages: boolean,
  { db, user }: Pick<ApiRequest, 'db' | 'user'>,
): Promise<{ takesMessages: boolean }> {
  const actor = requireUser(user);
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ takesMessages: businesses.takesMessages })
      .from(businesses)
      .where(and(eq(businesses.id, id), mayManage(actor.id, 'messages')))
      .for('update');
    if (row === undefined) throw new Problem('not_found', 'Business not found');
    if (row.takesMessages === takesMessages) return;
    await tx.update(businesses).set({ takesMessages }).where(eq(businesses.id, id));
    await writeAudit(tx, {
      actorId: actor.id,
      action: takesMessages ? 'business.messages-on' : 'business.messages-off',
      subjectType: 'business',
      subjectId: id,
    });
    await announceChange(tx, [`business:${id}`]);
  });
  return { takesMessages };
}
