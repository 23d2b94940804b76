import { eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import type { SessionUser } from '#server/http/serve.ts';
import { lockOwnAccount } from './lock-account.ts';
import { checkNotTaken, refuseTaken } from './taken.ts';

/** @throws Problem 'conflict' for another user's username */
export async function setUsername(db: Database, user: SessionUser, username: string): Promise<void> {
  await checkNotTaken(db, { username }, user.id);
  await db
    .transaction(async (tx) => {
      await lockOwnAccount(tx, user);
      await tx.update(users).set({ username }).where(eq(users.id, user.id));
      await writeAudit(tx, {
        actorId: user.id,
        action: 'account.username-changed',
        subjectType: 'user',
        subjectId: user.id,
        data: { username: [user.username, username] },
      });
    })
    .catch(refuseTaken);
}
