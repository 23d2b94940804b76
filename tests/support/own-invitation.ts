import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { listingInvitations, users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { nextNumber } from '#tests/factories/unique.ts';
import { only } from './found.ts';

/** Makes an invitation to a listing of somebody else that waits for this person, and returns its id. */
export async function ownInvitation(db: Database, userId: string): Promise<{ id: string }> {
  const { id: invitedBy } = await aUser(db);
  const { id: businessId } = await aBusiness(db, { ownerId: invitedBy });
  const { email } = only(await db.select().from(users).where(eq(users.id, userId)), 'user');
  const expiresAt = new Date(Date.now() + 86_400_000);
  const given = { kind: 'manager', email, tokenHash: `hash-${nextNumber()}`, expiresAt } as const;
  const row = { businessId, invitedBy, ...given };
  return { id: only(await db.insert(listingInvitations).values(row).returning(), 'invitation').id };
}
