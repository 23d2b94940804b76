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
}

/** Closes a claim without approval. The caller holds the claim (lockClaim) and has seen that the event may come to it. */
export async function closeClaim(
  tx: Database,
  held: HeldClaim,
  { event, decidedBy, actorId = null, reason = '' }: Closing,
  context: Context,
): Promise<void> {
  const columns = { decidedBy, decidedById: actorId, decidedAt: context.now(), dueAt: null, reason };
  await moveClaim(tx, held, { event, columns, actorId, data: reason === '' ? {} : { reason } }, context);
}
