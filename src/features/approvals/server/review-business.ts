/**
 * Staff decide on a business: state, audit row, mail to the owner and invalidation of stored pages are one
 * transaction.
 */
import { eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { wasFirst } from '#features/audit/server/last-actor.ts';
import { mailAfterUndo, noteAct } from '#features/audit/server/note-act.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { ListingForm } from '#features/businesses/business-form.ts';
import { refuseDuplicate } from '#features/businesses/server/find-duplicates.ts';
import { notFound } from '#features/businesses/server/own-business.ts';
import { updateBusiness } from '#features/businesses/server/update-business.ts';
import { readQuestion } from '#features/listing-questions/server/read-questions.ts';
import { followPremium } from '#features/premium/server/derive-premium.ts';
import type { Database } from '#server/db/client.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { businesses, users } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { missingParts, waitsForAnswer } from '../before-live.ts';
import { lockReviewed } from './lock-reviewed.ts';
import { duplicateReason, mailApproval, mailDuplicate, mailRejection, type Twin, twinOf } from './review-letters.ts';

type Request = Pick<ApiRequest, 'db' | 'user' | 'city' | 'env' | 'now'>;
type Row = typeof businesses.$inferSelect;

async function ownerOf(tx: Database, { ownerId, submittedById }: Row) {
  const id = ownerId ?? submittedById;
  if (id === null) return undefined;
  const [owner] = await tx.select({ username: users.username, email: users.email }).from(users).where(eq(users.id, id));
  return owner;
}

interface Approval {
  id: string;
  version: number;
  edits: ListingForm | undefined;
  /** Ids of duplicates that staff accept. */
  confirmed: readonly string[];
  /** The decision on several listings that this is a part of; it is undone as one. */
  groupId?: string;
  /** The last question to the sender that was seen; undefined: it does not matter. */
  askedAt?: string | null | undefined;
  /** Nobody has looked at it alone: one without address or description is left, and one that waits for an answer, unless `askedAt` says that the question was seen. */
  isUnseen?: boolean;
}

/**
 * @throws Problem 'not_found', 'invalid' (unknown category), 'conflict' (somebody was first, it has changed,
 * or it is a duplicate)
 */
export async function approveBusiness(
  { id, version, edits, confirmed, groupId, askedAt, isUnseen = false }: Approval,
  request: Request,
): Promise<void> {
  const actor = requireUser(request.user);
  await inTransaction(request.db, async (tx) => {
    const before = await lockReviewed(tx, id, version, ['pending', 'rejected'], request);
    const { question } = await readQuestion(tx, id);
    const isAskedSince = askedAt !== undefined && (question?.askedAt ?? null) !== askedAt;
    if (isAskedSince || (isUnseen && askedAt === undefined && waitsForAnswer({ question }))) {
      const acts = { subjectType: 'business', subjectId: id, actions: ['business.asked'] };
      throw await wasFirst(tx, acts, `asked the sender of ${before.name} a question`, request);
    }
    const missing = isUnseen ? missingParts(before) : '';
    if (missing !== '') throw new Problem('conflict', `${before.name} has no ${missing} yet.`);
    const { name, address, phone = before.phone } = edits ?? before;
    const looks = { id, name, address, phone };
    const duplicates = await refuseDuplicate(tx, { looks, states: ['approved', 'hidden'], confirmed });
    const now = request.now();
    // Approved first, so that an edit of a rejected business does not ask for another review.
    await tx
      .update(businesses)
      .set({
        status: 'approved',
        rejectionReason: null,
        approvedAt: now,
        confirmedAt: now,
        updatedAt: now,
        version: version + 1,
      })
      .where(eq(businesses.id, id));
    if (edits) {
      await updateBusiness({ id, form: edits, version: undefined, atApproval: true }, { ...request, db: tx });
    }
    const [row] = await tx.select().from(businesses).where(eq(businesses.id, id));
    if (row === undefined) throw notFound();
    await writeAudit(tx, {
      actorId: actor.id,
      action: 'business.approved',
      subjectType: 'business',
      subjectId: id,
      data: {
        name: row.name,
        status: [before.status, 'approved'],
        ...(duplicates.length === 0 ? {} : { besides: duplicates }),
      },
    });
    const owner = await ownerOf(tx, row);
    await followPremium(tx, id);
    const startAfter = mailAfterUndo(now);
    const mail = owner
      ? await mailApproval(tx, { owner, business: row, startAfter, wasEdited: edits !== undefined }, request)
      : null;
    const former = edits ? formerValues(before, row) : {};
    await noteReview(tx, { before, former, version: row.version, mails: [mail], actorId: actor.id, at: now, groupId });
    await announceChange(tx, ['businesses', 'categories', 'missing', `business:${id}`]);
  });
}

/**
 * Rejects a business that is already in the directory. The reason tells the address of the other listing and
 * how to claim it.
 * @throws Problem 'not_found', 'conflict' (somebody was first, it has changed, or the other one is not
 * approved)
 */
export async function rejectDuplicate(
  { id, version, of }: { id: string; version: number; of: string },
  request: Request,
): Promise<void> {
  const [other] = await request.db.select().from(businesses).where(eq(businesses.id, of));
  if (other === undefined) throw notFound();
  if (id === of || other.status !== 'approved') {
    throw new Problem('conflict', 'The listing that is there must be another one that visitors can see.');
  }
  const twin = twinOf(other, request.env.siteUrl);
  await reject({ id, version, reason: duplicateReason(twin), twin, tell: true }, request);
}

/** @throws Problem 'not_found', 'conflict' (somebody was first, or it has changed) */
export function rejectBusiness(rejection: Omit<Rejection, 'twin'>, request: Request): Promise<void> {
  return reject({ ...rejection, twin: null }, request);
}

interface Rejection {
  id: string;
  version: number;
  /** '' for none. */
  reason: string;
  /** False for spam: nobody is mailed. */
  tell: boolean;
  /** The listing of which it is a duplicate. */
  twin: Twin | null;
  groupId?: string;
}

async function reject({ id, version, reason, tell, twin, groupId }: Rejection, request: Request): Promise<void> {
  const actor = requireUser(request.user);
  const at = request.now();
  await inTransaction(request.db, async (tx) => {
    const row = await lockReviewed(tx, id, version, ['pending'], request);
    await tx
      .update(businesses)
      .set({ status: 'rejected', rejectionReason: reason || null, updatedAt: at, version: version + 1 })
      .where(eq(businesses.id, id));
    await writeAudit(tx, {
      actorId: actor.id,
      action: 'business.rejected',
      subjectType: 'business',
      subjectId: id,
      data: { name: row.name, ...(reason === '' ? {} : { reason }), ...(tell ? {} : { told: 'nobody' }) },
    });
    const owner = tell ? await ownerOf(tx, row) : undefined;
    const told = owner && { owner, business: row, startAfter: mailAfterUndo(at) };
    const mail = told
      ? await (twin ? mailDuplicate(tx, { ...told, twin }, request) : mailRejection(tx, { ...told, reason }, request))
      : null;
    await noteReview(tx, { before: row, version: version + 1, mails: [mail], actorId: actor.id, at, groupId });
  });
}

/** The columns of the edits at an approval as they were; the address of the page stays, since the listing may have been seen there. */
function formerValues(before: Row, after: Row): Partial<Row> {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const names = Object.keys(before) as (keyof Row)[];
  const edited = names.filter((name) => !ofReview.has(name) && !isSame(before[name], after[name]));
  return Object.fromEntries(edited.map((name) => [name, before[name]]));
}

/** Columns that every approval writes, and the address. */
const ofReview: ReadonlySet<keyof Row> = new Set([
  ...(['status', 'rejectionReason', 'approvedAt', 'confirmedAt', 'updatedAt', 'version', 'slug'] as const),
  'premiumExpiresAt',
]);

interface Review {
  before: Row;
  /** Other columns that the decision has changed, as they were. */
  former?: Partial<Row>;
  version: number;
  mails: (string | null)[];
  actorId: string;
  at: Date;
  groupId: string | undefined;
}

function noteReview(tx: Database, { before, former = {}, ...act }: Review): Promise<void> {
  const { id: subjectId, status, rejectionReason, approvedAt, confirmedAt, ownerId } = before;
  return noteAct(tx, {
    ...act,
    kind: 'business',
    subjectId,
    before: { ...former, status, rejectionReason, approvedAt, confirmedAt, ownerId },
  });
}
