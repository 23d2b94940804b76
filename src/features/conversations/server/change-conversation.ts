/** Staff share the work: notes for colleagues, who sees to a conversation, and when it is over. */

import { randomUUID } from 'node:crypto';
import { and, arrayOverlaps, asc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { NIL } from 'uuid';
import { lastActor, wasFirst } from '#features/audit/server/last-actor.ts';
import { noteAct } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, conversationPosts, conversations, users } from '#server/db/schema/index.ts';
import type { ApiRequest, Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { Problem } from '#shared/problem.ts';
import type { ClosedTogether, Conversation, ConversationKind } from '../contract.ts';
import type { LetterKinds } from './letter-kinds.ts';
import { addPost, writeConversation } from './posts.ts';
import { getConversation } from './read-conversations.ts';

/** One act at a time on a conversation. @throws Problem 'not_found' */
export async function lockLetter(tx: Database, id: string, now: Date): Promise<Conversation> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`conversation ${id}`}, 0))`);
  return getConversation(tx, id, now);
}

const isColleague = and(
  eq(users.role, 'staff'),
  arrayOverlaps(users.rights, ['moderator', 'administrator']),
  isNull(users.bannedAt),
);

export function listColleagues(db: Database): Promise<{ id: string; username: string }[]> {
  return db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(isColleague)
    .orderBy(asc(sql`lower(${users.username})`));
}

/** The subject of an act in the audit log: the talk about a listing stands in the history of that listing. */
export const subjectTypeOf = (kind: ConversationKind): string => (kind === 'listing' ? 'business' : kind);

/** For a mail to the colleague who is to see to it: 'the claim on Oak Bakery, from Ada'. */
function subjectOf({
  kind,
  name,
  business,
  email,
}: Pick<Conversation, 'kind' | 'name' | 'business' | 'email'>): string {
  const what = {
    message: 'a message',
    report: 'the report',
    correction: 'the suggested change',
    claim: 'the claim',
    listing: 'the new listing',
  }[kind];
  const joint = kind === 'report' ? ' about ' : kind === 'claim' ? ' on ' : kind === 'listing' ? ' ' : ' of ';
  const from = name || email;
  return oneLine(
    `${what}${business ? `${joint}${business.name}` : ''}${from ? `${business ? ', ' : ' '}from ${from}` : ''}`,
  );
}

export async function noteOnConversation(
  { id, note, actorId }: { id: string; note: string; actorId: string },
  { db, now }: Services,
): Promise<Conversation> {
  return db.transaction(async (tx) => {
    const at = now();
    const { kind } = await lockLetter(tx, id, at);
    await addPost(tx, { id, kind }, { kind: 'note', text: note, authorId: actorId, at });
    await writeAudit(tx, { actorId, action: 'conversation.noted', subjectType: subjectTypeOf(kind), subjectId: id });
    return getConversation(tx, id, at);
  });
}

/** Mails the colleague, unless the colleague took it. @throws Problem 'not_found', 'conflict' for somebody who may not answer */
export async function assignConversation(
  { id, userId, actorId }: { id: string; userId: string | null; actorId: string },
  { db, city, env, now }: Services,
): Promise<Conversation> {
  return db.transaction(async (tx) => {
    const at = now();
    const letter = await lockLetter(tx, id, at);
    if ((letter.assignee?.id ?? null) === userId) return letter;
    const [colleague] =
      userId === null
        ? []
        : await tx
            .select()
            .from(users)
            .where(and(eq(users.id, userId), isColleague));
    if (userId !== null && colleague === undefined) {
      throw new Problem('conflict', 'This person may not answer messages (any more).');
    }
    await writeConversation(tx, { id, kind: letter.kind }, { assigneeId: userId, isUnread: letter.isUnread });
    await writeAudit(tx, {
      ...{ actorId, action: 'conversation.assigned', subjectType: subjectTypeOf(letter.kind), subjectId: id },
      data: { to: colleague?.username ?? null },
    });
    if (colleague !== undefined && colleague.id !== actorId && colleague.emailVerifiedAt !== null) {
      const [actor] = await tx.select({ name: users.username }).from(users).where(eq(users.id, actorId));
      const mailed = layOutLetter(city, env, {
        subject: oneLine(`For you: ${subjectOf(letter)}`),
        parts: [
          `Hello ${colleague.username},`,
          `${oneLine(actor?.name ?? 'A colleague')} asks you to see to ${subjectOf(letter)}.`,
          { label: 'Open it', url: `${env.siteUrl}/staff/messages/${id}` },
        ],
      });
      await enqueue(tx, sendMail, { to: colleague.email, ...mailed });
    }
    return getConversation(tx, id, at);
  });
}

/** The person is there because a refusal names a colleague or another tab. */
type Requested = Services & Pick<ApiRequest, 'user'>;

interface Closing {
  id: string;
  isClosed: boolean;
  actorId: string;
  isSpam?: boolean;
  /** The act on several that this is a part of. */
  groupId?: string;
}

/** @throws Problem 'not_found', 'conflict' while a decision is due, or when somebody else was first */
export async function closeConversation(
  { id, isClosed, actorId, isSpam = false, groupId }: Closing,
  kinds: LetterKinds,
  request: Requested,
): Promise<Conversation> {
  const { db, now } = request;
  return db.transaction(async (tx) => {
    const at = now();
    const { kind, state, isUnread, canClose } = await lockLetter(tx, id, at);
    if ((state === 'closed') === isClosed) {
      const deed = isClosed ? 'closed' : 'reopened';
      const acts = {
        subjectType: subjectTypeOf(kind),
        subjectId: id,
        actions: [`${kind}.${deed}`, `${kind}.resolved`],
      };
      throw await wasFirst(tx, acts, isClosed ? 'closed this' : 'opened this', request);
    }
    if (!canClose) throw new Problem('conflict', 'This waits for a decision: please decide in the queue.');
    const { setDone } = kinds[kind];
    const before = await tx.select().from(conversations).where(eq(conversations.id, id));
    const wasDone = await doneAtOf(tx, kind, id);
    if (isClosed) {
      await writeConversation(tx, { id, kind }, { closedAt: at, awaitsReply: false, isUnread: false });
      if (wasDone === null) await setDone?.(tx, id, at);
    } else {
      await writeConversation(tx, { id, kind }, { closedAt: null, awaitsReply: false, lastWord: 'them', isUnread });
      await setDone?.(tx, id, null);
    }
    await writeAudit(tx, {
      ...{
        actorId,
        action: `${kind}.${isClosed ? 'closed' : 'reopened'}`,
        subjectType: subjectTypeOf(kind),
        subjectId: id,
      },
      ...(isSpam ? { data: { spam: true } } : {}),
    });
    const { closedAt = null, awaitsReply = false, lastWord = null, isUnread: wasUnread = isUnread } = before[0] ?? {};
    await noteAct(tx, {
      ...{ kind: 'conversation', actorId, subjectId: id, at, groupId },
      before: {
        kind,
        doneAt: wasDone,
        closedAt,
        awaitsReply,
        lastWord,
        isUnread: wasUnread,
      } satisfies ConversationBefore,
    });
    return getConversation(tx, id, at);
  });
}

/** Each is closed as if alone: a refusal leaves its own as it is. */
export async function closeAll(
  { ids, spam, actorId }: { ids: readonly string[]; spam: boolean; actorId: string },
  kinds: LetterKinds,
  request: Requested,
): Promise<ClosedTogether> {
  const answer: ClosedTogether = { groupId: randomUUID(), done: [], refused: [] };
  for (const id of new Set(ids)) {
    try {
      const closing = { id, isClosed: true, actorId, isSpam: spam, groupId: answer.groupId };
      await closeConversation(closing, kinds, request);
      answer.done.push(id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      answer.refused.push({ id, why: error.message });
    }
  }
  return answer;
}

/** A conversation before it was closed or opened; instants are texts once they were stored. */
export interface ConversationBefore {
  kind: ConversationKind;
  doneAt: Date | string | null;
  closedAt: Date | string | null;
  awaitsReply: boolean;
  lastWord: 'us' | 'them' | null;
  isUnread: boolean;
}

const asDate = (instant: Date | string | null) => (instant === null ? null : new Date(instant));

/**
 * Puts back what `closeConversation` changed at `at`.
 * @throws Problem 'not_found', 'conflict' when somebody has closed, opened or answered it since
 */
export async function putBackConversation(
  tx: Database,
  id: string,
  { kind, doneAt, at, ...before }: ConversationBefore & { at: Date },
  kinds: LetterKinds,
  request: Pick<ApiRequest, 'user' | 'now'>,
): Promise<void> {
  await lockLetter(tx, id, at);
  const [row] = await tx.select().from(conversations).where(eq(conversations.id, id));
  const wasOpened = before.closedAt !== null || doneAt !== null;
  const isAsLeft = row?.closedAt ? row.closedAt.getTime() === at.getTime() : wasOpened && row?.lastWord === 'them';
  const isNewWord = and(eq(conversationPosts.conversationId, id), gt(conversationPosts.createdAt, at));
  if (row === undefined || !isAsLeft || (await tx.$count(conversationPosts, isNewWord)) > 0) {
    // The own act stands there, too.
    const isByOther = and(gt(auditLog.at, at), ne(auditLog.actorId, request.user?.id ?? NIL));
    const since = { subjectType: subjectTypeOf(kind), subjectId: id, where: isByOther };
    if ((await lastActor(tx, since, request)).isKnown) throw await wasFirst(tx, since, 'dealt with it', request);
    throw new Problem('conflict', 'Something new has come in it since. Please look at it again.');
  }
  await writeConversation(tx, { id, kind }, { ...before, closedAt: asDate(before.closedAt) });
  await kinds[kind].setDone?.(tx, id, asDate(doneAt));
}

/** Since when nothing is left to do about a letter; null when something is. */
async function doneAtOf(tx: Database, kind: ConversationKind, id: string): Promise<Date | null> {
  const selects = {
    message: sql`select answered_at as at from contact_messages where id = ${id}`,
    report: sql`select resolved_at as at from reports where id = ${id}`,
    correction: sql`select decided_at as at from corrections where id = ${id}`,
    claim: sql`select case when status <> 'in_review' then coalesce(decided_at, updated_at) end as at from claims where id = ${id}`,
    listing: sql`select case when status <> 'pending' then updated_at end as at from businesses where id = ${id}`,
  } satisfies Record<ConversationKind, unknown>;
  const { rows } = await tx.execute<{ at: Date | string | null }>(selects[kind]);
  const at = rows[0]?.at ?? null;
  return asDate(at);
}
