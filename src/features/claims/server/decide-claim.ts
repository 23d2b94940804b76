/** Staff approve or reject a claim, or the claimant withdraws it. */

import { requireUser } from '#features/accounts/server/current-user.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { formatDollars } from '#shared/money.ts';
import { Problem } from '#shared/problem.ts';
import { canBe } from '../claim-states.ts';
import type { ClaimStatus } from '../contract.ts';
import { claimNotFound, lockClaim } from './claim-rows.ts';
import { closeClaim } from './close-claim.ts';
import { grantClaim } from './grant-claim.ts';

type Request = Pick<ApiRequest, 'db' | 'user' | 'city' | 'env' | 'now'>;

const words: Partial<Record<ClaimStatus, string>> = {
  pending: 'its claimant has not finished the checkout',
  superseded: 'the listing went to somebody else',
  withdrawn: 'its claimant has taken it back',
  lapsed: 'it ran out',
};

const tooLate = (status: ClaimStatus) =>
  new Problem('conflict', `This claim cannot be decided: ${words[status] ?? `it is ${status} already`}.`);

/**
 * Makes the claimant the owner. When two staff approve two claims on one listing at once, one is told that
 * the other claim won.
 * @throws Problem 'not_found', 'conflict' (not in review, another amount, or the listing has an owner)
 */
export async function approveClaim(
  { id, amountCents }: { id: string; amountCents: number | undefined },
  request: Request,
): Promise<void> {
  const actorId = requireUser(request.user).id;
  const outcome = await request.db.transaction(async (tx) => {
    const held = await lockClaim(tx, id);
    if (held === null) throw claimNotFound();
    if (!canBe(held.claim.status, 'approved')) throw tooLate(held.claim.status);
    if (amountCents !== undefined && held.claim.amountCents !== amountCents) {
      const amount = formatDollars(held.claim.amountCents);
      throw new Problem('conflict', `Approving this claim charges ${amount}. Please look at it again.`);
    }
    return grantClaim(tx, held, { decidedBy: 'staff', actorId }, request);
  });
  // Thrown after the commit: the claim is closed, and its claimant gets a mail.
  if (outcome === 'superseded')
    throw new Problem('conflict', 'This listing has an owner already. The claim is closed.');
}

/** @throws Problem 'not_found', 'conflict' (not in review) */
export async function rejectClaim(id: string, reason: string, request: Request): Promise<void> {
  const actorId = requireUser(request.user).id;
  await request.db.transaction(async (tx) => {
    const held = await lockClaim(tx, id);
    if (held === null) throw claimNotFound();
    if (!canBe(held.claim.status, 'rejected')) throw tooLate(held.claim.status);
    await closeClaim(tx, held, { event: 'rejected', decidedBy: 'staff', actorId, reason }, request);
  });
}

/** @throws Problem 'not_found' (also another person's), 'conflict' (decided already) */
export async function withdrawClaim(id: string, request: Request): Promise<void> {
  const { id: userId } = requireUser(request.user);
  await request.db.transaction(async (tx) => {
    const held = await lockClaim(tx, id);
    if (held?.claim.userId !== userId) throw claimNotFound();
    if (!canBe(held.claim.status, 'withdrawn')) throw new Problem('conflict', 'This claim has been decided already.');
    await closeClaim(tx, held, { event: 'withdrawn', decidedBy: 'claimant', actorId: userId }, request);
  });
}
