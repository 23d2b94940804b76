import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { auditLog, businesses } from '#server/db/schema/index.ts';
import { dayMs } from '#shared/times.ts';
import { fieldPairs } from './edited-fields.ts';
import { fieldValue, isSameValue, type WrittenField, writtenFieldNames } from './written-fields.ts';

const shownMs = 30 * dayMs;

export interface StoredStaffChange {
  /** The newest edit by staff that changed the field. */
  id: string;
  at: Date;
  field: WrittenField;
  before: unknown;
  after: unknown;
}

interface Reader {
  ids: readonly string[];
  userId: string;
  now: Date;
}

/**
 * The fields of each listing that still say what staff wrote while its current owner had it, for 30 days and until this person saves or
 * confirms the listing. Several edits of a field count as one. A rejected listing has none: its owner changes it in the form.
 */
export async function readStaffChanges(
  db: Database,
  { ids, userId, now }: Reader,
): Promise<ReadonlyMap<string, StoredStaffChange[]>> {
  if (ids.length === 0) return new Map();
  const { subjectType, subjectId, action, actorId, data, at, id } = auditLog;
  const isEdit = eq(action, 'business.edited');
  const isByStaff = and(isEdit, sql`${data} ? 'owner'`);
  const isOwn = and(
    eq(actorId, userId),
    or(eq(action, 'business.confirmed'), and(isEdit, sql`not ${data} ? 'changedBack'`)),
  );
  const acts = await db
    .select({ id, at, subjectId, actorId, data })
    .from(auditLog)
    .where(
      and(
        eq(subjectType, 'business'),
        inArray(subjectId, [...ids]),
        gt(at, new Date(now.getTime() - shownMs)),
        or(isByStaff, isOwn),
      ),
    )
    .orderBy(asc(id));
  const seen = [...new Set(acts.map((act) => act.subjectId))];
  if (seen.length === 0) return new Map();
  const rows = await db.select().from(businesses).where(inArray(businesses.id, seen));
  return new Map(
    rows.map((row) => {
      const ofListing = acts.filter((act) => act.subjectId === row.id);
      const last = ofListing.findLastIndex((act) => act.actorId === userId);
      const byStaff = ofListing.slice(last + 1).filter((act) => isOfOwner(act.data, row.ownerId));
      const there = row.status === 'rejected' ? [] : stillThere(byStaff, row);
      return [row.id, there.map(({ act, ...change }) => ({ id: act.id, at: act.at, ...change }))];
    }),
  );
}

const isOfOwner = (data: unknown, ownerId: string | null) => (data as { owner?: unknown } | null)?.owner === ownerId;

interface StandingChange<A> extends Pick<StoredStaffChange, 'field' | 'before' | 'after'> {
  /** The newest that changed the field. */
  act: A;
}

/** Joins the acts of each field; leaves out what says the same as before them, and what was changed again since. */
export function stillThere<A extends { data: unknown }>(
  acts: readonly A[],
  row: typeof businesses.$inferSelect,
): StandingChange<A>[] {
  const changes = new Map<WrittenField, StandingChange<A>>();
  for (const act of acts) {
    for (const [field, [from, after]] of fieldPairs(act.data)) {
      const former = changes.get(field);
      const before = former && isSameValue(former.after, from) ? former.before : from;
      changes.set(field, { act, field, before, after });
    }
  }
  return writtenFieldNames
    .flatMap((field) => changes.get(field) ?? [])
    .filter(({ field, before, after }) => !isSameValue(before, after) && isSameValue(fieldValue(row, field), after));
}
