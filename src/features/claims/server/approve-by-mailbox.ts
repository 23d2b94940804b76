import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { claims } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { type Context, type HeldClaim, lockClaim } from './claim-rows.ts';
import { creditOfClaim } from './credit-of-claim.ts';
import { provesByMailbox } from './find-doubts.ts';
import { grantClaim } from './grant-claim.ts';

/**
 * Approves a claim in review when the claimant's confirmed mailbox is at the listing's own domain and nothing
 * speaks against this proof (find-doubts.ts, docs/decisions/0019-claims.md). The caller holds the locks of
 * claim and business, and has read the credit (credit-of-claim.ts).
 */
export async function approveByMailbox(
  tx: Database,
  held: HeldClaim,
  creditCents: number | null,
  context: Context,
): Promise<'approved' | 'superseded' | 'not enough'> {
  const { business, claimant } = held;
  const isVerified = claimant !== null && claimant.emailVerifiedAt !== null && claimant.bannedAt === null;
  if (!isVerified || business === null) return 'not enough';
  if (!(await provesByMailbox(tx, { claimId: held.claim.id, claimant, business }))) return 'not enough';
  return grantClaim(tx, held, { decidedBy: 'domain', actorId: null, creditCents }, context);
}

/** Approves the claims of a person that were waiting only for the mailbox they have just confirmed. */
export async function approveAfterConfirmation(
  userId: string,
  context: Context & Pick<Services, 'db' | 'log'>,
): Promise<void> {
  const { db } = context;
  const isWaiting = and(eq(claims.userId, userId), eq(claims.status, 'in_review'));
  const waiting = await db.select({ id: claims.id }).from(claims).where(isWaiting).orderBy(claims.id);
  for (const { id } of waiting) {
    const creditCents = await creditOfClaim(id, context);
    await db.transaction(async (tx) => {
      const held = await lockClaim(tx, id);
      if (held?.claim.status === 'in_review') await approveByMailbox(tx, held, creditCents, context);
    });
  }
}
