/** The mail that tells an owner that a new listing has come in, and by when staff answer. */
import type { Database } from '#server/db/client.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { oneLine } from '#server/mail/lay-out-letter.ts';
import { businessVariable, dashboardLink, defineMail, usernameVariable } from '#server/mail/mail-text.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';

export const receivedMail = defineMail({
  group: 'Listings',
  to: 'the owner of the listing',
  name: 'listing-received',
  when: 'An owner sends in a new listing.',
  variables: { username: usernameVariable, business: businessVariable, dashboard: dashboardLink },
  subject: 'We have your listing: {{business}}',
  text: [
    'Hello {{username}},',
    'Thank you for adding {{business}} to the {{town}} business directory. We look at it within 24 hours, and mail you what we decide.',
    'Until then you can change it, or take it back.',
    '{{dashboard: See your listing}}',
  ],
});

export async function mailReceived(
  tx: Database,
  owner: SessionUser,
  business: string,
  { city, env }: Pick<ApiRequest, 'city' | 'env'>,
): Promise<void> {
  // Nobody has confirmed that this mailbox is the sender's, so nothing that was typed may become a link in it.
  const plain = owner.emailVerified ? (text: string) => text : withoutLinks;
  const letter = composeLetter({ city, env }, receivedMail, {
    username: owner.username,
    business: plain(oneLine(business)),
    dashboard: `${env.siteUrl}/dashboard`,
  });
  await enqueue(tx, sendMail, { to: owner.email, ...letter });
}
