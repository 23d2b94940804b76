/** The mails about a change of role: one to the person, one to each of the staff. */
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { layOutLetter } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';

type Sender = Pick<Services, 'city' | 'env'>;

interface RoleChange {
  person: { id: string; username: string; email: string };
  role: 'owner' | 'staff';
  /** Null when it was done at the command line. */
  actorId: string | null;
  /** The token of a link that sets a password; null when the person has one. */
  linkToken?: string | null;
}

/** Queues the mails of one change of role, in its transaction. */
export async function sendRoleMails(tx: Database, change: RoleChange, sender: Sender): Promise<void> {
  const { person, actorId } = change;
  const staff = await tx
    .select({ id: users.id, username: users.username, email: users.email })
    .from(users)
    .where(and(eq(users.role, 'staff'), isNull(users.bannedAt), ne(users.id, person.id)));
  const actor = staff.find(({ id }) => id === actorId)?.username;
  const by = actor === undefined ? 'at the command line of the server' : `by ${withoutLinks(actor)}`;
  await enqueue(tx, sendMail, { to: person.email, ...personLetter(change, by, sender) });
  const notice = staffLetter(change, by, sender);
  for (const { email } of staff) await enqueue(tx, sendMail, { to: email, ...notice });
}

function personLetter({ person, role, linkToken }: RoleChange, by: string, { city, env }: Sender) {
  const { name } = city.facts;
  const hello = `Hello ${withoutLinks(person.username)},`;
  if (role === 'owner') {
    return layOutLetter(city, env, {
      subject: `You are not staff of ${name} any more`,
      parts: [hello, `Your account was taken out of the staff of ${name} ${by}. You can log in as before.`],
    });
  }
  const next = linkToken
    ? [
        'Choose your password here. The link works once, for 60 minutes:',
        { label: 'Choose a password', url: `${env.siteUrl}/reset-password?token=${linkToken}` },
      ]
    : [
        'All your sessions were ended. Log in again to find the staff area:',
        { label: 'Log in', url: `${env.siteUrl}/login?next=/staff` },
        `If you did not choose the password of this account yourself, choose a new one first: ${env.siteUrl}/reset-password`,
      ];
  return layOutLetter(city, env, {
    subject: `You are staff of ${name} now`,
    parts: [hello, `Your account was made staff of ${name} ${by}.`, ...next],
  });
}

function staffLetter({ person, role }: RoleChange, by: string, { city, env }: Sender) {
  const { name } = city.facts;
  const who = withoutLinks(person.username);
  return layOutLetter(city, env, {
    subject: role === 'staff' ? `${who} is staff of ${name} now` : `${who} is not staff of ${name} any more`,
    parts: [
      role === 'staff'
        ? `${who} (${person.email}) was made staff of ${name} ${by}. Staff see and change everything there.`
        : `${who} (${person.email}) was taken out of the staff of ${name} ${by}.`,
      'If this is not what you expect, talk to your colleagues and look at the account at once:',
      { label: 'Open the account', url: `${env.siteUrl}/staff/people/${person.id}` },
    ],
  });
}
