/** A payment that goes back by itself: the reason that its payer and staff read, and the lines of the listing's history. */
import { and, eq, or, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, claims } from '#server/db/schema/index.ts';
import { claimStates } from '../claim-states.ts';
import type { ClaimRow } from './claim-rows.ts';

/** The action of the audit row; the claimant's dashboard reads it, too. */
const givenBack = 'claim.given-back';

const passedOn =
  'The listing was handed over to a new owner, so your plan for it was not to be renewed. It was charged once more all the same.';

const closed: Partial<Record<ClaimRow['status'], string>> = {
  rejected: 'We could not approve the claim for which the payment came.',
  superseded: 'The listing went to somebody else before your payment came.',
  lapsed: 'The claim had run out before your payment came.',
};

/** Tells why what was paid for a claim goes back. */
export function reasonToGiveBack({ status, decidedBy }: Pick<ClaimRow, 'status' | 'decidedBy'>): string {
  if (claimStates[status].phase !== 'closed') return passedOn;
  if (status === 'withdrawn' && decidedBy === 'claimant')
    return 'You had taken the claim back before your payment came.';
  // Staff end a claim by banning its claimant.
  if (status === 'withdrawn' && decidedBy === 'staff') return 'We had ended the claim before your payment came.';
  return closed[status] ?? 'The claim had ended before your payment came.';
}

/** The refund itself is made by the job that ends the claim at Stripe, and its payer is mailed with it. The caller holds the claim. */
export async function noteGivenBack(
  tx: Database,
  claim: ClaimRow,
  { cents = claim.amountCents, reason }: { cents?: number; reason: string },
): Promise<void> {
  const { phase } = claimStates[claim.status];
  const cameToNothing = phase === 'open' || phase === 'closed';
  // A plan that was handed over may be charged more than once; a claim that came to nothing has one payment.
  if (cameToNothing && (await tx.$count(auditLog, isNoteOf(claim))) > 0) return;
  await writeAudit(tx, {
    ...{ actorId: null, by: 'site' as const },
    action: cameToNothing ? givenBack : 'claim.late-payment-given-back',
    subjectType: 'business',
    subjectId: claim.businessId ?? '',
    data: { claim: claim.id, claimant: claim.userId, cents, reason },
  });
}

/** The former releases wrote the row about the claim, where nobody but administrators saw it. */
export const isNoteOf = ({ id, businessId }: Pick<ClaimRow, 'id' | 'businessId'>) => {
  const { subjectType, subjectId, data, action } = auditLog;
  const inHistory = and(eq(subjectType, 'business'), eq(subjectId, businessId ?? ''), eq(sql`${data} ->> 'claim'`, id));
  return and(eq(action, givenBack), or(inHistory, and(eq(subjectType, 'claim'), eq(subjectId, id))));
};

/** Notes a refund that the site has made. @param claimId of the plan */
export async function noteRefundOfClaim(
  tx: Database,
  claimId: string,
  given: { cents: number; reason: string },
): Promise<ClaimRow | null> {
  // The settling of a payment page holds the claim while it notes the same.
  const [claim] = await tx.select().from(claims).where(eq(claims.id, claimId)).for('update');
  if (claim === undefined) return null;
  await noteGivenBack(tx, claim, given);
  return claim;
}
