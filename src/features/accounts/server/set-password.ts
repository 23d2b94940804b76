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
import { keyInNetwork, mailboxKey } from './mailbox-key.ts';

/** Stores a new password, ends every session, deletes open reset links, and mails the person. */
export async function setPassword(
  tx: Database,
  { userId, passwordHash, action }: { userId: string; passwordHash: string; action: string },
  { clientAddress, ...services }: Pick<Services, 'city' | 'env'> & { clientAddress?: string },
): Promise<void> {
  const [user] = await tx
    .update(users)
    .set({ passwordHash })
    .where(eq(users.id, userId))
    .returning({ username: users.username, email: users.email });
  if (!user) throw new Error('there is no such account');
  await endSessions(tx, userId);
  // Earlier guesses were for the former password.
  const mailbox = mailboxKey(user.email);
  await forgetLimit(tx, 'log-in-mailbox', mailbox);
  await forgetLimit(tx, 'second-factor-person', userId);
  if (clientAddress !== undefined) {
    await forgetLimit(tx, 'log-in-account', keyInNetwork(mailbox, clientAddress));
    await forgetLimit(tx, 'second-factor', keyInNetwork(userId, clientAddress));
  }
  await dropLinkTokens(tx, userId, 'reset-password');
  await writeAudit(tx, { actorId: userId, action, subjectType: 'user', subjectId: userId });
  await enqueue(tx, sendMail, { to: user.email, ...passwordChangedLetter(services, user.username) });
}
