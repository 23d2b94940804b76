import { and, desc, eq, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import { noteAct } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, recommendations, reports } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import type { StaffReport } from '../staff-contract.ts';

/** Newest first. */
export async function readReports(db: Database, where: SQL | undefined, limit: number): Promise<StaffReport[]> {
  const rows = await db
    .select({
      id: reports.id,
      reason: reports.reason,
      text: reports.text,
      email: reports.email,
      createdAt: reports.createdAt,
      resolvedAt: reports.resolvedAt,
      recommendation: { name: recommendations.name, text: recommendations.text },
      business: { id: businesses.id, slug: businesses.slug, name: businesses.name, status: businesses.status },
    })
    .from(reports)
    .innerJoin(businesses, eq(businesses.id, reports.businessId))
    .leftJoin(recommendations, eq(recommendations.id, reports.recommendationId))
    .where(where)
    .orderBy(desc(reports.id))
    .limit(limit);
  return rows.map(({ createdAt, resolvedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
  }));
}

/** Newest first. */
export function listReports(
  db: Database,
  { state, cursor, limit }: { state: 'open' | 'done'; cursor: string | undefined; limit: number },
): Promise<StaffReport[]> {
  const isWanted = state === 'open' ? isNull(reports.resolvedAt) : isNotNull(reports.resolvedAt);
  return readReports(db, and(isWanted, cursor ? lt(reports.id, cursor) : undefined), limit);
}

/** @throws Problem 'not_found', or 'conflict' when somebody else has marked it already */
export async function markReport(
  db: Database,
  { id, resolved, actorId, now }: { id: string; resolved: boolean; actorId: string; now: Date },
): Promise<StaffReport> {
  return db.transaction(async (tx) => {
    await tx.select({ id: reports.id }).from(reports).where(eq(reports.id, id)).for('update');
    const [report] = await readReports(tx, eq(reports.id, id), 1);
    if (!report) throw new Problem('not_found', 'This report is not there any more.');
    if ((report.resolvedAt !== null) === resolved) {
      throw new Problem('conflict', `Somebody else marked this report ${resolved ? 'resolved' : 'open'} before you.`);
    }
    const resolvedAt = resolved ? now : null;
    await tx.update(reports).set({ resolvedAt }).where(eq(reports.id, id));
    await writeAudit(tx, {
      actorId,
      action: resolved ? 'report.resolved' : 'report.reopened',
      subjectType: 'report',
      subjectId: id,
      data: { business: report.business.name },
    });
    await noteAct(tx, { kind: 'report', actorId, subjectId: id, before: { resolvedAt: report.resolvedAt }, at: now });
    return { ...report, resolvedAt: resolvedAt?.toISOString() ?? null };
  });
}

/**
 * Puts back what `markReport` changed at `at`.
 * @throws Problem 'conflict' when somebody has marked it since
 */
export async function unmarkReport(
  tx: Database,
  id: string,
  { at, resolvedAt }: { at: Date; resolvedAt: string | null },
): Promise<{ business: string }> {
  await tx.select({ id: reports.id }).from(reports).where(eq(reports.id, id)).for('update');
  const [report] = await readReports(tx, eq(reports.id, id), 1);
  if (report?.resolvedAt !== (resolvedAt === null ? at.toISOString() : null)) {
    throw new Problem('conflict', 'Somebody has marked this report since.');
  }
  await tx
    .update(reports)
    .set({ resolvedAt: resolvedAt === null ? null : new Date(resolvedAt) })
    .where(eq(reports.id, id));
  return { business: report.business.name };
}
