/** Staff ask a claimant back: the claim waits until more evidence comes. */

import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { addPost, lastReplyOf } from '#features/conversations/server/posts.ts';
import { queueLinePath } from '#features/staff-frame/queue-line.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, claims, users } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { formatDate } from '#shared/dates.ts';
import { Problem } from '#shared/problem.ts';
import { dueAfterMs, waitEnd } from '../claim-rules.ts';
import { type Context, claimNotFound, lockClaim } from './claim-rows.ts';
import { questionMail } from './claim-texts.ts';

type Request = Pick<ApiRequest, 'db' | 'user' | 'city' | 'env' | 'now'>;

/** A later question replaces an earlier one. @throws Problem 'not_found', 'conflict' (not in review) */
export async function askClaimant(id: string, question: string, request: Request): Promise<void> {
  const { db, user, city, env, now } = request;
  const actorId = requireUser(user).id;
  await db.transaction(async (tx) => {
    const held = await lockClaim(tx, id);
    if (held === null) throw claimNotFound();
    const { claim, business, claimant } = held;
    if (claim.status !== 'in_review' || claimant === null) {
      throw new Problem('conflict', 'This claim is not in review any more.');
    }
    const at = now();
    await tx
      .update(claims)
      .set({ question, askedAt: at, repliedAt: null, dueAt: null, updatedAt: at })
      .where(eq(claims.id, id));
    const letter = { id, kind: 'claim' } as const;
    const post = await addPost(tx, letter, {
      kind: 'answer',
      text: question,
      authorId: actorId,
      awaitsReply: true,
      at,
    });
    await writeAudit(tx, { actorId, action: 'claim.asked', subjectType: 'claim', subjectId: id, data: { question } });
    const name = oneLine(business?.name ?? 'a listing');
    const mail = composeLetter({ city, env }, questionMail, {
      username: claimant.username,
      business: name,
      question: [{ quote: question }],
      free: claim.amountCents === 0,
      replies: env.inbound !== undefined,
      until: formatDate(waitEnd(claim.submittedAt, at), city.facts.timeZone),
      dashboard: `${env.siteUrl}/dashboard`,
    });
    const replyTo = replyToTown(city);
    const thread = { id, side: 'person' as const, mailId: post ?? id, references: [] };
    await enqueue(tx, sendMail, { to: claimant.email, ...mail, replyTo, thread });
  });
}

/** Adds a line of the claimant to the talk. */
export async function addReply(tx: Database, id: string, text: string, context: Context): Promise<void> {
  await addPost(tx, { id, kind: 'claim' }, { kind: 'reply', text, at: context.now() });
  await noteReply(tx, id, context);
}

/** The line in the talk for an upload. */
export const documentNote = 'Added a document.';

/** Adds the line of an upload while the claimant still types the answer: the question stays open. */
export async function addPartOfReply(tx: Database, id: string, { now }: Context): Promise<void> {
  await addPost(tx, { id, kind: 'claim' }, { kind: 'reply', text: documentNote, awaitsReply: true, at: now() });
}

/**
 * Notes that evidence came for a claim about which staff have asked, and tells staff, of further documents once. For any
 * other claim it changes nothing.
 * @param fromAddress the mailbox that answered, unless it is the claimant's
 * @returns whether staff got a mail
 */
export async function noteReply(
  tx: Database,
  id: string,
  { city, env, now }: Context,
  fromAddress: string | null = null,
): Promise<boolean> {
  const at = now();
  const [first] = await tx
    .update(claims)
    .set({ repliedAt: at, dueAt: new Date(at.getTime() + dueAfterMs) })
    .where(and(eq(claims.id, id), isNotNull(claims.askedAt), isNull(claims.repliedAt)))
    .returning({ id: claims.id });
  const answer = await lastReplyOf(tx, id);
  if (first === undefined && answer === documentNote) return false;
  const isAsked = and(eq(claims.id, id), isNotNull(claims.askedAt));
  const [row] = await tx
    .select({ business: businesses.name, claimant: users.username })
    .from(claims)
    .innerJoin(businesses, eq(businesses.id, claims.businessId))
    .innerJoin(users, eq(users.id, claims.userId))
    .where(isAsked);
  if (row === undefined) return false;
  const letter = layOutLetter(city, env, {
    subject: oneLine(`Claim answered: ${row.business}`),
    parts: [
      fromAddress === null
        ? `${row.claimant} has answered your question about the claim on ${row.business}.`
        : `Your question to ${row.claimant} about the claim on ${row.business} is answered from another address than theirs.`,
      ...(fromAddress === null ? [] : [{ facts: [['From another address', fromAddress]] as const }]),
      ...(answer === null ? [] : [{ quote: answer }]),
      { label: 'Open it in the queue', url: env.siteUrl + queueLinePath(id) },
    ],
  });
  await mailStaff(tx, 'claims', letter, { city });
  return true;
}
