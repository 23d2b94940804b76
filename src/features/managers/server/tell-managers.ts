/** Managers of a person whose account is deleted lose the listings with it, and are told. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { BeforeDeletion } from '#features/accounts/server/delete-account.ts';
import { businesses, listingManagers, users } from '#server/db/schema/index.ts';
import { mailManagerLeft } from './manager-letters.ts';

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
