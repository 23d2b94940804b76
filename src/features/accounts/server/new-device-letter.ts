import type { Database } from '#server/db/client.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { defineMail, textVariable, usernameVariable } from '#server/mail/mail-text.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { describeDevice } from '../describe-device.ts';
import { passwordLink } from './letters.ts';

export const newDeviceMail = defineMail({
  name: 'new-device',
  group: 'Accounts',
  when: 'Somebody logs in with a browser that we have not seen before.',
  to: 'the person',
  variables: {
    username: usernameVariable,
    device: textVariable('browser and system', 'Firefox on Windows'),
    address: textVariable('the network address', '198.51.100.7'),
    link: passwordLink,
  },
  conditions: { factor: { means: 'a second factor is asked for after the password', example: false } },
  subject: 'New log-in to {{site}}',
  text: [
    'Hello {{username}},',
    '{{when factor}} Somebody just gave the password of your account with a device that we have not seen before: {{device}}, from the network address {{address}}. We ask for your second factor next, and let nobody in without it.',
    '{{when not factor}} Somebody just logged in to your account with a device that we have not seen before: {{device}}, from the network address {{address}}.',
    'If it was you, there is nothing to do. If not, choose a new password now, which signs every device out:',
    '{{link: Choose a new password}}',
  ],
});

/**
 * Tells a person that a browser logged in which never did before, in the transaction of the log-in. Only for confirmed
 * mailboxes: a stranger may have given the other ones.
 */
export async function sendNewDeviceMail(
  tx: Database,
  { username, email, hasFactor }: { username: string; email: string; hasFactor: boolean },
  { city, env, headers, clientAddress }: Pick<ApiRequest, 'city' | 'env' | 'headers' | 'clientAddress'>,
): Promise<void> {
  const letter = composeLetter({ city, env }, newDeviceMail, {
    username,
    factor: hasFactor,
    device: describeDevice(headers.get('user-agent')),
    address: clientAddress.slice(0, 64),
    link: `${env.siteUrl}/reset-password`,
  });
  await enqueue(tx, sendMail, { to: email, ...letter });
}
