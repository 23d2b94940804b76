/** The mails about a change of e-mail that staff have started: to the old mailbox, the new one, and all administrators. */
import { administratorMailboxes } from '#features/accounts/server/administrators.ts';
import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { layOutLetter } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { formatDate, formatTime } from '#shared/dates.ts';
import { guardedDoneMail, guardedStartMail, guardedStartNewMail, guardedStopMail } from './guarded-email-texts.ts';

type Sender = Pick<Services, 'city' | 'env'>;

interface Subject {
  person: { id: string; username: string; email: string };
  /** The new mailbox. */
  email: string;
}

const stopReasons = {
  link: 'Somebody who reads the old address stopped it.',
  account: 'It was stopped on the account page.',
  reset: 'Somebody set a new password with a link that we sent to the old address, so that mailbox is not lost.',
  'other-change': 'The email was changed in another way.',
  staff: 'Staff stopped it.',
  lapsed: 'The new address was not confirmed in time.',
  banned: 'The account is banned.',
  taken: 'Another account uses the new address now.',
};
export type StopReason = keyof typeof stopReasons;

const named = ({ person, email }: Subject) => ({ username: person.username, email });

const tellAdministrators = async (
  tx: Database,
  { person }: Subject,
  letter: Parameters<typeof layOutLetter>[2],
  { city, env }: Sender,
): Promise<void> => {
  const laidOut = layOutLetter(city, env, {
    ...letter,
    parts: [...letter.parts, { label: 'Open the account', url: `${env.siteUrl}/staff/people/${person.id}` }],
  });
  for (const to of await administratorMailboxes(tx, person.id)) await enqueue(tx, sendMail, { to, ...laidOut });
};

interface Start extends Subject {
  dueAt: Date;
  /** The name of the member of staff. */
  by: string;
  confirmToken: string;
  stopToken: string;
}

export async function sendStartMails(tx: Database, change: Start, sender: Sender): Promise<void> {
  const { city, env } = sender;
  const { timeZone } = city.facts;
  const { person, email, dueAt } = change;
  const by = withoutLinks(change.by);
  const when = `${formatDate(dueAt, timeZone)}, ${formatTime(dueAt, timeZone)}`;
  const values = { ...named(change), by, day: when };
  const toOld = composeLetter(sender, guardedStartMail, {
    ...values,
    link: `${env.siteUrl}/stop-email-change?token=${change.stopToken}`,
  });
  const toNew = composeLetter(sender, guardedStartNewMail, {
    ...values,
    link: `${env.siteUrl}/verify-email?token=${change.confirmToken}`,
  });
  await enqueue(tx, sendMail, { to: person.email, ...toOld, account: person.id });
  await enqueue(tx, sendMail, { to: email, ...toNew, account: person.id });
  const who = withoutLinks(person.username);
  await tellAdministrators(
    tx,
    change,
    {
      subject: `The email of ${who} is about to change`,
      parts: [
        `${by} has started to change the email of ${who} from ${person.email} to ${email}, because the mailbox is lost. It happens on ${when}, once the new address is confirmed.`,
        'If this is not what you expect, stop it on the page of the account:',
      ],
    },
    sender,
  );
}

export async function sendStopMails(tx: Database, change: Subject & { by: StopReason }, sender: Sender): Promise<void> {
  const { person, email, by } = change;
  const letter = composeLetter(sender, guardedStopMail, { ...named(change), why: stopReasons[by] });
  for (const to of [person.email, email]) await enqueue(tx, sendMail, { to, ...letter, account: person.id });
  const who = withoutLinks(person.username);
  await tellAdministrators(
    tx,
    change,
    {
      subject: `The email of ${who} stays as it is`,
      parts: [
        `The change of ${who}’s email from ${person.email} to ${email} does not happen. ${stopReasons[by]}`,
        'Please look at the account before anybody starts it again:',
      ],
    },
    sender,
  );
}

export async function sendDoneMails(tx: Database, change: Subject, sender: Sender): Promise<void> {
  const { siteUrl } = sender.env;
  const { person, email } = change;
  const letter = (isOld: boolean) =>
    composeLetter(sender, guardedDoneMail, {
      ...named(change),
      old: isOld,
      contact: `${siteUrl}/contact`,
      link: `${siteUrl}/reset-password`,
    });
  for (const to of [person.email, email]) await enqueue(tx, sendMail, { to, ...letter(to === person.email) });
  const who = withoutLinks(person.username);
  await tellAdministrators(
    tx,
    change,
    {
      subject: `The email of ${who} was changed`,
      parts: [`${who} now uses ${email} in place of ${person.email}.`, 'The account:'],
    },
    sender,
  );
}
