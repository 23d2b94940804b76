import { and, asc, eq, gte, lt } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { offers } from '#server/db/schema/index.ts';
import { maxOffers } from '../offer-form.ts';
import { describeOffer } from './describe-offer.ts';

/**
 * Moves offers in a merge: the kept listing gets the offers of the other, the last to end first, while there is room. What has
 * ended takes none. Returns how many found room, and the others in words.
 */
export async function moveOffers(
  tx: Database,
  id: string,
  into: string,
  today: string,
): Promise<{ moved: number; dropped: string[] }> {
  await tx
    .update(offers)
    .set({ businessId: into })
    .where(and(eq(offers.businessId, id), lt(offers.until, today)));
  const own = await tx.$count(offers, and(eq(offers.businessId, into), gte(offers.until, today)));
  const others = await tx.select().from(offers).where(eq(offers.businessId, id)).orderBy(asc(offers.until));
  others.reverse();
  const room = Math.max(0, maxOffers - own);
  for (const { id: offerId } of others.slice(0, room)) {
    await tx.update(offers).set({ businessId: into }).where(eq(offers.id, offerId));
  }
  return { moved: Math.min(room, others.length), dropped: others.slice(room).map(describeOffer) };
}
