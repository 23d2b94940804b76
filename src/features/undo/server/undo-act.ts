/** Staff undo what they did a moment ago: the state comes back, and the mail that waited is not sent. */
import { and, desc, eq, or, sql } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { undoGraceMs, undoMs } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { refuseDuplicate } from '#features/businesses/server/find-duplicates.ts';
import { waitAgain } from '#features/events/server/staff-suggestions.ts';
import { followPremium } from '#features/premium/server/derive-premium.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, staffActs, users } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { hasRight, whyNotAllowed } from '#shared/has-right.ts';
import { Problem } from '#shared/problem.ts';
import type { StaffRight } from '#shared/staff-rights.ts';

type Act = typeof staffActs.$inferSelect;
type SignedInUser = ReturnType<typeof requireUser>;

/** A decision on several subjects has at most 50. */
const maxActs = 100;

const changed = () => new Problem('conflict', 'It has been changed since. Please look at its history.');

async function undoOnBusiness(tx: Database, act: Act, now: Date): Promise<Record<string, unknown>> {
  const [row] = await tx.select().from(businesses).where(eq(businesses.id, act.subjectId)).for('update');
  if (row === undefined || row.version !== act.version) throw changed();
  const before = act.before as Partial<typeof businesses.$inferSelect>;
  const asDate = (instant: unknown) => (typeof instant === 'string' ? new Date(instant) : null);
  const isReview = before.status !== undefined;
  // Somebody may have approved its duplicate while this one could not be seen.
  if (before.status === 'approved') await refuseDuplicate(tx, { looks: row, states: ['approved'], confirmed: [] });
  await tx
    .update(businesses)
    .set({
      ...before,
      ...('approvedAt' in before ? { approvedAt: asDate(before.approvedAt) } : {}),
      ...('confirmedAt' in before ? { confirmedAt: asDate(before.confirmedAt) } : {}),
      ...(isReview ? { version: row.version + 1 } : {}),
      updatedAt: now,
    })
    .where(eq(businesses.id, row.id));
  await followPremium(tx, row.id);
  await announceChange(tx, ['businesses', 'categories', 'missing', `business:${row.id}`]);
  return { name: row.name, ...(isReview ? { status: [row.status, before.status] } : {}) };
}

/**
 * The sessions that a ban ended stay ended: the person logs in again. Whoever became staff since is not banned by it, and the
 * later ban of a colleague stays.
 */
async function undoBan(tx: Database, act: Act): Promise<Record<string, unknown>> {
  const [person] = await tx.select().from(users).where(eq(users.id, act.subjectId)).for('update');
  if (person === undefined || person.role === 'staff') throw changed();
  const { bannedAt } = act.before as { bannedAt: string | null };
  const leftByAct = bannedAt === null ? act.at.getTime() : undefined;
  if (person.bannedAt?.getTime() !== leftByAct) throw changed();
  await tx
    .update(users)
    .set({ bannedAt: bannedAt === null ? null : new Date(bannedAt) })
    .where(eq(users.id, person.id));
  return { username: person.username };
}

async function undoSuggestion(tx: Database, act: Act): Promise<Record<string, unknown>> {
  const { title, status } = await waitAgain(tx, act.subjectId, { decidedAt: act.at, version: act.version });
  return { title, status: [status, 'waiting'] };
}

interface Undoer {
  /** As the audit log calls it. */
  subject: string;
  /** The right that the act itself asked for. */
  right: StaffRight;
  undo: (tx: Database, act: Act, now: Date) => Promise<Record<string, unknown>>;
}

/** Keyed by the kind of the act. */
const undoers: Record<string, Undoer> = {
  business: { subject: 'business', right: 'moderator', undo: undoOnBusiness },
  ban: { subject: 'user', right: 'administrator', undo: undoBan },
  suggestion: { subject: 'event-suggestion', right: 'moderator', undo: undoSuggestion },
};

/** Deletes the mails of the act. @throws Problem 'conflict' when one has gone out */
async function holdMailsBack(tx: Database, { mails }: Act): Promise<void> {
  if (mails.length === 0) return;
  const { rowCount } = await tx.execute(
    sql`delete from pgboss.job where name = 'send-mail' and state = 'created' and id in ${mails}`,
  );
  if (rowCount !== mails.length) throw new Problem('conflict', 'The mail about it has gone out already.');
}

const tooLate = () =>
  new Problem('conflict', 'The time to undo this is over. The history has what can still be put back.');

/** @throws Problem 'conflict', 'forbidden' */
async function undoOne(tx: Database, act: Act, { actor, now }: { actor: SignedInUser; now: Date }): Promise<void> {
  const undoer = undoers[act.kind];
  if (!undoer || now.getTime() - act.at.getTime() > undoMs + undoGraceMs) throw tooLate();
  if (!hasRight(actor.rights, [undoer.right])) throw new Problem('forbidden', whyNotAllowed([undoer.right]));
  const data = await undoer.undo(tx, act, now);
  await holdMailsBack(tx, act);
  await tx.delete(staffActs).where(eq(staffActs.id, act.id));
  await writeAudit(tx, {
    actorId: actor.id,
    action: `${undoer.subject}.undone`,
    subjectType: undoer.subject,
    subjectId: act.subjectId,
    data,
  });
}

/**
 * Undoes the person's last act on a subject, or all acts of one decision on several. Of several, those that have been changed
 * since stay. Answers how many stayed.
 * @throws Problem 'conflict' when it is too late, or somebody has changed the subject since; 'forbidden' when the right was taken
 * away since
 */
export async function undoActs(subjectId: string, request: ApiRequest): Promise<{ stayed: number }> {
  const actor = requireUser(request.user);
  const now = request.now();
  return request.db.transaction(async (tx) => {
    const acts = await tx
      .select()
      .from(staffActs)
      .where(
        and(or(eq(staffActs.subjectId, subjectId), eq(staffActs.groupId, subjectId)), eq(staffActs.actorId, actor.id)),
      )
      .orderBy(desc(staffActs.at), desc(staffActs.id))
      .limit(maxActs)
      .for('update');
    const [last] = acts;
    if (last === undefined) throw tooLate();
    const together = acts.filter(({ groupId }) => groupId === subjectId);
    if (together.length === 0) {
      await undoOne(tx, last, { actor, now });
      return { stayed: 0 };
    }
    const refusals: Problem[] = [];
    for (const act of together) {
      // A savepoint for each: what cannot be undone takes nothing else with it.
      await tx
        .transaction((inner) => undoOne(inner, act, { actor, now }))
        .catch((error: unknown) => {
          if (!(error instanceof Problem)) throw error;
          refusals.push(error);
        });
    }
    const [refusal] = refusals;
    if (refusal && refusals.length === together.length) throw refusal;
    return { stayed: refusals.length };
  });
}
