import { and, desc, eq, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { contactMessages } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import type { StaffMessage } from '../staff-contract.ts';

const toMessage = ({ createdAt, answeredAt, ...row }: typeof contactMessages.$inferSelect): StaffMessage => ({
  ...row,
  createdAt: createdAt.toISOString(),
  answeredAt: answeredAt?.toISOString() ?? null,
});

/** Newest first. */
export async function readMessages(db: Database, where: SQL | undefined, limit: number): Promise<StaffMessage[]> {
  const rows = await db.select().from(contactMessages).where(where).orderBy(desc(contactMessages.id)).limit(limit);
  return rows.map(toMessage);
}

/** Newest first. */
export function listMessages(
  db: Database,
  { state, cursor, limit }: { state: 'open' | 'done'; cursor: string | undefined; limit: number },
): Promise<StaffMessage[]> {
  const { id, answeredAt } = contactMessages;
  const isWanted = state === 'open' ? isNull(answeredAt) : isNotNull(answeredAt);
  return readMessages(db, and(isWanted, cursor ? lt(id, cursor) : undefined), limit);
}

/** @throws Problem 'not_found', or 'conflict' when somebody else has marked it already */
export async function markMessage(
  db: Database,
  { id, answered, actorId, now }: { id: string; answered: boolean; actorId: string; now: Date },
): Promise<StaffMessage> {
  return db.transaction(async (tx) => {
    const [message] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update');
    if (!message) throw new Problem('not_found', 'This message is not there any more.');
    if ((message.answeredAt !== null) === answered) {
      throw new Problem('conflict', `Somebody else marked this message ${answered ? 'answered' : 'open'} before you.`);
    }
    const answeredAt = answered ? now : null;
    await tx.update(contactMessages).set({ answeredAt }).where(eq(contactMessages.id, id));
    await writeAudit(tx, {
      actorId,
      action: answered ? 'message.answered' : 'message.reopened',
      subjectType: 'message',
      subjectId: id,
      data: { from: message.email },
    });
    return toMessage({ ...message, answeredAt });
  });
}
