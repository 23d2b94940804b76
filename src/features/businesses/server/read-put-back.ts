import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { auditLog } from '#server/db/schema/index.ts';
import { columnLabel } from '#shared/listing-fields.ts';
import { dayMs } from '#shared/times.ts';
import type { PutBack } from '../owner-contract.ts';

const undone = 'business.edit-undone';
const redone = 'business.edit-redone';
const shownMs = 30 * dayMs;

const labelOf = (field: string) => columnLabel(field) ?? `${field[0]?.toUpperCase()}${field.slice(1)}`;

interface PutBackFields {
  at: Date;
  fields: string[];
  reason: string;
}

function readEntry(at: Date, data: unknown): PutBackFields {
  const { reason = '', slug: _, ...fields } = (data ?? {}) as Record<string, unknown>;
  return { at, fields: Object.keys(fields), reason: String(reason) };
}

/** Drops fields that stand again. */
const without = (entries: readonly PutBackFields[], gone: readonly string[]): PutBackFields[] =>
  entries
    .map((entry) => ({ ...entry, fields: entry.fields.filter((field) => !gone.includes(field)) }))
    .filter(({ fields }) => fields.length > 0);

/** The last put-back by staff of each listing that still stands, for 30 days and until this person saves an edit of it again. */
export async function readPutBack(
  db: Database,
  { ids, userId, now }: { ids: readonly string[]; userId: string; now: Date },
): Promise<ReadonlyMap<string, PutBack>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
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
        or(
          inArray(auditLog.action, [undone, redone]),
          and(eq(auditLog.action, 'business.edited'), eq(auditLog.actorId, userId)),
        ),
      ),
    )
    // An undo comes after the edit of the same instant that it undoes.
    .orderBy(asc(auditLog.at), sql`${auditLog.action} <> 'business.edited'`, asc(auditLog.id));
  const standing = new Map<string, PutBackFields[]>();
  for (const { id, at, action, data } of rows) {
    const entry = readEntry(at, data);
    const before = action === 'business.edited' ? [] : (standing.get(id) ?? []);
    if (action === undone) before.push(entry);
    standing.set(id, action === redone ? without(before, entry.fields) : before);
  }
  return new Map(
    [...standing].flatMap(([id, entries]) => {
      const last = entries.at(-1);
      return last ? [[id, { ...last, at: last.at.toISOString(), fields: last.fields.map(labelOf) }]] : [];
    }),
  );
}
