import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { checkNewPassword, namesAround } from './check-new-password.ts';
import { checkOwnPassword, notYourPassword } from './check-own-password.ts';
import { hashPassword } from './hash-password.ts';
import { lockOwnAccount } from './lock-account.ts';
import { setPassword } from './set-password.ts';
import { startSession } from './start-session.ts';

/**
 * Changes the password, ends every session and begins a new one for this browser. Returns its token.
 * @throws Problem 'invalid' for a wrong old password, and for a new one that is common or the old one, 'too_many'
 */
export async function changeOwnPassword(
  user: SessionUser,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  request: ApiRequest,
): Promise<string> {
  const checked = await checkOwnPassword(user, currentPassword, request, 'currentPassword');
  if (newPassword === currentPassword) {
    const refusal = 'This is your password already. Please choose another one.';
    throw new Problem('invalid', refusal, { fields: { newPassword: refusal } });
  }
  await checkNewPassword(newPassword, {
    field: 'newPassword',
    names: namesAround(user, request.city),
    env: request.env,
  });
  const passwordHash = await hashPassword(newPassword);
  return request.db.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, user);
    if (account.passwordHash !== checked) throw notYourPassword('currentPassword');
    await setPassword(tx, { userId: user.id, passwordHash, action: 'account.password-changed' }, request);
    return startSession(tx, user.id, request, { hasSecondFactor: user.secondFactor === 'given' });
  });
}
