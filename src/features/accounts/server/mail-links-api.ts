import { takeFromLimit } from '#server/http/rate-limit.ts';
import { serve } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import {
  askForReset,
  askForVerification,
  passwordChangedMessage,
  resetPassword,
  resetSentMessage,
  verifyEmail,
} from '../mail-links-contract.ts';
import { confirmEmail } from './confirm-email.ts';
import { requireUser } from './current-user.ts';
import { mailboxKey } from './mailbox-key.ts';
import { sendResetMail } from './reset-mail-job.ts';
import { resetPasswordWithLink } from './reset-password.ts';
import { sendVerification } from './send-verification.ts';

export const mailLinksApi = [
  serve(verifyEmail, async ({ body }, request) => ({ message: await confirmEmail(body.token, request) })),
  serve(askForVerification, async (_, request) => {
    const user = requireUser(request.user);
    if (user.emailVerified) return { message: 'Your email is confirmed already.' };
    await takeFromLimit(request.db, 'verification-mail', mailboxKey(user.email), request.now());
    await request.db.transaction((tx) => sendVerification(tx, user, request));
    return { message: 'The email is on its way.' };
  }),
  serve(askForReset, async ({ body }, { db, now }) => {
    await takeFromLimit(db, 'reset-mail', mailboxKey(body.email), now());
    await enqueue(db, sendResetMail, { email: body.email });
    return { message: resetSentMessage };
  }),
  serve(resetPassword, async ({ body }, request) => {
    await resetPasswordWithLink(body, request);
    return { message: passwordChangedMessage };
  }),
];
