import { eq } from 'drizzle-orm';
import { lastActor } from '#features/audit/server/last-actor.ts';
import { notFound } from '#features/businesses/server/own-business.ts';
import type { Database } from '#server/db/client.ts';
import { businesses } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';

const deeds = { pending: 'sent back', approved: 'approved', rejected: 'rejected', hidden: 'hid' } as const;

type Row = typeof businesses.$inferSelect;

/** Locks the business until the transaction ends, in the state and version that staff have seen. */
export async function lockReviewed(
  tx: Database,
  id: string,
  version: number,
  states: readonly Row['status'][],
  request: Pick<ApiRequest, 'user' | 'now'>,
): Promise<Row> {
  const [row] = await tx.select().from(businesses).where(eq(businesses.id, id)).for('update');
  if (row === undefined) throw notFound();
  const hasMoved = row.version !== version && row.status !== 'pending';
  if (hasMoved || !states.includes(row.status)) {
    const { who, ago } = await lastActor(tx, { subjectType: 'business', subjectId: id }, request);
    throw new Problem('conflict', `${who} ${deeds[row.status]} ${row.name}${ago}.`);
  }
  if (row.version !== version) {
    throw new Problem('conflict', 'This business has been changed while you looked at it. Please look at it again.');
  }
  return row;
}
