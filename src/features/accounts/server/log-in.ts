import { and, eq, isNull, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { users } from '#server/db/schema/index.ts';
import { giveBackToLimit, takeFromLimit } from '#server/http/rate-limit.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { LogInBody } from '../sign-in-contract.ts';
import { verifyPassword } from './hash-password.ts';
import { mailboxKey } from './mailbox-key.ts';
import { startSession } from './start-session.ts';

const wrongCredentials = () => new Problem('wrong_credentials', 'The email or the password is not right.');

/**
 * Answers the new session's token. Unknown e-mail and wrong password take the same steps: limits, one read, one hash.
 * Tries are counted before the password is looked at, so that many at once are not more than many in turn.
 * @throws Problem 'too_many', 'wrong_credentials', 'forbidden' for a banned person who knows the password
 */
export async function logInWithPassword(
  { email, password }: LogInBody,
  request: ApiRequest,
): Promise<{ userId: string; token: string }> {
  const { db, clientAddress } = request;
  const at = request.now();
  const account = mailboxKey(email);
  await takeFromLimit(db, 'log-in-address', clientAddress, at);
  await takeFromLimit(db, 'log-in-account', account, at);

  const [user] = await db
    .select({ id: users.id, passwordHash: users.passwordHash, bannedAt: users.bannedAt })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email})`);
  const fits = await verifyPassword(user?.passwordHash ?? null, password);
  if (!user || !fits) throw wrongCredentials();
  if (user.bannedAt) throw new Problem('forbidden', 'This account is closed. Please write to us if that is a mistake.');

  await giveBackToLimit(db, 'log-in-address', clientAddress, at);
  await giveBackToLimit(db, 'log-in-account', account, at);
  return db.transaction(async (tx) => {
    // A new password, a ban or a take-over of the account may have come while the old password was looked at.
    const [still] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, user.id), sql`${users.passwordHash} = ${user.passwordHash}`, isNull(users.bannedAt)))
      .for('share');
    if (!still) throw wrongCredentials();
    await writeAudit(tx, { actorId: user.id, action: 'account.logged-in', subjectType: 'user', subjectId: user.id });
    return { userId: user.id, token: await startSession(tx, user.id, request) };
  });
}
