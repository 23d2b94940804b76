import { eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { claims } from '#server/db/schema/index.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import type { ClosedStatus } from '../claim-rules.ts';
import { cancelClaim } from './claim-jobs.ts';
import { sendClaimMail } from './claim-letters.ts';
import type { ClaimRow, Context, HeldClaim } from './claim-rows.ts';

interface Closing {
  to: ClosedStatus;
  decidedBy: NonNullable<ClaimRow['decidedBy']>;
  /** The actor for the audit log; null for the site. */
  actorId?: string | null;
  /** For the claimant. */
  reason?: string;
}

/**
 * Closes an open claim without approval: a job cancels everything at Stripe without a charge, and the
 * claimant gets a mail. The caller holds the claim (lockClaim) and has seen that it is open.
 */
export async function closeClaim(
  tx: Database,
  held: HeldClaim,
  { to, decidedBy, actorId = null, reason = '' }: Closing,
  context: Context,
): Promise<void> {
  const { claim } = held;
  const now = context.now();
  const [closed] = await tx
    .update(claims)
    .set({ status: to, decidedBy, decidedById: actorId, decidedAt: now, updatedAt: now, dueAt: null, reason })
    .where(eq(claims.id, claim.id))
    .returning();
  if (closed === undefined) throw new Error('the claim was not held');
  await auditClaim(tx, `claim.${to}`, held, { actorId, data: reason === '' ? {} : { reason } });
  await enqueue(tx, cancelClaim, { claimId: claim.id });
  // A claimant who never gave a card gets a mail only when the listing went to somebody else.
  if (to === 'expired' || (claim.status === 'pending' && to !== 'superseded')) return;
  await sendClaimMail(tx, to, { ...held, claim: closed }, context);
}

/** Recorded in the history of the business, where staff look for it. */
export async function auditClaim(
  tx: Database,
  action: `claim.${string}`,
  { claim }: HeldClaim,
  { actorId, data = {} }: { actorId: string | null; data?: Record<string, unknown> },
): Promise<void> {
  await writeAudit(tx, {
    actorId,
    action,
    subjectType: 'business',
    subjectId: claim.businessId ?? '',
    data: { claim: claim.id, claimant: claim.userId, plan: claim.plan, ...data },
  });
}
