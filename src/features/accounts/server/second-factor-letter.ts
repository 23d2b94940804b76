import type { Database } from '#server/db/client.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { layOutLetter } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';

type Sender = Pick<Services, 'city' | 'env'>;

const signedOut = 'Every other device was signed out.';
const passwordAlone = 'From now on your password alone opens your account: no second factor is asked for any more.';

/** Queues the mail that says that codes are asked for, or no longer, in the transaction of the change. */
export async function sendSecondFactorMail(
  tx: Database,
  user: SessionUser,
  state: 'on' | 'off' | 'off, passkeys left',
  services: Sender,
): Promise<void> {
  const { name } = services.city.facts;
  const said = {
    on: `From now on your account asks for a code of your authenticator app, or a passkey if you have one, at each log-in with your password. ${signedOut}`,
    off: `${passwordAlone} ${signedOut}`,
    'off, passkeys left':
      'From now on your account asks for no code of an authenticator app any more. Your passkeys and recovery codes stay. ' +
      signedOut,
  };
  const subject = `Log-in codes for ${name} are ${state === 'on' ? 'on' : 'off'}`;
  await sendChange(tx, user, { subject, said: said[state] }, services);
}

/** Queues the mail about a passkey that came or went. 'first' and 'last': the account has no other second factor. */
export async function sendPasskeyMail(
  tx: Database,
  user: SessionUser,
  { name, change }: { name: string; change: 'first' | 'added' | 'removed' | 'last' },
  services: Sender,
): Promise<void> {
  const site = services.city.facts.name;
  const called = `The passkey "${withoutLinks(name)}"`;
  const isNew = change === 'first' || change === 'added';
  const more = {
    first: `It opens your account alone; after your password it is asked for, too. ${signedOut}`,
    added: 'It opens your account alone, or after your password.',
    removed: `Your other ways to log in stay. ${signedOut}`,
    last: `${passwordAlone} ${signedOut}`,
  };
  const said = `${called} was ${isNew ? 'added to' : 'removed from'} your account. ${more[change]}`;
  const subject = isNew ? `A new passkey for ${site}` : `A passkey for ${site} was removed`;
  await sendChange(tx, user, { subject, said, ...(isNew ? { undo: removeIt } : {}) }, services);
}

/** Queues the mail that says that the operator removed every second factor, in the transaction of the change. */
export async function sendFactorsRemovedMail(
  tx: Database,
  user: Pick<SessionUser, 'username' | 'email'>,
  services: Sender,
): Promise<void> {
  const subject = `The second factor of your account for ${services.city.facts.name} was removed`;
  const said = `The operator of the site removed your authenticator app, passkeys and recovery codes, and every device was signed out. ${passwordAlone} You can set them up anew on your account page.`;
  await sendChange(tx, user, { subject, said }, services);
}

const removeIt =
  'If it was not you, choose a new password at once, remove the passkey on your account page, and tell us:';
const tellUs = 'If it was not you, choose a new password at once and tell us:';

async function sendChange(
  tx: Database,
  { username, email }: Pick<SessionUser, 'username' | 'email'>,
  { subject, said, undo = tellUs }: { subject: string; said: string; undo?: string },
  { city, env }: Sender,
): Promise<void> {
  const letter = layOutLetter(city, env, {
    subject,
    parts: [
      `Hello ${withoutLinks(username)},`,
      said,
      undo,
      { label: 'Choose a new password', url: `${env.siteUrl}/reset-password` },
    ],
  });
  await enqueue(tx, sendMail, { to: email, ...letter });
}
