/** The mails about what an administrator does at somebody's written request: to the person, and to the other administrators. */
import { administratorMailboxes } from '#features/accounts/server/administrators.ts';
import type { Database } from '#server/db/client.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { layOutLetter } from '#server/mail/lay-out-letter.ts';
import { defineMail, reasonBlock, textVariable, usernameVariable } from '#server/mail/mail-text.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import type { ByStaff } from './leaving-letters.ts';

type Sender = Pick<Services, 'city' | 'env'>;
type Receiver = Pick<SessionUser, 'id' | 'username' | 'email'> & { emailVerifiedAt: Date | null };

const dataMadeMail = defineMail({
  group: 'Accounts',
  to: 'the person',
  name: 'data-made-by-staff',
  when: 'An administrator makes the file of somebody’s data at a written request.',
  variables: { username: usernameVariable, by: textVariable('the administrator', 'ada'), reason: reasonBlock },
  subject: 'A file of your data on {{site}} was made',
  text: [
    'Hello {{username}},',
    '{{by}}, an administrator of the site, made a file of all that we store about you, at a written request. This is how we knew that it was you:',
    '{{reason}}',
    'If you did not ask for it, answer this email at once. You can make the same file yourself on your account page.',
  ],
});

export const requestMails = [dataMadeMail] as const;

/** A mailbox that nobody has confirmed may be a stranger's: nothing goes there. */
export async function mailDataMade(tx: Database, person: Receiver, by: ByStaff, services: Sender): Promise<void> {
  if (person.emailVerifiedAt === null) return;
  const letter = composeLetter(services, dataMadeMail, {
    username: person.username,
    by: withoutLinks(by.username),
    reason: [{ quote: by.reason }],
  });
  await enqueue(tx, sendMail, { to: person.email, ...letter, replyTo: replyToTown(services.city) });
}

/** The mail is forgotten once it is sent: it names somebody who may be gone. @param did 'deleted the account of' */
export async function tellAdministrators(
  tx: Database,
  { id, username }: Pick<Receiver, 'id' | 'username'>,
  by: ByStaff,
  did: string,
  { city, env }: Sender,
): Promise<void> {
  const who = withoutLinks(username);
  const letter = layOutLetter(city, env, {
    subject: `At a written request: ${who}`,
    parts: [
      `${withoutLinks(by.username)} ${did} ${who}, who asked for it in writing. This is how they knew that it was the same person:`,
      { quote: by.reason },
      'If this is not what you expect, talk to your colleagues at once. The audit log has the rest:',
      { label: 'Open the audit log', url: `${env.siteUrl}/staff/audit` },
    ],
  });
  for (const to of await administratorMailboxes(tx, id)) await enqueue(tx, sendMail, { to, ...letter, forget: true });
}
