import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { listingManagers, users } from '#server/db/schema/index.ts';

export interface Reader {
  username: string;
  email: string;
}

/**
 * The people whom mail about a listing reaches: its owner, and those who may answer for the owner. Their place ends with the
 * ownership of who gave it.
 */
export async function readersOf(
  tx: Database,
  businessId: string,
  owner: Reader & { id: string },
): Promise<(Reader & { id: string })[]> {
  const managers = await tx
    .select({ id: users.id, username: users.username, email: users.email })
    .from(listingManagers)
    .innerJoin(users, eq(users.id, listingManagers.userId))
    .where(
      and(
        eq(listingManagers.businessId, businessId),
        eq(listingManagers.invitedBy, owner.id),
        isNull(users.bannedAt),
        isNotNull(users.emailVerifiedAt),
      ),
    )
    .orderBy(listingManagers.createdAt);
  return [owner, ...managers];
}
