/** An owner takes an own listing off the directory, and puts it back. */
import { eq, sql } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { businesses } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { refuseDuplicate } from './find-duplicates.ts';
import { lockOwned } from './own-business.ts';
import { mailListed } from './own-visibility-letters.ts';
import { isOffByOwner } from './set-visibility.ts';

type Row = typeof businesses.$inferSelect;

function refuse(row: Row, listed: boolean): Problem | null {
  if (listed) {
    if (isOffByOwner(row)) return null;
    return row.status === 'hidden'
      ? new Problem('conflict', 'We have taken this business off the directory. Please answer our email about it.')
      : new Problem('conflict', 'This business is not off the directory. Please look again.');
  }
  if (row.status === 'approved') return null;
  return new Problem('conflict', 'This business is not in the directory. Please look again.');
}

/** Another listing of the place may have been approved meanwhile; visitors would see it twice. @throws Problem 'conflict' */
async function refuseTwin(tx: Parameters<typeof refuseDuplicate>[0], row: Row): Promise<void> {
  try {
    await refuseDuplicate(tx, { looks: row, states: ['approved'], confirmed: [] });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(
      'conflict',
      'The directory has another listing of this place by now. Please write to us about it.',
    );
  }
}

/**
 * The listing keeps its plans, its people and all that it says. What staff have hidden is theirs to show.
 * @throws Problem 'signed_out', 'forbidden' (also for a manager and staff), 'not_found', 'conflict'
 */
export async function setListed(
  { id, listed }: { id: string; listed: boolean },
  request: Pick<ApiRequest, 'db' | 'user' | 'city' | 'env' | 'now'>,
): Promise<{ status: Row['status'] }> {
  const actor = requireUser(request.user);
  return request.db.transaction(async (tx) => {
    const row = await lockOwned(tx, id, actor);
    const refusal = refuse(row, listed);
    if (refusal) throw refusal;
    if (listed) await refuseTwin(tx, row);
    const status = listed ? 'approved' : 'hidden';
    await tx
      .update(businesses)
      .set({ status, hiddenByOwner: !listed, updatedAt: request.now() })
      .where(eq(businesses.id, id));
    await writeAudit(tx, {
      actorId: actor.id,
      action: listed ? 'business.put-back-by-owner' : 'business.taken-off-by-owner',
      subjectType: 'business',
      subjectId: id,
      data: { name: row.name },
    });
    // Nobody is told of what was taken back within the time of the undo.
    const { rowCount } = await tx.execute(
      sql`delete from pgboss.job where name = 'send-mail' and state = 'created' and singleton_key = ${`listed:${id}`}`,
    );
    if (!rowCount) await mailListed(tx, { row, listed, at: request.now() }, request);
    await announceChange(tx, ['businesses', 'categories', 'missing', `business:${id}`]);
    return { status };
  });
}
