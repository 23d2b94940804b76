import { eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { users } from '#server/db/schema/index.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { checkUsername } from './check-username.ts';
import { lockOwnAccount } from './lock-account.ts';
import { checkNotTaken, refuseTaken } from './taken.ts';

/** @throws Problem 'conflict' for another user's username, 'invalid' for a name of office */
export async function setUsername(user: SessionUser, username: string, { db, city }: Services): Promise<void> {
  if (user.role !== 'staff') checkUsername(username, [city.facts.name, 'Alameda']);
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
