/** The mails about a change of rights: one to the person, one to each administrator. */
import { eq } from 'drizzle-orm';
import { administratorMailboxes } from '#features/accounts/server/administrators.ts';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { layOutLetter } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { listRights } from '#shared/has-right.ts';
import type { StaffRight } from '#shared/staff-rights.ts';

type Sender = Pick<Services, 'city' | 'env'>;

interface RightsChange {
  person: { id: string; username: string; email: string };
  rights: readonly StaffRight[];
  /** The rights before; none of an owner. */
  had: readonly StaffRight[];
  /** Null when it was done at the command line. */
  actorId: string | null;
  /** The token of a link that sets a password; null when the person has one. */
  linkToken?: string | null;
  /** The account was made, or made anew, with this change: there was nothing to sign out of. */
  isNewAccount?: boolean;
}

/** Queues the mails of one change of rights, in its transaction. */
export async function sendRoleMails(tx: Database, change: RightsChange, sender: Sender): Promise<void> {
  const { person, actorId } = change;
  const actor = await nameOf(tx, actorId);
  const by = actor === null ? 'at the command line of the server' : `by ${withoutLinks(actor)}`;
  await enqueue(tx, sendMail, { to: person.email, ...personLetter(change, by, sender) });
  const notice = colleagueLetter(change, by, sender);
  for (const to of await administratorMailboxes(tx, person.id)) await enqueue(tx, sendMail, { to, ...notice });
}

async function nameOf(tx: Database, actorId: string | null): Promise<string | null> {
  if (actorId === null) return null;
  const [actor] = await tx.select({ username: users.username }).from(users).where(eq(users.id, actorId));
  return actor?.username ?? null;
}

function personLetter(
  { person, rights, had, linkToken, isNewAccount }: RightsChange,
  by: string,
  { city, env }: Sender,
) {
  const { name } = city.facts;
  const hello = `Hello ${withoutLinks(person.username)},`;
  if (rights.length === 0) {
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
        isNewAccount
          ? 'Log in to find the staff area:'
          : 'You were logged out on every device. Log in again to find the staff area:',
        { label: 'Log in', url: `${env.siteUrl}/login?next=/staff` },
        `If you did not choose the password of this account yourself, choose a new one first: ${env.siteUrl}/reset-password`,
      ];
  const isNew = had.length === 0;
  return layOutLetter(city, env, {
    subject: isNew ? `You are staff of ${name} now` : `Your rights at ${name} have changed`,
    parts: [
      hello,
      isNew ? `Your account was made staff of ${name} ${by}.` : `Your rights as staff of ${name} were changed ${by}.`,
      `You are ${listRights(rights)} now.`,
      ...next,
    ],
  });
}

function colleagueLetter({ person, rights, had }: RightsChange, by: string, { city, env }: Sender) {
  const { name } = city.facts;
  const who = withoutLinks(person.username);
  const [subject, text] =
    rights.length === 0
      ? [
          `${who} is not staff of ${name} any more`,
          `${who} (${person.email}) was taken out of the staff of ${name} ${by}.`,
        ]
      : had.length === 0
        ? [
            `${who} is staff of ${name} now`,
            `${who} (${person.email}) was made ${listRights(rights)} of ${name} ${by}.`,
          ]
        : [
            `${who} has other rights at ${name} now`,
            `${who} (${person.email}) was ${listRights(had)} of ${name}, and was made ${listRights(rights)} ${by}.`,
          ];
  return layOutLetter(city, env, {
    subject,
    parts: [
      text,
      'If this is not what you expect, talk to your colleagues and look at the account at once:',
      { label: 'Open the account', url: `${env.siteUrl}/staff/people/${person.id}` },
    ],
  });
}
