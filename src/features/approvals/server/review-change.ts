/** Staff look at an owner's edit: it stays, or its fields say again what they said before. */
import { and, eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { retryTakenSlug } from '#features/businesses/server/retry-taken-slug.ts';
import { slugAfterRename } from '#features/businesses/server/slug-after-rename.ts';
import {
  isSameValue,
  matchKeys,
  type WrittenField,
  type WrittenFields,
  writtenFieldNames,
} from '#features/businesses/server/written-fields.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, businesses } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { Problem } from '#shared/problem.ts';
import { changeKept, changeUndone, getChange } from './read-changes.ts';

type Row = typeof businesses.$inferSelect;

interface Review {
  id: string;
  actorId: string;
  now: Date;
}

/** The business of the edit, held until the transaction ends: two who review at once come one after the other. */
async function lockBusinessOf(tx: Database, changeId: string): Promise<Row> {
  const { business } = await getChange(tx, changeId);
  const [row] = await tx.select().from(businesses).where(eq(businesses.id, business.id)).for('update');
  if (row === undefined) throw new Problem('not_found', 'This business is not there any more.');
  return row;
}

/** @throws Problem 'not_found', or 'conflict' when somebody has looked at it before */
export async function keepChange(db: Database, { id, actorId }: Review): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockBusinessOf(tx, id);
    if ((await getChange(tx, id)).reviewed) {
      throw new Problem('conflict', 'Somebody else has looked at this change before you.');
    }
    const data = { business: row.id, name: row.name };
    await writeAudit(tx, { actorId, action: changeKept, subjectType: 'change', subjectId: id, data });
  });
}

/** @throws Problem 'not_found', or 'conflict' naming the fields that have been changed since */
export async function undoChange(
  db: Database,
  { id, actorId, now, fields }: Review & { fields: readonly string[] | undefined },
): Promise<void> {
  await retryTakenSlug(() =>
    db.transaction(async (tx) => {
      const row = await lockBusinessOf(tx, id);
      const pairs = await readPairs(tx, id);
      const wanted = writtenFieldNames.filter((field) => pairs.has(field) && (fields?.includes(field) ?? true));
      if (wanted.length === 0) throw new Problem('conflict', 'This edit did not change these fields.');
      refuseChangedSince(row, pairs, wanted);

      const restored: WrittenFields = {};
      const data: Record<string, [unknown, unknown]> = {};
      for (const field of wanted) {
        const [before, after] = pairs.get(field) ?? [null, null];
        Object.assign(restored, { [field]: before });
        data[field] = [after, before];
      }
      const named = { name: restored.name ?? row.name, address: restored.address ?? row.address };
      const slug = restored.name === undefined ? row.slug : await slugAfterRename(tx, row, named);
      if (slug !== row.slug) data.slug = [row.slug, slug];
      await tx
        .update(businesses)
        .set({ ...restored, ...matchKeys(named), slug, version: row.version + 1, updatedAt: now })
        .where(eq(businesses.id, row.id));
      await writeAudit(tx, {
        actorId,
        action: 'business.edit-undone',
        subjectType: 'business',
        subjectId: row.id,
        data,
      });
      await writeAudit(tx, {
        actorId,
        action: changeUndone,
        subjectType: 'change',
        subjectId: id,
        data: { business: row.id, name: row.name, fields: wanted },
      });
      await announceChange(tx, ['businesses', 'categories', 'missing', `business:${row.id}`]);
    }),
  );
}

async function readPairs(tx: Database, id: string): Promise<Map<WrittenField, [unknown, unknown]>> {
  const [entry] = await tx
    .select({ data: auditLog.data })
    .from(auditLog)
    .where(and(eq(auditLog.id, id), eq(auditLog.action, 'business.edited')));
  const data = (entry?.data ?? {}) as Record<string, unknown>;
  return new Map(
    writtenFieldNames.flatMap((field) => {
      const pair = data[field];
      return Array.isArray(pair) ? [[field, [pair[0] as unknown, pair[1] as unknown]] as const] : [];
    }),
  );
}

function refuseChangedSince(
  row: Row,
  pairs: ReadonlyMap<WrittenField, [unknown, unknown]>,
  wanted: readonly WrittenField[],
): void {
  const since = wanted.filter((field) => !isSameValue(row[field], pairs.get(field)?.[1]));
  if (since.length === 0) return;
  throw new Problem(
    'conflict',
    'This has been changed since, so it cannot be undone in one go. Please edit it instead.',
    {
      fields: Object.fromEntries(since.map((field) => [field, 'Changed since'])),
    },
  );
}
