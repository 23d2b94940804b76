/** The mails about a change of e-mail that staff have started: to the old mailbox, the new one, and all administrators. */
import { administratorMailboxes } from '#features/accounts/server/administrators.ts';
import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { layOutLetter } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { formatDate, formatTime } from '#shared/dates.ts';

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
  staff: 'Staff called it off.',
  lapsed: 'The new address was not confirmed in time.',
  banned: 'The account is banned.',
  taken: 'Another account uses the new address now.',
};
export type StopReason = keyof typeof stopReasons;

const hello = ({ person }: Subject) => `Hello ${withoutLinks(person.username)},`;

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
  const { name, timeZone } = city.facts;
  const { person, email, dueAt } = change;
  const by = withoutLinks(change.by);
  const when = `${formatDate(dueAt, timeZone)}, ${formatTime(dueAt, timeZone)}`;
  const toOld = layOutLetter(city, env, {
    subject: `The email of your ${name} account is about to change`,
    parts: [
      hello(change),
      `Somebody told us that you have lost this mailbox. ${by} of our staff has therefore started to change the email of your account to ${email}. It happens on ${when}, not before.`,
      'If you read this and did not ask for it, stop it now:',
      { label: 'Stop the change', url: `${env.siteUrl}/stop-email-change?token=${change.stopToken}` },
      'If it was you, do nothing here, and follow the link that we sent to the new address.',
    ],
  });
  const toNew = layOutLetter(city, env, {
    subject: `Confirm your new email for ${name}`,
    parts: [
      hello(change),
      `${by} of our staff has started to change the email of your account to this address, because the old mailbox is lost. Please confirm that it is yours:`,
      { label: 'Confirm this address', url: `${env.siteUrl}/verify-email?token=${change.confirmToken}` },
      `The change happens on ${when}, or once you have confirmed if that is later. Until then the old address can stop it. The link works for 7 days.`,
      'If you did not ask for it, do nothing.',
    ],
  });
  await enqueue(tx, sendMail, { to: person.email, ...toOld });
  await enqueue(tx, sendMail, { to: email, ...toNew });
  const who = withoutLinks(person.username);
  await tellAdministrators(
    tx,
    change,
    {
      subject: `The email of ${who} is about to change`,
      parts: [
        `${by} has started to change the email of ${who} from ${person.email} to ${email}, because the mailbox is lost. It happens on ${when}, once the new address is confirmed.`,
        'If this is not what you expect, call it off on the page of the account:',
      ],
    },
    sender,
  );
}

export async function sendStopMails(tx: Database, change: Subject & { by: StopReason }, sender: Sender): Promise<void> {
  const { city, env } = sender;
  const { person, email, by } = change;
  const letter = layOutLetter(city, env, {
    subject: `The email of your ${city.facts.name} account stays as it is`,
    parts: [
      hello(change),
      `The change of your email to ${email}, which our staff had started, does not happen. ${stopReasons[by]}`,
    ],
  });
  for (const to of [person.email, email]) await enqueue(tx, sendMail, { to, ...letter });
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
  const { city, env } = sender;
  const { person, email } = change;
  const letter = (isOld: boolean) =>
    layOutLetter(city, env, {
      subject: `Your email for ${city.facts.name} was changed`,
      parts: [
        hello(change),
        `Your account now uses ${email}, as our staff announced three days ago. All devices were signed out.`,
        isOld
          ? 'This address is not used any more. If you did not want this, tell us at once:'
          : 'Please log in with this address from now on. If you have forgotten the password, choose a new one:',
        isOld
          ? { label: 'Write to us', url: `${env.siteUrl}/contact` }
          : { label: 'Choose a new password', url: `${env.siteUrl}/reset-password` },
      ],
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
