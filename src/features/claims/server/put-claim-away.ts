import { and, eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { claims } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { isSettled } from '../is-settled.ts';
import { getOwnClaim } from './read-claims.ts';

interface Wanted {
  id: string;
  away: boolean;
}

/** @throws Problem 'not_found', also for another person's claim, 'conflict' for one that asks something of its claimant */
export async function putClaimAway({ id, away }: Wanted, { db, user, now }: ApiRequest): Promise<void> {
  const userId = requireUser(user).id;
  const claim = await getOwnClaim(db, { id, userId, now: now() });
  if (away && !isSettled(claim)) {
    throw new Problem('conflict', 'This claim is not settled yet, so it stays on your dashboard.');
  }
  await db
    .update(claims)
    .set({ putAwayAs: away ? claim.status : null })
    .where(and(eq(claims.id, id), eq(claims.userId, userId)));
}
