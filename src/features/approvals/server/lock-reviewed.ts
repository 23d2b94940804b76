import { eq } from 'drizzle-orm';
import { changedSince, decidedAlready } from '#features/businesses/server/decided-already.ts';
import { notFound } from '#features/businesses/server/own-business.ts';
import type { Database } from '#server/db/client.ts';
import { businesses } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';

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
  if (hasMoved || !states.includes(row.status)) throw await decidedAlready(tx, row, request);
  if (row.version !== version) {
    throw new Problem('conflict', `${await changedSince(tx, id, request)} Please look at it again.`);
  }
  return row;
}
