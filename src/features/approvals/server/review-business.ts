/** Staff decide on a business: state, audit row, mail to the owner and the news for stored pages are one transaction. */
import { eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { BusinessExtras, BusinessForm } from '#features/businesses/business-form.ts';
import { notFound } from '#features/businesses/server/own-business.ts';
import { updateBusiness } from '#features/businesses/server/update-business.ts';
import { followPremium } from '#features/premium/server/derive-premium.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, users } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { mailApproval, mailRejection } from './review-letters.ts';

type Request = Pick<ApiRequest, 'db' | 'user' | 'city' | 'env' | 'now'>;
type Row = typeof businesses.$inferSelect;

/** Held until the transaction ends, in the state and version that staff have looked at. */
async function lockReviewed(tx: Database, id: string, version: number, states: readonly Row['status'][]): Promise<Row> {
  const [row] = await tx.select().from(businesses).where(eq(businesses.id, id)).for('update');
  if (row === undefined) throw notFound();
  const hasMoved = row.version !== version && row.status !== 'pending';
  if (hasMoved || !states.includes(row.status)) {
    throw new Problem('conflict', `Somebody else was first: this business is ${row.status} already.`);
  }
  if (row.version !== version) {
    throw new Problem('conflict', 'This business has been changed while you looked at it. Please look at it again.');
  }
  return row;
}

async function ownerOf(tx: Database, { ownerId, submittedById }: Row) {
  const id = ownerId ?? submittedById;
  if (id === null) return undefined;
  const [owner] = await tx.select({ username: users.username, email: users.email }).from(users).where(eq(users.id, id));
  return owner;
}

interface Approval {
  id: string;
  version: number;
  edits: (BusinessForm & BusinessExtras) | undefined;
}

/** @throws Problem 'not_found', 'invalid' (no such category), 'conflict' (somebody was first, or it has changed) */
export async function approveBusiness({ id, version, edits }: Approval, request: Request): Promise<void> {
  const actor = requireUser(request.user);
  await request.db.transaction(async (tx) => {
    const { status } = await lockReviewed(tx, id, version, ['pending', 'rejected']);
    const now = request.now();
    // Approved first, so that an edit of a rejected business does not ask for another review.
    await tx
      .update(businesses)
      .set({ status: 'approved', rejectionReason: null, approvedAt: now, updatedAt: now, version: version + 1 })
      .where(eq(businesses.id, id));
    if (edits) await updateBusiness({ id, form: edits, version: undefined }, { ...request, db: tx });
    const [row] = await tx.select().from(businesses).where(eq(businesses.id, id));
    if (row === undefined) throw notFound();
    await writeAudit(tx, {
      actorId: actor.id,
      action: 'business.approved',
      subjectType: 'business',
      subjectId: id,
      data: { name: row.name, status: [status, 'approved'] },
    });
    const owner = await ownerOf(tx, row);
    await followPremium(tx, id);
    if (owner) await mailApproval(tx, { owner, business: row, wasEdited: edits !== undefined }, request);
    await announceChange(tx, ['businesses', 'categories', 'missing', `business:${id}`]);
  });
}

/** @throws Problem 'not_found', 'conflict' (somebody was first, or it has changed) */
export async function rejectBusiness(
  { id, version, reason }: { id: string; version: number; reason: string },
  request: Request,
): Promise<void> {
  const actor = requireUser(request.user);
  await request.db.transaction(async (tx) => {
    const row = await lockReviewed(tx, id, version, ['pending']);
    await tx
      .update(businesses)
      .set({ status: 'rejected', rejectionReason: reason, updatedAt: request.now(), version: version + 1 })
      .where(eq(businesses.id, id));
    await writeAudit(tx, {
      actorId: actor.id,
      action: 'business.rejected',
      subjectType: 'business',
      subjectId: id,
      data: { name: row.name, reason },
    });
    const owner = await ownerOf(tx, row);
    if (owner) await mailRejection(tx, { owner, business: row, reason }, request);
  });
}
