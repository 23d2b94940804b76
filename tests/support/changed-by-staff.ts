import type { Database } from '#server/db/client.ts';
import { auditLog } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { only } from './found.ts';

/** Stores a listing whose telephone staff have changed. @returns its id, and that of the edit */
async function changedByStaff(db: Database, ownerId: string): Promise<{ id: string; change: string }> {
  const { id } = await aBusiness(db, { ownerId, phone: '210-555-0199' });
  const entry = {
    ...{ actorId: null, action: 'business.edited', subjectType: 'business', subjectId: id },
    data: { phone: ['210-555-0110', '210-555-0199'], owner: ownerId },
  };
  return { id, change: only(await db.insert(auditLog).values(entry).returning(), 'edit').id };
}

/** For owned-objects.ts. */
export const changeBackCall = {
  ...({ make: changedByStaff, foreign: 'forbidden', managerMay: true } as const),
  body: ({ change }: Record<string, string>) => ({ field: 'phone', change }),
};
