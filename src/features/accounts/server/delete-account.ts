import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, subscriptions, users } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { SessionUser } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';

/** As Stripe names those for which it goes on charging. */
const running = ['active', 'trialing', 'past_due', 'unpaid'];

/**
 * Deletes a person with sessions and links. What they owned stays listed, without an owner; what they did stays in the
 * audit log, without their name.
 * @throws Problem 'conflict' while something is paid for, or for the last of the staff
 */
export async function deleteOwnAccount(db: Database, user: SessionUser): Promise<void> {
  await db.transaction(async (tx) => {
    const paid = await tx.$count(
      subscriptions,
      and(eq(subscriptions.userId, user.id), inArray(subscriptions.status, running), isNull(subscriptions.endsAt)),
    );
    if (paid > 0) {
      throw new Problem('conflict', 'A paid plan is still running. Please cancel it first, from your dashboard.');
    }
    if (user.role === 'staff') {
      const others = and(eq(users.role, 'staff'), ne(users.id, user.id), isNull(users.bannedAt));
      if ((await tx.$count(users, others)) === 0) {
        throw new Problem('conflict', 'You are the last of the staff. Make somebody else staff first.');
      }
    }
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
