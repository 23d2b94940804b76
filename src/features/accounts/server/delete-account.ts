import { and, eq, isNull, ne } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, users } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { lockOwnAccount } from './lock-account.ts';

/** What other features do first, in the same transaction. */
export type BeforeDeletion = (tx: Database, userId: string, services: Services) => Promise<void>;

/**
 * Deletes a person with sessions and links. What they owned stays listed, without an owner; what they did stays in the
 * audit log, without their name.
 * @throws Problem 'conflict' for the last of the staff
 */
export async function deleteOwnAccount(
  user: SessionUser,
  services: Services,
  before: readonly BeforeDeletion[],
): Promise<void> {
  await services.db.transaction(async (tx) => {
    await lockOwnAccount(tx, user);
    if (user.role === 'staff') {
      const others = and(eq(users.role, 'staff'), ne(users.id, user.id), isNull(users.bannedAt));
      if ((await tx.$count(users, others)) === 0) {
        throw new Problem('conflict', 'You are the last of the staff. Make somebody else staff first.');
      }
    }
    for (const step of before) await step(tx, user.id, services);
    const released = await tx
      .update(businesses)
      .set({ ownerId: null })
      .where(eq(businesses.ownerId, user.id))
      .returning({ id: businesses.id });
    await writeAudit(tx, {
      actorId: null,
      action: 'account.deleted',
      subjectType: 'user',
      subjectId: user.id,
      data: { businessesReleased: released.map(({ id }) => id) },
    });
    await tx.delete(users).where(eq(users.id, user.id));
    if (released.length > 0) {
      await announceChange(tx, ['businesses', ...released.map(({ id }) => `business:${id}`)]);
    }
  });
}
