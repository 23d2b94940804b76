import type { Database } from '#server/db/client.ts';
import type { ClaimEvent } from '../claim-states.ts';
import type { ClaimRow, Context, HeldClaim } from './claim-rows.ts';
import { moveClaim } from './move-claim.ts';

interface Closing {
  event: Extract<ClaimEvent, 'mismatched' | 'expired' | 'rejected' | 'superseded' | 'withdrawn' | 'lapsed'>;
  decidedBy: NonNullable<ClaimRow['decidedBy']>;
  /** The actor for the audit log; null for the site. */
  actorId?: string | null;
  /** For the claimant. */
  reason?: string;
  /** More for the audit log. */
  data?: Record<string, unknown>;
  /** The letter and the job wait until then. */
  startAfter?: Date;
  /** True: the claimant is not told. */
  isLetterLater?: boolean;
}

/** Closes a claim without approval, and answers the ids of what was queued. The caller holds the claim (lockClaim) and has seen that the event may come to it. */
export async function closeClaim(
  tx: Database,
  held: HeldClaim,
  { event, decidedBy, actorId = null, reason = '', data: more = {}, startAfter, isLetterLater = false }: Closing,
  context: Context,
): Promise<(string | null)[]> {
  const columns = { decidedBy, decidedById: actorId, decidedAt: context.now(), dueAt: null, reason };
  const data = reason === '' ? more : { ...more, reason };
  const { queued } = await moveClaim(tx, held, { event, columns, actorId, data, startAfter, isLetterLater }, context);
  return queued;
}
