import { arrayContains, asc } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';

/**
 * Locks the administrators in one order, so that two who remove each other at once cannot both succeed, and
 * returns their ids.
 */
export async function lockAdministrators(tx: Database): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id, bannedAt: users.bannedAt })
    .from(users)
    .where(arrayContains(users.rights, ['administrator']))
    .orderBy(asc(users.id))
    .for('no key update');
  return rows.filter(({ bannedAt }) => bannedAt === null).map(({ id }) => id);
}

/** To call before this person stops being an administrator. @throws Problem 'conflict' for the last one */
export async function keepOneAdministrator(tx: Database, leavingId: string): Promise<void> {
  const ids = await lockAdministrators(tx);
  if (ids.length === 1 && ids[0] === leavingId) {
    throw new Problem('conflict', 'The last administrator has to stay. Make somebody else an administrator first.');
  }
}
