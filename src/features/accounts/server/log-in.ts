import { createHmac } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import type { LimitName } from '#server/http/limits.ts';
import { giveBackToLimit, takeFromLimit } from '#server/http/rate-limit.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { slopes, slowDown, slowDownMs } from '#server/http/slow-down.ts';
import { noteSlowed } from '#server/security-events.ts';
import { siteSecret } from '#server/site-secret.ts';
import { Problem } from '#shared/problem.ts';
import type { LogInBody } from '../sign-in-contract.ts';
import { hasMailbox } from './has-mailbox.ts';
import { verifyPassword } from './hash-password.ts';
import { findKnownBrowser, hasSeenBrowser } from './known-browser.ts';
import { keyInNetwork, mailboxKey } from './mailbox-key.ts';
import { sendNewDeviceMail } from './new-device-letter.ts';
import { hasFactor } from './second-factor-state.ts';
import { startSession } from './start-session.ts';

const wrongCredentials = (account: string) =>
  new Problem('wrong_credentials', 'The email or the password is not right.', {
    trace: { refused: 'log-in', account },
  });

/**
 * Names the account in the log: its id, or for an unknown mailbox a keyed hash, which nobody can reverse
 * without the site's key.
 */
async function traceOf(db: Database, email: string, account: Account | undefined): Promise<string> {
  const hashed = createHmac('sha256', await siteSecret(db, 'security-log'))
    .update(email.toLowerCase())
    .digest('hex');
  return account?.id ?? `mailbox:${hashed.slice(0, 24)}`;
}

/**
 * Counts this attempt before the password is checked, so that parallel attempts are no advantage. A browser
 * in which this person signed in before has its own count. For all others the mailbox alone never refuses: it
 * slows down. Returns a function that gives the attempt back.
 * @throws Problem 'too_many'
 */
async function countTry(
  request: ApiRequest,
  email: string,
  account: Account | undefined,
): Promise<() => Promise<void>> {
  const { db, clientAddress } = request;
  const at = request.now();
  const mailbox = mailboxKey(email);
  const browser = account ? await findKnownBrowser(request, account) : null;
  const counts: [LimitName, string][] = browser
    ? [['log-in-browser', browser.key]]
    : [
        ['log-in-account', keyInNetwork(mailbox, clientAddress)],
        ['log-in-address', clientAddress],
        ['log-in-mailbox', mailbox],
      ];
  let used = 0;
  for (const [name, client] of counts) used = await takeFromLimit(db, name, client, at);
  if (browser === null && slowDownMs(used, slopes.logIn) > 0) {
    noteSlowed(request, 'log_in_slowed', await traceOf(db, email, account));
    await slowDown(used, slopes.logIn);
  }
  return async () => {
    for (const [name, client] of counts) await giveBackToLimit(db, name, client, at);
  };
}

interface Account {
  id: string;
  passwordHash: string | null;
}

/**
 * Logs in and returns the new session's token. An unknown e-mail and a wrong password take the same steps:
 * one read, limits, one hash.
 * @throws Problem 'too_many', 'wrong_credentials', 'forbidden' for a banned person who knows the password
 */
export async function logInWithPassword(
  { email, password }: LogInBody,
  request: ApiRequest,
): Promise<{ userId: string; token: string }> {
  const { db } = request;
  const [user] = await db
    .select({ id: users.id, passwordHash: users.passwordHash, bannedAt: users.bannedAt })
    .from(users)
    .where(hasMailbox(email));
  const giveBack = await countTry(request, email, user);
  const fits = await verifyPassword(user?.passwordHash ?? null, password);
  if (!user || !fits) throw wrongCredentials(await traceOf(db, email, user));
  if (user.bannedAt) throw new Problem('forbidden', 'This account is closed. Please write to us if that is a mistake.');

  await giveBack();
  return db.transaction(async (tx) => {
    // A new password, a ban or a take-over of the account may have come while the old password was checked.
    const [still] = await tx
      .select({
        hasFactor,
        emailVerifiedAt: users.emailVerifiedAt,
        username: users.username,
        email: users.email,
      })
      .from(users)
      .where(and(eq(users.id, user.id), sql`${users.passwordHash} = ${user.passwordHash}`, isNull(users.bannedAt)))
      .for('share');
    if (!still) throw wrongCredentials(user.id);
    await writeAudit(tx, {
      actorId: user.id,
      action: 'account.logged-in',
      subjectType: 'user',
      subjectId: user.id,
      data: {
        address: request.clientAddress.slice(0, 64),
        secondFactor: still.hasFactor ? 'asked' : 'off',
      },
    });
    if (still.emailVerifiedAt !== null && !(await hasSeenBrowser({ ...request, db: tx }, user)))
      await sendNewDeviceMail(tx, still, request);
    return { userId: user.id, token: await startSession(tx, user.id, request) };
  });
}
