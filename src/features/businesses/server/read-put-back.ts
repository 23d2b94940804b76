import { and, desc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { auditLog } from '#server/db/schema/index.ts';
import { columnLabel } from '#shared/listing-fields.ts';
import { dayMs } from '#shared/times.ts';
import type { PutBack } from '../owner-contract.ts';

const undone = 'business.edit-undone';
const shownMs = 30 * dayMs;

const labelOf = (field: string) => columnLabel(field) ?? `${field[0]?.toUpperCase()}${field.slice(1)}`;

function readEntry(at: Date, data: unknown): PutBack {
  const { reason = '', slug: _, ...fields } = (data ?? {}) as Record<string, unknown>;
  return { at: at.toISOString(), fields: Object.keys(fields).map(labelOf), reason: String(reason) };
}

/** The last put-back by staff of each listing, for 30 days and until this person saves an edit of it again. */
export async function readPutBack(
  db: Database,
  { ids, userId, now }: { ids: readonly string[]; userId: string; now: Date },
): Promise<ReadonlyMap<string, PutBack>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([auditLog.subjectId], {
      id: auditLog.subjectId,
      at: auditLog.at,
      action: auditLog.action,
      data: auditLog.data,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectType, 'business'),
        inArray(auditLog.subjectId, [...ids]),
        gt(auditLog.at, new Date(now.getTime() - shownMs)),
        or(eq(auditLog.action, undone), and(eq(auditLog.action, 'business.edited'), eq(auditLog.actorId, userId))),
      ),
    )
    // An undo comes after the edit of the same instant that it undoes.
    .orderBy(auditLog.subjectId, desc(auditLog.at), sql`${auditLog.action} = ${undone} desc`);
  return new Map(rows.flatMap(({ id, at, action, data }) => (action === undone ? [[id, readEntry(at, data)]] : [])));
}
