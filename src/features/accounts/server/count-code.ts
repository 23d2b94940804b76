import { eq } from 'drizzle-orm';
import { users } from '#server/db/schema/index.ts';
import type { LimitName } from '#server/http/limits.ts';
import { fitsLimit, giveBackToLimit, takeFromLimit } from '#server/http/rate-limit.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { slopes, slowDown, slowDownMs } from '#server/http/slow-down.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { noteSlowed } from '#server/security-events.ts';
import { findKnownBrowser } from './known-browser.ts';
import { wrongCodesLetter } from './letters.ts';
import { keyInNetwork } from './mailbox-key.ts';

/** After this many wrong codes somebody is probably guessing, and the person gets a mail. */
const manyWrongCodes = 5;

/**
 * Counts one code before it is checked; the returned function gives the attempt back after a right code. A
 * stolen password alone must not lock the owner out: a browser that gave a code before has its own count, and
 * so has each network. All networks together have a limit, because a code has only six digits; the person
 * gets a mail, and a new password resets the counts.
 * @throws Problem 'too_many'
 */
export async function countCode(user: SessionUser, request: ApiRequest): Promise<() => Promise<void>> {
  const { db, clientAddress } = request;
  const at = request.now();
  const { id, passwordHash } = users;
  const [account] = await db.select({ id, passwordHash }).from(users).where(eq(id, user.id));
  const browser = account ? await findKnownBrowser(request, account) : null;
  const counts: [LimitName, string][] = browser?.gaveSecondFactor
    ? [['second-factor-browser', browser.key]]
    : [
        ['second-factor', keyInNetwork(user.id, clientAddress)],
        ['second-factor-person', user.id],
      ];
  let used = 0;
  for (const [name, client] of counts) used = await takeFromLimit(db, name, client, at);
  if (!browser?.gaveSecondFactor) {
    if (used >= manyWrongCodes && (await fitsLimit(db, 'second-factor-mail', user.id, at))) {
      await enqueue(db, sendMail, { to: user.email, ...wrongCodesLetter(request, user.username) });
    }
    if (slowDownMs(used, slopes.secondFactor) > 0) noteSlowed(request, 'second_factor_slowed', user.id);
    await slowDown(used, slopes.secondFactor);
  }
  return async () => {
    for (const [name, client] of counts) await giveBackToLimit(db, name, client, at);
  };
}
