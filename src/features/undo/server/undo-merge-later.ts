/** An administrator undoes a merge whose 30 seconds are over: an owner may say only then that two places were meant. */
import { and, eq, sql } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { mergeKeptMs } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { undoMerge } from '#features/businesses/server/undo-merge.ts';
import { mailParted } from '#features/businesses/server/visibility-letters.ts';
import { followPremium } from '#features/premium/server/derive-premium.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { staffActs } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { dropWaiting } from './drop-waiting.ts';

const inAnd = new Intl.ListFormat('en-US');

interface Merge {
  /** The listing that was kept. */
  into: string;
  /** The listing that went. */
  merged: string;
}

/** Answers what stays. @throws Problem 'conflict' */
export async function undoMergeOfLast30Days({ into, merged }: Merge, request: ApiRequest): Promise<string> {
  const { id: actorId } = requireUser(request.user);
  const now = request.now();
  return inTransaction(request.db, async (tx) => {
    const isMerge = and(eq(staffActs.kind, 'merge'), eq(staffActs.subjectId, into));
    const [act] = await tx
      .select()
      .from(staffActs)
      .where(and(isMerge, sql`${staffActs.before} -> 'goes' ->> 'id' = ${merged}`))
      .for('update');
    if (act === undefined || now.getTime() - act.at.getTime() > mergeKeptMs) {
      throw new Problem(
        'conflict',
        'This merge cannot be undone any more. The history has what the other listing said.',
      );
    }
    const undoing = { into, version: act.version, before: act.before as object, actorId, late: { mergedAt: act.at } };
    const { name, status, gone, left } = await undoMerge(tx, undoing, now);
    await followPremium(tx, merged);
    await followPremium(tx, into);
    const dropped = await dropWaiting(tx, act.mails);
    // An owner who has not heard of the merge hears nothing of its end.
    if (dropped < act.mails.length) {
      const { ownerId } = act.before as { ownerId: string | null };
      const business = { id: into, name, status };
      await mailParted(tx, { business, gone, ownerId, left }, request);
    }
    await tx.delete(staffActs).where(eq(staffActs.id, act.id));
    const data = { name, merged: gone.name, ...(left.length > 0 ? { left } : {}) };
    await writeAudit(tx, { actorId, action: 'business.undone', subjectType: 'business', subjectId: into, data });
    const kept = left.length === 0 ? '' : ` ${name} keeps its ${inAnd.format(left)}: changed since the merge.`;
    return `${gone.name} is there again.${kept} What came to ${name} since stays with it.`;
  });
}
