/** Staff undo what they did a moment ago: the state comes back, and the mail that waited is not sent. */
import { and, desc, eq, inArray, or } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { undoGraceMs } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { LetterKinds } from '#features/conversations/server/letter-kinds.ts';
import type { Database } from '#server/db/client.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { staffActs, users } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { hasRight, whyNotAllowed } from '#shared/has-right.ts';
import { Problem } from '#shared/problem.ts';
import { undoMs } from '#shared/times.ts';
import { dropWaiting } from './drop-waiting.ts';
import { type Act, undoers } from './undoers.ts';

type SignedInUser = ReturnType<typeof requireUser>;

/** A ban with all that waited from the person has the most. */
const maxActs = 1000;

/** Deletes the mails and jobs of the act that wait. @throws Problem 'conflict' when one has gone out */
async function holdBack(tx: Database, { mails }: Act): Promise<void> {
  if ((await dropWaiting(tx, mails)) !== mails.length)
    throw new Problem('conflict', 'The mail about it has gone out already.');
}

/** Not the lifting of one, whose undo bans again. */
const isBan = ({ kind, before }: Act) => kind === 'ban' && (before as { bannedAt?: unknown }).bannedAt === null;

const tooLate = () =>
  new Problem('conflict', 'The time to undo this is over. The history has what can still be put back.');

/** People before what they have sent, as the acts themselves lock them. */
async function holdPeople(tx: Database, acts: readonly Act[]): Promise<void> {
  const ids = acts.flatMap(({ kind, subjectId, before }) =>
    kind === 'ban' ? subjectId : ((before as { trusted?: string | null }).trusted ?? []),
  );
  if (ids.length === 0) return;
  const isOne = inArray(users.id, ids);
  await tx.select({ id: users.id }).from(users).where(isOne).orderBy(users.id).for('no key update');
}

interface Undoing {
  actor: SignedInUser;
  now: Date;
  request: ApiRequest;
  kinds: LetterKinds;
}

/** @throws Problem 'conflict', 'forbidden' */
async function undoOne(tx: Database, act: Act, { actor, now, request, kinds }: Undoing): Promise<void> {
  const undoer = undoers[act.kind];
  if (!undoer || now.getTime() - act.at.getTime() > undoMs + undoGraceMs) throw tooLate();
  if (!hasRight(actor.rights, [undoer.right])) throw new Problem('forbidden', whyNotAllowed([undoer.right]));
  const data = await undoer.undo(tx, act, request, kinds);
  await holdBack(tx, act);
  await tx.delete(staffActs).where(eq(staffActs.id, act.id));
  if (undoer.subject === null) return;
  const { subject } = undoer;
  const line = { actorId: actor.id, action: `${subject}.undone`, subjectType: subject, subjectId: act.subjectId, data };
  await writeAudit(tx, line);
}

/**
 * Undoes the person's last act on a subject, or all acts of one decision on several. Of several, those that have been changed
 * since stay. Answers how many stayed, and whether a ban was lifted by it.
 * @throws Problem 'conflict' when it is too late, or somebody has changed the subject since; 'forbidden' when the right was taken
 * away since
 */
export async function undoActs(
  subjectId: string,
  request: ApiRequest,
  kinds: LetterKinds,
): Promise<{ stayed: number; wasBan: boolean }> {
  const actor = requireUser(request.user);
  const now = request.now();
  return inTransaction(request.db, async (tx) => {
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
    await holdPeople(tx, together.length === 0 ? [last] : together);
    if (together.length === 0) {
      await undoOne(tx, last, { actor, now, request, kinds });
      return { stayed: 0, wasBan: isBan(last) };
    }
    const refusals: Problem[] = [];
    for (const act of together) {
      // A savepoint for each: what cannot be undone takes nothing else with it.
      await tx
        .transaction((inner) => undoOne(inner, act, { actor, now, request, kinds }))
        .catch((error: unknown) => {
          if (!(error instanceof Problem)) throw error;
          refusals.push(error);
        });
    }
    const [refusal] = refusals;
    if (refusal && refusals.length === together.length) throw refusal;
    return { stayed: refusals.length, wasBan: together.some(isBan) };
  });
}
