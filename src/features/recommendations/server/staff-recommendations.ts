import { and, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { wasFirst } from '#features/audit/server/last-actor.ts';
import { noteAct } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, recommendations, reports } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { StaffRecommendation } from '../staff-contract.ts';

const maxRows = 200;

async function readForStaff(db: Database, where: SQL): Promise<StaffRecommendation[]> {
  const rows = await db
    .select()
    .from(recommendations)
    .where(and(where, ne(recommendations.status, 'unconfirmed')))
    .orderBy(sql`${recommendations.status} <> 'waiting'`, desc(recommendations.id))
    .limit(maxRows);
  return rows.map(({ id, status, name, email, text, answer, confirmedAt, createdAt }) => ({
    ...{ id, name, email, text, answer },
    status: status === 'unconfirmed' ? 'waiting' : status,
    confirmedAt: (confirmedAt ?? createdAt).toISOString(),
  }));
}

export function listForStaff(db: Database, businessId: string): Promise<StaffRecommendation[]> {
  return readForStaff(db, eq(recommendations.businessId, businessId));
}

interface Decision {
  id: string;
  shown: boolean;
  actorId: string;
  /** The status that was seen; undefined: whatever it is. */
  was?: StaffRecommendation['status'] | undefined;
}

/** Shows or hides it, at any time and as often as staff like, and resolves the reports about it. @throws Problem 'not_found', 'conflict' */
export async function decideForStaff(
  { id, shown, actorId, was }: Decision,
  request: Pick<ApiRequest, 'db' | 'user' | 'now'>,
): Promise<StaffRecommendation> {
  return request.db.transaction(async (tx) => {
    const now = request.now();
    const [row] = await tx.select().from(recommendations).where(eq(recommendations.id, id)).for('update');
    if (row === undefined || row.status === 'unconfirmed') {
      throw new Problem('not_found', 'This recommendation is not there any more.');
    }
    const status = shown ? 'shown' : 'hidden';
    if (was !== undefined && was !== row.status && row.status !== status) throw await decidedBefore(tx, row, request);
    const resolved = await tx
      .update(reports)
      .set({ resolvedAt: now })
      .where(and(eq(reports.recommendationId, id), isNull(reports.resolvedAt)))
      .returning({ id: reports.id });
    if (row.status !== status) {
      await tx.update(recommendations).set({ status }).where(eq(recommendations.id, id));
      await noteStatus(tx, row, { status, actorId });
      await announceChange(tx, [`business:${row.businessId}`]);
    }
    const before: RecommendationBefore = {
      status: row.status,
      left: status,
      reports: resolved.map((report) => report.id),
    };
    await noteAct(tx, { kind: 'recommendation', actorId, subjectId: id, before, at: now });
    const [decided] = await readForStaff(tx, eq(recommendations.id, id));
    if (decided === undefined) throw new Error('The recommendation went while it was locked');
    return decided;
  });
}

/** Names who showed or hid it since it was looked at. */
function decidedBefore(
  tx: Database,
  { id, businessId, status }: typeof recommendations.$inferSelect,
  request: Pick<ApiRequest, 'user' | 'now'>,
): Promise<Problem> {
  const where = sql`${auditLog.data} ->> 'recommendation' = ${id}`;
  const deed = status === 'shown' ? 'showed it' : status === 'hidden' ? 'hid it' : 'let it wait again';
  return wasFirst(tx, { subjectType: 'business', subjectId: businessId, where }, deed, request);
}

function noteStatus(
  tx: Database,
  { id, businessId, name }: typeof recommendations.$inferSelect,
  { status, actorId }: { status: string; actorId: string },
): Promise<void> {
  const data = { recommendation: id, of: name };
  return writeAudit(tx, {
    ...{ actorId, action: `recommendation.${status}`, data },
    ...{ subjectType: 'business', subjectId: businessId },
  });
}

/** A recommendation before a decision, and the state that the decision left. */
export interface RecommendationBefore {
  status: 'waiting' | 'shown' | 'hidden';
  left: 'shown' | 'hidden';
  /** Ids of the reports that the decision resolved. */
  reports: readonly string[];
}

/**
 * Puts back what `decideForStaff` changed.
 * @throws Problem 'conflict' when somebody has decided on it or answered it since, or it is gone
 */
export async function putBackRecommendation(
  tx: Database,
  id: string,
  { actorId, at, ...before }: RecommendationBefore & { actorId: string; at: Date },
  request: Pick<ApiRequest, 'user' | 'now'>,
): Promise<void> {
  const [row] = await tx.select().from(recommendations).where(eq(recommendations.id, id)).for('update');
  if (row === undefined) throw new Problem('conflict', 'This recommendation is not there any more.');
  if (row.status !== before.left) throw await decidedBefore(tx, row, request);
  if (row.answeredAt !== null && row.answeredAt > at) {
    throw new Problem('conflict', 'The owner has answered it since.');
  }
  await tx.update(recommendations).set({ status: before.status }).where(eq(recommendations.id, id));
  const wereOpen = [...before.reports];
  if (wereOpen.length > 0) await tx.update(reports).set({ resolvedAt: null }).where(inArray(reports.id, wereOpen));
  await announceChange(tx, [`business:${row.businessId}`]);
  await noteStatus(tx, row, { status: before.status, actorId });
}
