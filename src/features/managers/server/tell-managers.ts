/** Managers lose a listing with the owner who let them in, and are told. */
import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { BeforeDeletion } from '#features/accounts/server/delete-account.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, listingManagers, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { mailManagerLeft } from './manager-letters.ts';

/** Runs before the deletion of an account. */
export const tellManagers: BeforeDeletion = async (tx, userId, services) => {
  const rows = await tx
    .select({ business: businesses.name, email: users.email, username: users.username })
    .from(listingManagers)
    .innerJoin(businesses, and(eq(businesses.id, listingManagers.businessId), eq(businesses.ownerId, userId)))
    .innerJoin(users, and(eq(users.id, listingManagers.userId), isNull(users.bannedAt)));
  for (const { business, ...manager } of rows) {
    const told = { business: { name: business }, manager: manager.username, isManager: true, isClosed: true };
    await mailManagerLeft(tx, manager, told, services);
  }
  const own = tx.select({ id: businesses.id }).from(businesses).where(eq(businesses.ownerId, userId));
  await tx.delete(listingManagers).where(inArray(listingManagers.businessId, own));
};

interface NewOwner {
  business: { id: string; name: string };
  /** Null: nobody. */
  newOwnerId: string | null;
  /** The mail waits until staff can no longer undo the change. */
  startAfter?: Date;
}

/**
 * Runs before the managers' rows are deleted. The new owner gets a mail of their own.
 */
export async function tellManagersOfNewOwner(
  tx: Database,
  { business, newOwnerId, ...when }: NewOwner,
  town: Pick<Services, 'city' | 'env'>,
): Promise<{ ids: string[]; mails: (string | null)[] }> {
  const rows = await tx
    .select({ id: users.id, email: users.email, username: users.username })
    .from(listingManagers)
    .innerJoin(users, and(eq(users.id, listingManagers.userId), isNull(users.bannedAt)))
    .where(
      and(
        eq(listingManagers.businessId, business.id),
        newOwnerId === null ? undefined : ne(listingManagers.userId, newOwnerId),
      ),
    );
  const mails: (string | null)[] = [];
  for (const manager of rows) {
    const told = { business, manager: manager.username, isManager: true, isHandedOver: newOwnerId !== null, ...when };
    mails.push(await mailManagerLeft(tx, manager, told, town));
  }
  return { ids: rows.map(({ id }) => id), mails };
}
