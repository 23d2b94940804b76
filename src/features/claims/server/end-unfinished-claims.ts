import { and, eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { claims } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { lockClaim } from './claim-rows.ts';
import { closeClaim } from './close-claim.ts';

/**
 * Ends the claims of a person whom staff ban that are still at the payment page. The page ends at Stripe, too, and a card that is given in that
 * moment is let go uncharged. Answers how many there were. The states of a claim lead no way back, so after an undo of the ban the person claims anew.
 */
export async function endUnfinishedClaims(userId: string, request: ApiRequest): Promise<number> {
  let ended = 0;
  const { id: actorId } = requireUser(request.user);
  const isUnfinished = and(eq(claims.userId, userId), eq(claims.status, 'pending'));
  for (const { id } of await request.db.select({ id: claims.id }).from(claims).where(isUnfinished).orderBy(claims.id)) {
    const held = await lockClaim(request.db, id);
    if (held === null || held.claim.status !== 'pending') continue;
    const data = { because: 'the person was banned' };
    await closeClaim(request.db, held, { event: 'withdrawn', decidedBy: 'staff', actorId, data }, request);
    ended++;
  }
  return ended;
}
