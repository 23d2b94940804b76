import { and, lt, ne, or } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { staffActs } from '#server/db/schema/index.ts';
import { dayMs, undoMs } from '#shared/times.ts';

/** An undo that was pressed in time may be this long on its way. */
export const undoGraceMs = 5_000;

/** The moment at which the mails of an act may go out. */
export const mailAfterUndo = (at: Date): Date => new Date(at.getTime() + undoMs + undoGraceMs);

interface Act {
  kind: string;
  actorId: string;
  subjectId: string;
  before: object;
  version?: number;
  /** As `enqueue` answered; null for a mail that nobody gets. */
  mails?: readonly (string | null)[];
  at: Date;
  /** The same for all acts of one decision on several subjects. */
  groupId?: string | undefined;
}

/** Writes down how an act can be undone, in its transaction. */
export async function noteAct(tx: Database, { mails = [], ...act }: Act): Promise<void> {
  await tx.insert(staffActs).values({ ...act, groupId: act.groupId ?? null, mails: mails.filter((id) => id !== null) });
}

/** An administrator may undo a merge for this long. */
export const mergeKeptMs = 30 * dayMs;

/** Deletes the acts of yesterday, and merges of last month. */
export async function sweepActs(db: Database, now: Date): Promise<void> {
  const before = (ms: number) => lt(staffActs.at, new Date(now.getTime() - ms));
  const isOver = or(and(ne(staffActs.kind, 'merge'), before(dayMs)), before(mergeKeptMs));
  await db.delete(staffActs).where(isOver);
}
