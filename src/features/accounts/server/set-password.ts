import { eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import { forgetLimit } from '#server/http/rate-limit.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { endSessions } from './end-sessions.ts';
import { passwordChangedLetter } from './letters.ts';
import { dropLinkTokens } from './link-tokens.ts';
import { mailboxKey } from './mailbox-key.ts';

/** Stores a new password, ends every session, makes open reset links worthless, and tells the person by mail. */
export async function setPassword(
  tx: Database,
  { userId, passwordHash, action }: { userId: string; passwordHash: string; action: string },
  services: Pick<Services, 'city' | 'env'>,
): Promise<void> {
  const [user] = await tx
    .update(users)
    .set({ passwordHash })
    .where(eq(users.id, userId))
    .returning({ username: users.username, email: users.email });
  if (!user) throw new Error('there is no such account');
  await endSessions(tx, userId);
  // Whoever shut the log-in by guessing guessed at the former one.
  await forgetLimit(tx, 'log-in-account', mailboxKey(user.email));
  await dropLinkTokens(tx, userId, 'reset-password');
  await writeAudit(tx, { actorId: userId, action, subjectType: 'user', subjectId: userId });
  await enqueue(tx, sendMail, { to: user.email, ...passwordChangedLetter(services, user.username) });
}
