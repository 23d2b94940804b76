import { and, asc, eq, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { savedReasons } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import { maxSavedTexts, type SavedText, type SavedTextKind, savedTextLengths } from '../contract.ts';

const columns = { id: savedReasons.id, text: savedReasons.text };

export function listTexts(db: Database, about: SavedTextKind): Promise<SavedText[]> {
  return db
    .select(columns)
    .from(savedReasons)
    .where(eq(savedReasons.about, about))
    .orderBy(asc(savedReasons.createdAt), asc(savedReasons.id))
    .limit(maxSavedTexts);
}

/** @throws Problem 'invalid' when it is too long for its field, 'conflict' when there are too many */
export function saveText(
  db: Database,
  given: { about: SavedTextKind; text: string; actorId: string },
): Promise<SavedText> {
  const { about, text, actorId } = given;
  const longest = savedTextLengths[about];
  if (text.length > longest) {
    const tooLong = `Please keep it under ${longest.toLocaleString('en-US')} characters`;
    throw new Problem('invalid', tooLong, { fields: { text: tooLong } });
  }
  const isOfKind = eq(savedReasons.about, about);
  return db.transaction(async (tx) => {
    // One write at a time, for the limit.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('saved reasons'))`);
    const [same] = await tx
      .select(columns)
      .from(savedReasons)
      .where(and(isOfKind, eq(savedReasons.text, text)));
    if (same) return same;
    if ((await tx.$count(savedReasons, isOfKind)) >= maxSavedTexts) {
      throw new Problem(
        'conflict',
        `There are ${maxSavedTexts} texts of this kind already. Remove one that nobody needs.`,
      );
    }
    const [row] = await tx.insert(savedReasons).values({ about, text }).returning(columns);
    if (!row) throw new Error('the text was not stored');
    await writeAudit(tx, {
      actorId,
      action: 'reason.saved',
      subjectType: 'reason',
      subjectId: row.id,
      data: { about, text },
    });
    return row;
  });
}

/** @throws Problem 'not_found' */
export async function removeText(
  db: Database,
  { about, id, actorId }: { about: SavedTextKind; id: string; actorId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const isIt = and(eq(savedReasons.about, about), eq(savedReasons.id, id));
    const [row] = await tx.delete(savedReasons).where(isIt).returning(columns);
    if (!row) throw new Problem('not_found', 'This text is not there any more.');
    await writeAudit(tx, {
      actorId,
      action: 'reason.removed',
      subjectType: 'reason',
      subjectId: id,
      data: { about, text: row.text },
    });
  });
}
