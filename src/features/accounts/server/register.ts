import { writeAudit } from '#features/audit/server/write-audit.ts';
import { users } from '#server/db/schema/index.ts';
import { fitsLimit } from '#server/http/rate-limit.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import type { RegisterBody } from '../sign-in-contract.ts';
import { checkNewPassword, namesAround } from './check-new-password.ts';
import { checkUsername } from './check-username.ts';
import { hashPassword } from './hash-password.ts';
import { mailboxKey } from './mailbox-key.ts';
import { sendVerification } from './send-verification.ts';
import { startSession } from './start-session.ts';
import { checkNotTaken, refuseTaken } from './taken.ts';

/**
 * Makes an owner's account, mails the link that confirms its address, and begins a session. Returns the
 * session's token.
 * @throws Problem 'invalid' for a password that is easy to guess or a name of office, 'conflict' for a taken e-mail or username
 */
export async function registerOwner(
  { username, email, password }: RegisterBody,
  request: ApiRequest,
): Promise<{ userId: string; token: string }> {
  const { db, city } = request;
  checkUsername(username, [city.facts.name, 'Alameda']);
  await checkNewPassword(password, { names: namesAround({ username, email }, city), env: request.env });
  await checkNotTaken(db, { email, username });
  const passwordHash = await hashPassword(password);
  // A mailbox that gets many of these mails belongs to somebody who did not ask. The account page can send
  // the mail again.
  const isMailed = await fitsLimit(db, 'verification-mail', mailboxKey(email), request.now());
  return db
    .transaction(async (tx) => {
      const [user] = await tx
        .insert(users)
        .values({ username, email, passwordHash, createdAt: request.now() })
        .returning({ id: users.id });
      if (!user) throw new Error('the account was not stored');
      if (isMailed) await sendVerification(tx, { id: user.id, username, email }, request);
      const subject = { subjectType: 'user', subjectId: user.id };
      await writeAudit(tx, { actorId: user.id, action: 'account.registered', ...subject });
      return { userId: user.id, token: await startSession(tx, user.id, request) };
    })
    .catch(refuseTaken);
}
