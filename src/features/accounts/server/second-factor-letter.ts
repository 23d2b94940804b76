import type { Database } from '#server/db/client.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { type LaidOutLetter, layOutLetter } from '#server/mail/lay-out-letter.ts';
import { defineMail, reasonBlock, textVariable, usernameVariable } from '#server/mail/mail-text.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { administratorMailboxes } from './administrators.ts';
import { passwordLink } from './letters.ts';

type Sender = Pick<Services, 'city' | 'env'>;
type Receiver = Pick<SessionUser, 'username' | 'email'>;

const signedOut = 'Every other device was signed out.';
const passwordAlone = 'From now on your password alone opens your account: no second factor is asked for any more.';
const tellUs = 'If it was not you, choose a new password at once and tell us:';
const removeIt =
  'If it was not you, choose a new password at once, remove the passkey on your account page, and tell us:';
const button = '{{link: Choose a new password}}';
const hello = 'Hello {{username}},';
const variables = { username: usernameVariable, link: passwordLink };
const shared = { group: 'Accounts', to: 'the person' } as const;

const codesOnMail = defineMail({
  ...shared,
  name: 'codes-on',
  when: 'The account asks for log-in codes from now on.',
  variables,
  subject: 'Log-in codes for {{site}} are on',
  text: [
    hello,
    `From now on your account asks for a code of your authenticator app, or a passkey if you have one, at each log-in with your password. ${signedOut}`,
    tellUs,
    button,
  ],
});

const codesOffMail = defineMail({
  ...shared,
  name: 'codes-off',
  when: 'The account asks for no log-in codes any more.',
  variables,
  conditions: { passkeys: { means: 'the account has passkeys, which stay', example: false } },
  subject: 'Log-in codes for {{site}} are off',
  text: [
    hello,
    `{{when not passkeys}} ${passwordAlone} ${signedOut}`,
    `{{when passkeys}} From now on your account asks for no code of an authenticator app any more. Your passkeys and recovery codes stay. ${signedOut}`,
    tellUs,
    button,
  ],
});

const passkey = textVariable('the name that the passkey has', 'My phone');

const passkeyAddedMail = defineMail({
  ...shared,
  name: 'passkey-added',
  when: 'A passkey was added to an account.',
  variables: { ...variables, passkey },
  conditions: { first: { means: 'the account had no second factor before', example: true } },
  subject: 'A new passkey for {{site}}',
  text: [
    hello,
    `{{when first}} The passkey "{{passkey}}" was added to your account. It opens your account alone; after your password it is asked for, too. ${signedOut}`,
    '{{when not first}} The passkey "{{passkey}}" was added to your account. It opens your account alone, or after your password.',
    removeIt,
    button,
  ],
});

const passkeyRemovedMail = defineMail({
  ...shared,
  name: 'passkey-removed',
  when: 'A passkey was removed from an account.',
  variables: { ...variables, passkey },
  conditions: { last: { means: 'the account has no second factor left', example: false } },
  subject: 'A passkey for {{site}} was removed',
  text: [
    hello,
    `{{when last}} The passkey "{{passkey}}" was removed from your account. ${passwordAlone} ${signedOut}`,
    `{{when not last}} The passkey "{{passkey}}" was removed from your account. Your other ways to log in stay. ${signedOut}`,
    tellUs,
    button,
  ],
});

const codeUsedMail = defineMail({
  ...shared,
  name: 'recovery-code-used',
  when: 'Somebody logged in with a recovery code.',
  variables: { ...variables, left: textVariable('how many codes are left', '9 recovery codes are left.') },
  subject: 'A recovery code was used for {{site}}',
  text: [
    hello,
    'Somebody, most likely you, used a recovery code of your account. It does not work any more. {{left}} Your account page makes new ones.',
    tellUs,
    button,
  ],
});

const codesMadeMail = defineMail({
  ...shared,
  name: 'recovery-codes-made',
  when: 'Somebody made new recovery codes.',
  variables,
  subject: 'New recovery codes for {{site}}',
  text: [hello, 'New recovery codes were made for your account. The former ones do not work any more.', tellUs, button],
});

const allFactors = `your authenticator app, passkeys and recovery codes, and every device was signed out. ${passwordAlone} You can set them up anew on your account page.`;

const factorsRemovedMail = defineMail({
  ...shared,
  name: 'second-factors-removed',
  when: 'The operator or an administrator lets somebody in who has lost phone and passkeys.',
  variables: { ...variables, by: textVariable('the administrator', 'ada'), reason: reasonBlock },
  conditions: { staff: { means: 'an administrator did it, in the staff area', example: true } },
  subject: 'The second factor of your account for {{site}} was removed',
  text: [
    hello,
    `{{when not staff}} The operator of the site removed ${allFactors}`,
    `{{when staff}} {{by}}, an administrator of the site, removed ${allFactors}`,
    '{{when staff}} This is why:',
    '{{when staff}} {{reason}}',
    tellUs,
    button,
  ],
});

const common = ({ username }: Receiver, { env }: Sender) => ({
  username,
  link: `${env.siteUrl}/reset-password`,
});

/** Queues the mail that says that codes are asked for, or no longer, in the transaction of the change. */
export async function sendSecondFactorMail(
  tx: Database,
  user: Receiver,
  state: 'on' | 'off' | 'off, passkeys left',
  services: Sender,
): Promise<void> {
  const values = common(user, services);
  const letter =
    state === 'on'
      ? composeLetter(services, codesOnMail, values)
      : composeLetter(services, codesOffMail, { ...values, passkeys: state === 'off, passkeys left' });
  await send(tx, user, letter);
}

/** Queues the mail about a passkey that came or went. 'first' and 'last': the account has no other second factor. */
export async function sendPasskeyMail(
  tx: Database,
  user: Receiver,
  { name, change }: { name: string; change: 'first' | 'added' | 'removed' | 'last' },
  services: Sender,
): Promise<void> {
  const values = { ...common(user, services), passkey: withoutLinks(name) };
  const letter =
    change === 'first' || change === 'added'
      ? composeLetter(services, passkeyAddedMail, { ...values, first: change === 'first' })
      : composeLetter(services, passkeyRemovedMail, { ...values, last: change === 'last' });
  await send(tx, user, letter);
}

/**
 * Queues the mail that says that every second factor was removed, in the transaction of the change, and tells the other
 * administrators. @param by null: the operator, at the command line
 */
export async function sendFactorsRemovedMail(
  tx: Database,
  user: Receiver & { id: string },
  by: { username: string; reason: string } | null,
  services: Sender,
): Promise<void> {
  const name = withoutLinks(by?.username ?? '');
  const values = { by: name, reason: by ? [{ quote: by.reason }] : [], staff: by !== null };
  await send(tx, user, composeLetter(services, factorsRemovedMail, { ...common(user, services), ...values }));
  if (by === null) return;
  const notice = layOutLetter(services.city, services.env, {
    subject: `The second factor of ${withoutLinks(user.username)} was removed`,
    parts: [
      `${name} removed authenticator app, passkeys and recovery codes of ${withoutLinks(user.username)} (${user.email}). This is why:`,
      { quote: by.reason },
      'If this is not what you expect, talk to your colleagues and look at the account at once:',
      { label: 'Open the account', url: `${services.env.siteUrl}/staff/people/${user.id}` },
    ],
  });
  for (const email of await administratorMailboxes(tx, user.id)) await send(tx, { username: '', email }, notice);
}

/** Queues the mail about a code that was used, or, with `left` null, about new ones. */
export async function sendRecoveryCodesMail(
  tx: Database,
  user: Receiver,
  { left }: { left: number | null },
  services: Sender,
): Promise<void> {
  const values = common(user, services);
  const letter =
    left === null
      ? composeLetter(services, codesMadeMail, values)
      : composeLetter(services, codeUsedMail, {
          ...values,
          left: left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`,
        });
  await send(tx, user, letter);
}

async function send(tx: Database, { email }: Receiver, letter: LaidOutLetter): Promise<void> {
  await enqueue(tx, sendMail, { to: email, ...letter });
}

export const secondFactorMails = [
  codesOnMail,
  codesOffMail,
  passkeyAddedMail,
  passkeyRemovedMail,
  codeUsedMail,
  codesMadeMail,
  factorsRemovedMail,
] as const;
