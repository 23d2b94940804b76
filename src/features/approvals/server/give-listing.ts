/** Staff give who sent in a duplicate the listing that is there already, with proof as in any claim. */

import { eq, inArray } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { lastActor, oneself, wasFirst } from '#features/audit/server/last-actor.ts';
import { mailAfterUndo, noteAct } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { duplicateStart } from '#features/businesses/reason-parts.ts';
import { decidedAlready } from '#features/businesses/server/decided-already.ts';
import { notFound } from '#features/businesses/server/own-business.ts';
import { askInstead, submitFreeClaim } from '#features/claims/server/start-free-claim.ts';
import { addPost, mailIds, readTalk } from '#features/conversations/server/posts.ts';
import type { Database } from '#server/db/client.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { businesses, users } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { lockReviewed } from './lock-reviewed.ts';
import { type GiftTalk, mailGift, placeOf, twinOf } from './review-letters.ts';

type Request = Pick<ApiRequest, 'db' | 'user' | 'city' | 'env' | 'now'>;

interface Gift {
  id: string;
  version: number;
  /** The listing that is there. */
  of: string;
  question: string;
  isPriceWaived: boolean;
}

/**
 * The submission is rejected, and its submitter is asked for the proof. Without a price the claim is in review at once and
 * waits for the answer; at a price the mail leads to the claim.
 * @throws Problem 'not_found', 'conflict' (somebody was first, it has an owner, nobody sent it in, or they claim it already)
 */
export async function giveListing({ id, version, of, question, isPriceWaived }: Gift, request: Request): Promise<void> {
  const actorId = requireUser(request.user).id;
  const at = request.now();
  await inTransaction(request.db, async (tx) => {
    // The two are locked by id, as a merge locks them.
    const both = inArray(businesses.id, [id, of]);
    await tx.select({ id: businesses.id }).from(businesses).where(both).orderBy(businesses.id).for('update');
    const row = await lockReviewed(tx, id, version, ['pending'], request);
    const [other] = await tx.select().from(businesses).where(eq(businesses.id, of));
    if (other === undefined) throw notFound();
    if (id === of || other.status !== 'approved' || other.ownerId !== null) {
      throw await notToGive(tx, { id, other }, request);
    }
    const submitter = await submitterOf(tx, row);
    const isFree = isPriceWaived || request.city.facts.prices.claim === 0;
    const asked = { of, submitter, question, actorId, at };
    const claim = isFree ? await claimFor(tx, asked, request) : null;
    const before = await readTalk(tx, id);
    const talk = claim ?? (await askAbout(tx, id, asked));
    const twin = twinOf(other, request.env.siteUrl);
    await tx
      .update(businesses)
      .set({
        status: 'rejected',
        rejectionReason: reasonOf(placeOf(twin), isFree),
        updatedAt: at,
        version: version + 1,
      })
      .where(eq(businesses.id, id));
    await writeAudit(tx, {
      actorId,
      action: 'business.given-existing',
      subjectType: 'business',
      subjectId: id,
      data: { name: row.name, listing: other.name, question, waived: isPriceWaived },
    });
    const told = { owner: submitter, business: row, startAfter: mailAfterUndo(at) };
    const mail = await mailGift(tx, { ...told, twin, question, isFree, talk }, request);
    const { status, rejectionReason, approvedAt, confirmedAt } = row;
    await noteAct(tx, {
      kind: 'gift',
      actorId,
      subjectId: id,
      version: version + 1,
      before: {
        business: { status, rejectionReason, approvedAt, confirmedAt },
        claimId: claim?.id ?? null,
        question: claim ? null : { postId: talk.postId, before },
      },
      mails: [mail],
      at,
    });
  });
}

/** Names the colleague who made somebody its owner, or hid it, since the question was opened. */
async function notToGive(
  tx: Database,
  { id, other }: { id: string; other: typeof businesses.$inferSelect },
  request: Request,
): Promise<Problem> {
  const rule = 'The listing that is there must be another one that visitors can see, without an owner.';
  if (id === other.id) return new Problem('conflict', rule);
  if (other.status !== 'approved') {
    const first = await decidedAlready(tx, other, request);
    return new Problem('conflict', `${first.message} ${rule}`);
  }
  const [owner] = await tx
    .select({ name: users.username })
    .from(users)
    .where(eq(users.id, other.ownerId ?? ''));
  const acts = { subjectType: 'business', subjectId: other.id, actions: ['claim.approved', 'business.owner-changed'] };
  const { who, isKnown } = await lastActor(tx, acts, request);
  const isByStaff = isKnown && (who === oneself || who !== owner?.name);
  if (owner === undefined || !isByStaff) return new Problem('conflict', rule);
  const first = await wasFirst(tx, acts, `made ${owner.name} the owner of ${other.name}`, request);
  return new Problem('conflict', `${first.message} Reject this one as its duplicate instead.`);
}

/** The reason as the dashboard shows it. */
function reasonOf(place: string, isFree: boolean): string {
  const next = isFree
    ? 'Your claim on it is below: please answer our question there.'
    : 'It can be yours: our email says how.';
  return `${duplicateStart}${place}\n${next}`;
}

async function submitterOf(tx: Database, { ownerId, submittedById }: typeof businesses.$inferSelect) {
  const id = ownerId ?? submittedById;
  const [person] =
    id === null
      ? []
      : await tx
          .select({ id: users.id, username: users.username, email: users.email })
          .from(users)
          .where(eq(users.id, id));
  if (person === undefined) throw new Problem('conflict', 'Nobody with an account has sent this business in.');
  return person;
}

interface Asked {
  of: string;
  submitter: { id: string; email: string };
  question: string;
  actorId: string;
  at: Date;
}

async function claimFor(
  tx: Database,
  { of, submitter, question, actorId, at }: Asked,
  request: Request,
): Promise<GiftTalk> {
  const claim = await submitFreeClaim(tx, { businessId: of, claimant: submitter, begunById: actorId }, request);
  if (claim === null) {
    throw new Problem('conflict', 'They have a claim on the listing already: please decide on that one.');
  }
  const postId = await askInstead(tx, { claimId: claim.id, question, actorId, at });
  return { id: claim.id, postId: postId ?? claim.id, references: [] };
}

/** There is no claim yet: an answer by mail comes into the talk about the submission. */
async function askAbout(tx: Database, id: string, { question, actorId, at }: Asked): Promise<GiftTalk> {
  const references = await mailIds(tx, id, 'person');
  const post = { kind: 'answer', text: question, authorId: actorId, awaitsReply: true, at } as const;
  const postId = await addPost(tx, { id, kind: 'listing' }, post);
  return { id, postId: postId ?? id, references };
}
