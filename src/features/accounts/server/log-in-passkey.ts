import { eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { users } from '#server/db/schema/index.ts';
import { giveBackToLimit, takeFromLimit } from '#server/http/rate-limit.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { PasskeyAnswer } from '../passkey-contract.ts';
import { checkPasskey, logInRefusals, notePasskeyUse } from './check-passkey.ts';
import { hasSeenBrowser } from './known-browser.ts';
import { sendNewDeviceMail } from './new-device-letter.ts';
import { startSession } from './start-session.ts';

/**
 * Logs in with a passkey alone and returns the new session's token. The device is there and has recognized its person,
 * so the session has its second factor. Wrong tries count for the network, never against the account.
 * @throws Problem 'too_many', 'wrong_credentials', also for a banned person
 */
export async function logInWithPasskey(
  answer: PasskeyAnswer,
  request: ApiRequest,
): Promise<{ userId: string; token: string }> {
  const { db, clientAddress } = request;
  const at = request.now();
  await takeFromLimit(db, 'log-in-address', clientAddress, at);
  const checked = await checkPasskey(answer, { purpose: 'log-in', refusals: logInRefusals }, request);
  const { userId } = checked;
  const session = await db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('share');
    if (user === undefined) throw logInRefusals.refused(undefined);
    await notePasskeyUse(tx, checked, { at, refusals: logInRefusals });
    // Not 'forbidden': pages repeat such a call once, and the question is used up by then.
    if (user.bannedAt)
      throw new Problem('wrong_credentials', 'This account is closed. Please write to us if that is a mistake.');
    await writeAudit(tx, {
      actorId: userId,
      action: 'account.logged-in',
      subjectType: 'user',
      subjectId: userId,
      data: { address: clientAddress.slice(0, 64), secondFactor: 'given', by: 'passkey' },
    });
    const isKnown = await hasSeenBrowser({ ...request, db: tx }, user);
    if (!isKnown && user.emailVerifiedAt !== null) await sendNewDeviceMail(tx, { ...user, hasFactor: false }, request);
    return { userId, token: await startSession(tx, userId, request, { hasSecondFactor: true }) };
  });
  await giveBackToLimit(db, 'log-in-address', clientAddress, at);
  return session;
}
