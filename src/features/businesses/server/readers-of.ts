import { and, arrayContains, eq, isNotNull, isNull, not } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { listingManagers, users } from '#server/db/schema/index.ts';
import type { MailKind } from '#shared/mail-kinds.ts';

export interface Reader {
  id: string;
  username: string;
  email: string;
}

/**
 * The people whom mail of this kind about a listing reaches: of its owner and those who may answer for the owner, all who have not
 * stopped it. A manager's place ends with the ownership of who gave it.
 */
export async function readersOf(
  tx: Database,
  { businessId, owner, kind }: { businessId: string; owner: typeof users.$inferSelect; kind: MailKind },
): Promise<Reader[]> {
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
        not(arrayContains(users.mailsOff, [kind])),
      ),
    )
    .orderBy(listingManagers.createdAt);
  return owner.mailsOff.includes(kind) ? managers : [owner, ...managers];
}
