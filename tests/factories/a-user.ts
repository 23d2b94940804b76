import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import { nextNumber } from './unique.ts';

export type User = typeof users.$inferSelect;

/** Stores an owner's account without a password; fields that the test does not give are made up. Staff are administrators. */
export async function aUser(db: Database, given: Partial<typeof users.$inferInsert> = {}): Promise<User> {
  const number = nextNumber();
  const [row] = await db
    .insert(users)
    .values({
      username: `owner-${number}`,
      email: `owner-${number}@example.com`,
      rights: given.role === 'staff' ? ['administrator'] : [],
      ...given,
    })
    .returning();
  if (!row) throw new Error('the user was not stored');
  return row;
}
