import type { Database } from '#server/db/client.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { layOutLetter } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';

/** Queues the mail that says that codes are asked for, or no longer, in the transaction of the change. */
export async function sendSecondFactorMail(
  tx: Database,
  { username, email }: SessionUser,
  state: 'on' | 'off',
  { city, env }: Pick<Services, 'city' | 'env'>,
): Promise<void> {
  const { name } = city.facts;
  const letter = layOutLetter(city, env, {
    subject: state === 'on' ? `Log-in codes for ${name} are on` : `Log-in codes for ${name} are off`,
    parts: [
      `Hello ${withoutLinks(username)},`,
      state === 'on'
        ? 'From now on your account asks for a code of your authenticator app at each log-in. Every other device was signed out.'
        : 'From now on your password alone opens your account: no code is asked for any more.',
      'If it was not you, choose a new password at once and tell us:',
      { label: 'Choose a new password', url: `${env.siteUrl}/reset-password` },
    ],
  });
  await enqueue(tx, sendMail, { to: email, ...letter });
}
