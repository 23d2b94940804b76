import { and, eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { claims } from '#server/db/schema/index.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { type ClaimEvent, claimStep } from '../claim-states.ts';
import { cancelClaim, chargeClaim } from './claim-jobs.ts';
import { sendClaimMail } from './claim-letters.ts';
import type { ClaimRow, Context, HeldClaim } from './claim-rows.ts';

interface Move {
  event: ClaimEvent;
  /** The columns that change together with the state. */
  columns?: Partial<Omit<ClaimRow, 'id' | 'status' | 'updatedAt'>>;
  /** The actor for the audit log; null for the site. */
  actorId?: string | null;
  /** More for the audit log. */
  data?: Record<string, unknown>;
  /** The caller sends the letter itself, because the next step may make it wrong. */
  isLetterLater?: boolean;
}

const jobs = { charge: chargeClaim, cancel: cancelClaim } as const;

/**
 * Moves a claim to its next state, as claim-states.ts says: writes the row and the audit log, and queues the job and the
 * letter in the same transaction. No other code writes `claims.status`. The caller holds the claim (lockClaim).
 * @throws Error when the table has no such step; then nothing is written
 */
export async function moveClaim(
  tx: Database,
  held: HeldClaim,
  { event, columns = {}, actorId = null, data = {}, isLetterLater = false }: Move,
  context: Context,
): Promise<HeldClaim> {
  const { claim } = held;
  const { to, letter, job } = claimStep(claim.status, event);
  const [row] = await tx
    .update(claims)
    .set({ ...columns, status: to, updatedAt: context.now() })
    .where(and(eq(claims.id, claim.id), eq(claims.status, claim.status)))
    .returning();
  if (row === undefined) throw new Error('the claim was not held');
  const moved = { ...held, claim: row };
  // The history of the business, where staff look for it.
  await writeAudit(tx, {
    actorId,
    action: `claim.${event === 'mismatched' ? 'rejected' : event}`,
    subjectType: 'business',
    subjectId: claim.businessId ?? '',
    data: { claim: claim.id, claimant: claim.userId, plan: claim.plan, ...data },
  });
  if (job !== undefined) await enqueue(tx, jobs[job], { claimId: claim.id });
  if (letter !== undefined && !isLetterLater) await sendClaimMail(tx, letter, moved, context);
  return moved;
}
