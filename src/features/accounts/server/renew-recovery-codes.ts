import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { hasFactorNow } from './factors-left.ts';
import { lockOwnAccount } from './lock-account.ts';
import { makeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { sendRecoveryCodesMail } from './second-factor-letter.ts';

/** Replaces all recovery codes, used or not. @throws Problem 'conflict' without a second factor */
export async function renewRecoveryCodes(user: SessionUser, services: Services): Promise<string[]> {
  const codes = await makeRecoveryCodes(user.id);
  await services.db.transaction(async (tx) => {
    await lockOwnAccount(tx, user);
    if (!(await hasFactorNow(tx, user.id))) {
      throw new Problem('conflict', 'Recovery codes belong to a second factor. Please set one up first.');
    }
    await replaceRecoveryCodes(tx, user.id, codes);
    const subject = { subjectType: 'user', subjectId: user.id };
    await writeAudit(tx, { actorId: user.id, action: 'account.recovery-codes-made', ...subject });
    await sendRecoveryCodesMail(tx, user, { left: null }, services);
  });
  return codes.map(({ code }) => code);
}
