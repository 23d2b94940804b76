import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { checkOwnPassword, notYourPassword } from './check-own-password.ts';
import { lockOwnAccount } from './lock-account.ts';
import { startSession } from './start-session.ts';

/**
 * Begins this browser's session anew, as a log-in would. Returns its token.
 * @throws Problem 'invalid' for a wrong password, 'too_many'
 */
export async function proveIdentity(user: SessionUser, password: string, request: ApiRequest): Promise<string> {
  const checked = await checkOwnPassword(user, password, request);
  return request.db.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, user);
    if (account.passwordHash !== checked) throw notYourPassword('password');
    await writeAudit(tx, {
      actorId: user.id,
      action: 'account.proved',
      subjectType: 'user',
      subjectId: user.id,
    });
    return startSession(tx, user.id, request, { hasSecondFactor: user.secondFactor === 'given', isSameSignIn: true });
  });
}
