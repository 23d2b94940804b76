import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { noteAct } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { mailboxHasPremium } from '#server/db/premium-person.ts';
import { contactAnswers, contactMessages, users } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import type { StaffMessage } from '../staff-contract.ts';

/** Written out, because Drizzle leaves the table's name out of a list of columns, and the subquery has an email, too. */
const sender = sql`contact_messages.email`;

interface Wanted {
  where: SQL | undefined;
  limit: number;
  now: Date;
}

/** Those from people with Premium first, then newest first. */
export async function readMessages(db: Database, { where, limit, now }: Wanted): Promise<StaffMessage[]> {
  const isPremium = mailboxHasPremium(sender, now);
  const rows = await db
    .select({ message: contactMessages, isPremium })
    .from(contactMessages)
    .where(where)
    .orderBy(desc(isPremium), desc(contactMessages.id))
    .limit(limit);
  const answers = await readAnswers(
    db,
    rows.map(({ message }) => message.id),
  );
  return rows.map(({ message: { createdAt, answeredAt, ...message }, isPremium: isFirst }) => ({
    ...message,
    isPremium: isFirst,
    answers: answers.get(message.id) ?? [],
    createdAt: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }));
}

/** Keyed by message; each list is oldest first. */
async function readAnswers(db: Database, messageIds: string[]): Promise<Map<string, StaffMessage['answers']>> {
  const rows = await db
    .select({ answer: contactAnswers, by: users.username })
    .from(contactAnswers)
    .leftJoin(users, eq(users.id, contactAnswers.answeredById))
    .where(inArray(contactAnswers.messageId, messageIds))
    .orderBy(asc(contactAnswers.id));
  const byMessage = new Map<string, StaffMessage['answers']>();
  for (const { answer, by } of rows) {
    const list = byMessage.get(answer.messageId) ?? [];
    list.push({ id: answer.id, text: answer.text, by, createdAt: answer.createdAt.toISOString() });
    byMessage.set(answer.messageId, list);
  }
  return byMessage;
}

interface Page {
  state: 'open' | 'done';
  /** The id of the last message that the caller has. */
  cursor: string | undefined;
  limit: number;
  now: Date;
}

/** In the order of readMessages. */
export function listMessages(db: Database, { state, cursor, limit, now }: Page): Promise<StaffMessage[]> {
  const { id, answeredAt } = contactMessages;
  const isWanted = state === 'open' ? isNull(answeredAt) : isNotNull(answeredAt);
  const isPremium = mailboxHasPremium(sender, now);
  const isPremiumThere = mailboxHasPremium(sql`seen.email`, now);
  const isAfter = sql`(${isPremium}, ${id}) < (
    coalesce((select ${isPremiumThere} from contact_messages seen where seen.id = ${cursor}), false), ${cursor}::uuid)`;
  return readMessages(db, { where: and(isWanted, cursor ? isAfter : undefined), limit, now });
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
    await noteAct(tx, { kind: 'message', actorId, subjectId: id, before: { answeredAt: message.answeredAt }, at: now });
    const [marked] = await readMessages(tx, { where: eq(contactMessages.id, id), limit: 1, now });
    if (!marked) throw new Error('The message that was just marked is not there');
    return marked;
  });
}

/**
 * Puts back what `markMessage` changed at `at`.
 * @throws Problem 'conflict' when somebody has marked or answered it since
 */
export async function unmarkMessage(
  tx: Database,
  id: string,
  { at, answeredAt }: { at: Date; answeredAt: string | null },
): Promise<{ from: string }> {
  const [message] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update');
  const leftByMark = answeredAt === null ? at.getTime() : undefined;
  if (message === undefined || message.answeredAt?.getTime() !== leftByMark) {
    throw new Problem('conflict', 'Somebody has marked or answered this message since.');
  }
  await tx
    .update(contactMessages)
    .set({ answeredAt: answeredAt === null ? null : new Date(answeredAt) })
    .where(eq(contactMessages.id, id));
  return { from: message.email };
}
