import { fitsLimit, takeFromLimit } from '#server/http/rate-limit.ts';
import { type ApiRequest, serve } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import {
  askForReset,
  askForVerification,
  describeLink,
  passwordChangedMessage,
  resetPassword,
  resetSentMessage,
  stopEmailChangeByLink,
  verifyEmail,
} from '../mail-links-contract.ts';
import { confirmEmail } from './confirm-email.ts';
import { countUselessLink } from './count-useless-link.ts';
import { requireUser } from './current-user.ts';
import { describeLink as describeLinkOf, describeUsedLink } from './describe-link.ts';
import { stopGuardedChangeByLink } from './guarded-email-change.ts';
import { rememberBrowser } from './known-browser.ts';
import { mailboxKey } from './mailbox-key.ts';
import { sendResetMail } from './reset-mail-job.ts';
import { resetPasswordWithLink } from './reset-password.ts';
import { sendVerification } from './send-verification.ts';

/**
 * Queues a reset mail. Nobody is refused: a stranger could use up the requests of a mailbox or of a shared
 * address. Beyond the limits no mail is sent, unless the owner has no working link.
 */
async function queueResetMail({ db, clientAddress, now }: ApiRequest, email: string): Promise<void> {
  const at = now();
  const mailbox = mailboxKey(email);
  const isUsual = await fitsLimit(db, 'reset-address', clientAddress, at);
  if (!isUsual) {
    if (!(await fitsLimit(db, 'reset-address-again', clientAddress, at))) return;
    if (!(await fitsLimit(db, 'reset-mail-first', mailbox, at))) return;
  }
  if (await fitsLimit(db, 'reset-mail', mailbox, at)) await enqueue(db, sendResetMail, { email });
  else if (await fitsLimit(db, 'reset-mail-again', mailbox, at)) {
    await enqueue(db, sendResetMail, { email, unlessLinked: true });
  }
}

export const mailLinksApi = [
  serve(verifyEmail, async ({ body }, request) => ({
    message: await countUselessLink(request, () => confirmEmail(body, request)),
  })),
  serve(describeLink, async ({ body: { token } }, request) => {
    const link = await describeLinkOf(token, request);
    return { link, former: link === null ? await describeUsedLink(token, request.db) : null };
  }),
  serve(stopEmailChangeByLink, async ({ body }, request) => ({
    message: await countUselessLink(request, () => stopGuardedChangeByLink(body.token, request)),
  })),
  serve(askForVerification, async (_, request) => {
    const user = requireUser(request.user);
    if (user.emailVerified) return { message: 'Your email is confirmed already.' };
    await takeFromLimit(request.db, 'verification-mail', mailboxKey(user.email), request.now());
    await request.db.transaction((tx) => sendVerification(tx, user, request));
    return { message: 'The email is on its way.' };
  }),
  serve(askForReset, async ({ body }, request) => {
    await queueResetMail(request, body.email);
    return { message: resetSentMessage };
  }),
  serve(resetPassword, async ({ body }, request) => {
    const userId = await countUselessLink(request, () => resetPasswordWithLink(body, request));
    // The mailbox proved the person, so wrong attempts by others in this network no longer count against this
    // browser.
    await rememberBrowser(request, userId);
    return { message: passwordChangedMessage };
  }),
];
