import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, listingManagers } from '#server/db/schema/index.ts';

/** Makes somebody the manager of every listing that the owner has now. */
export async function manageAll(db: Database, ownerId: string, userId: string): Promise<void> {
  const own = await db.select({ businessId: businesses.id }).from(businesses).where(eq(businesses.ownerId, ownerId));
  const places = own.map(({ businessId }) => ({ businessId, userId, invitedBy: ownerId }));
  if (places.length > 0) await db.insert(listingManagers).values(places).onConflictDoNothing();
}
