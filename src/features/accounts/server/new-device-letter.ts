import type { Database } from '#server/db/client.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { layOutLetter } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { describeDevice } from '../describe-device.ts';

/**
 * Tells a person that a browser logged in which never did before, in the transaction of the log-in. Only for confirmed
 * mailboxes: a stranger may have given the other ones.
 */
export async function sendNewDeviceMail(
  tx: Database,
  { username, email }: { username: string; email: string },
  { city, env, headers, clientAddress }: Pick<ApiRequest, 'city' | 'env' | 'headers' | 'clientAddress'>,
): Promise<void> {
  const { name } = city.facts;
  const letter = layOutLetter(city, env, {
    subject: `New log-in to ${name}`,
    parts: [
      `Hello ${withoutLinks(username)},`,
      `Somebody just logged in to your account with a device that we have not seen before: ${describeDevice(headers.get('user-agent'))}, from the network address ${clientAddress.slice(0, 64)}.`,
      'If it was you, there is nothing to do. If not, choose a new password now, which signs every device out:',
      { label: 'Choose a new password', url: `${env.siteUrl}/reset-password` },
    ],
  });
  await enqueue(tx, sendMail, { to: email, ...letter });
}
