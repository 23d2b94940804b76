import { and, eq } from 'drizzle-orm';
import { actorOr, writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { claims } from '#server/db/schema/index.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { type ClaimEvent, type ClaimStep, claimStep } from '../claim-states.ts';
import { cancelClaim, chargeClaim, stopClaim } from './claim-jobs.ts';
import { sendClaimMail } from './claim-letters.ts';
import type { ClaimRow, Context, HeldClaim } from './claim-rows.ts';

interface Move {
  event: ClaimEvent;
  /** The columns that change together with the state. */
  columns?: Partial<Omit<ClaimRow, 'id' | 'status' | 'updatedAt'>>;
  /** The actor for the audit log; null for the site. */
  actorId?: string | null;
  /** The action in the audit log, when the event's own name would not be true. */
  action?: `claim.${string}`;
  /** More for the audit log. */
  data?: Record<string, unknown>;
  /** The caller sends the letter itself, because the next step may make it wrong. */
  isLetterLater?: boolean;
  /** The letter and the job wait until then, so that the step can be undone. */
  startAfter?: Date | undefined;
  /** For the letter about an approval: it pays for the first month before the card does; null: it is not known. */
  creditCents?: number | null;
}

interface MovedClaim extends HeldClaim {
  /** Ids of the queued job and letter; null for one that is queued already or goes to nobody. */
  queued: (string | null)[];
}

/** The meaning of a step for the claimant's money, for the history; nothing for a claim without a price. */
function moneyOf(
  { amountCents }: ClaimRow,
  { event, job }: Pick<Move, 'event'> & { job: ClaimStep['job'] | undefined },
): object {
  if (amountCents === 0) return {};
  if (job === 'charge') return { toChargeCents: amountCents };
  if (event === 'ended' || event === 'ending') return { afterwards: 'nothing more is charged' };
  return job === 'cancel' ? { notChargedCents: amountCents } : { cents: amountCents };
}

const jobs = { charge: chargeClaim, cancel: cancelClaim, stop: stopClaim } as const;

/**
 * Moves a claim to its next state, as claim-states.ts says: writes the row and the audit log, and queues the job and the
 * letter in the same transaction. No other code writes `claims.status`. The caller holds the claim (lockClaim).
 * @throws Error when the table has no such step; then nothing is written
 */
export async function moveClaim(tx: Database, held: HeldClaim, move: Move, context: Context): Promise<MovedClaim> {
  const { event, columns = {}, actorId = null, data = {}, isLetterLater = false, startAfter, creditCents = 0 } = move;
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
    ...actorOr(actorId, 'site'),
    action: move.action ?? `claim.${event === 'mismatched' ? 'rejected' : event}`,
    subjectType: 'business',
    subjectId: claim.businessId ?? '',
    data: { claim: claim.id, claimant: claim.userId, plan: claim.plan, ...moneyOf(claim, { event, job }), ...data },
  });
  const queued: (string | null)[] = [];
  const waits = startAfter ? { startAfter } : {};
  // Behind a claim without a price stands no card.
  if (job !== undefined && claim.amountCents > 0)
    queued.push(await enqueue(tx, jobs[job], { claimId: claim.id }, waits));
  if (letter !== undefined && !isLetterLater)
    queued.push(await sendClaimMail(tx, { letter, creditCents, ...waits }, moved, context));
  return { ...moved, queued };
}
