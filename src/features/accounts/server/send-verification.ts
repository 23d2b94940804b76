import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { defineMail, neededLink, usernameVariable } from '#server/mail/mail-text.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { dropLinkTokens, makeLinkToken } from './link-tokens.ts';

export const verificationMail = defineMail({
  name: 'email-confirmation',
  group: 'Accounts',
  when: 'Somebody signs up, or asks for the link again.',
  to: 'the person',
  variables: {
    username: usernameVariable,
    link: neededLink('confirms the address', '/verify-email?token=example'),
  },
  subject: 'Confirm your email for {{site}}',
  text: [
    'Hello {{username}},',
    'Somebody, we hope you, made an account with this address on the {{town}} business directory. Please confirm that the address is yours:',
    '{{link: Confirm my email}}',
    'The link works for a week. If it was not you, do nothing: nobody can use your address without opening this link.',
  ],
});

/** Mails the link that proves a mailbox; an earlier link stops working. */
export async function sendVerification(
  tx: Database,
  user: { id: string; username: string; email: string },
  { city, env, now }: Pick<Services, 'city' | 'env' | 'now'>,
): Promise<void> {
  await dropLinkTokens(tx, user.id, 'verify-email');
  const token = await makeLinkToken(tx, { userId: user.id, purpose: 'verify-email', now: now() });
  const letter = composeLetter({ city, env }, verificationMail, {
    username: user.username,
    link: `${env.siteUrl}/verify-email?token=${token}`,
  });
  await enqueue(tx, sendMail, { to: user.email, ...letter, account: user.id });
}
