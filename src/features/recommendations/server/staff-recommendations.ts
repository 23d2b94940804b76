import { and, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { recommendations, reports } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
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
  now: Date;
}

/** Shows or hides it, at any time and as often as staff like, and resolves the reports about it. @throws Problem 'not_found' */
export async function decideForStaff(
  db: Database,
  { id, shown, actorId, now }: Decision,
): Promise<StaffRecommendation> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(recommendations).where(eq(recommendations.id, id)).for('update');
    if (row === undefined || row.status === 'unconfirmed') {
      throw new Problem('not_found', 'This recommendation is not there any more.');
    }
    const status = shown ? 'shown' : 'hidden';
    await tx
      .update(reports)
      .set({ resolvedAt: now })
      .where(and(eq(reports.recommendationId, id), isNull(reports.resolvedAt)));
    if (row.status !== status) {
      await tx.update(recommendations).set({ status }).where(eq(recommendations.id, id));
      await writeAudit(tx, {
        actorId,
        action: `recommendation.${status}`,
        subjectType: 'business',
        subjectId: row.businessId,
        data: { recommendation: id, of: row.name },
      });
      await announceChange(tx, [`business:${row.businessId}`]);
    }
    const [decided] = await readForStaff(tx, eq(recommendations.id, id));
    if (decided === undefined) throw new Error('The recommendation went while it was locked');
    return decided;
  });
}
