/** The mails about an account, except the one at sign-up. */
import type { Services } from '#server/http/serve.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import type { LaidOutLetter } from '#server/mail/lay-out-letter.ts';
import {
  dashboardLink,
  defineMail,
  linkVariable,
  neededLink,
  textVariable,
  usernameVariable,
} from '#server/mail/mail-text.ts';
import { withoutLinks } from '#server/mail/without-links.ts';

type Sender = Pick<Services, 'city' | 'env'>;

export const passwordLink = linkVariable('opens the page for a new password', '/reset-password');
const newEmail = textVariable('the new address', 'maria@new.example');
const group = 'Accounts';
const to = 'the person';

const choosePassword = ({ env }: Sender) => ({ link: `${env.siteUrl}/reset-password` });

const resetMail = defineMail({
  name: 'password-reset',
  group,
  when: 'Somebody asks for a new password.',
  to,
  variables: {
    username: usernameVariable,
    link: neededLink('opens the page where the password is chosen', '/reset-password?token=example'),
  },
  subject: 'Choose a new password for {{site}}',
  text: [
    'Hello {{username}},',
    'Somebody asked for a new password for your account on the {{town}} business directory. If it was you, choose one here:',
    '{{link: Choose a new password}}',
    'The link works once, for 60 minutes. If it was not you, do nothing: your password stays as it is.',
  ],
});

export function resetLetter(sender: Sender, username: string, token: string): LaidOutLetter {
  const link = `${sender.env.siteUrl}/reset-password?token=${token}`;
  return composeLetter(sender, resetMail, { username, link });
}

const passwordChangedMail = defineMail({
  name: 'password-changed',
  group,
  when: 'A password was changed.',
  to,
  variables: { username: usernameVariable, link: passwordLink },
  subject: 'Your password for {{site}} was changed',
  text: [
    'Hello {{username}},',
    'The password of your account on the {{town}} business directory was changed just now, and every other device was signed out.',
    'If it was not you, choose a new password at once and tell us:',
    '{{link: Choose a new password}}',
  ],
});

export const passwordChangedLetter = (sender: Sender, username: string): LaidOutLetter =>
  composeLetter(sender, passwordChangedMail, { username, ...choosePassword(sender) });

const changeEmailMail = defineMail({
  name: 'email-change-asked',
  group,
  when: 'Somebody asks for another address. The new mailbox has to confirm it, and so does the old one if it was ever confirmed.',
  to: 'the person, at the new address, and at the old one if it was ever confirmed',
  variables: {
    username: usernameVariable,
    email: newEmail,
    link: neededLink('confirms the change', '/verify-email?token=example'),
  },
  conditions: {
    old: { means: 'the mail goes to the old address', example: true },
    both: { means: 'both addresses have to confirm it', example: true },
  },
  subject: 'Confirm the change of your email for {{site}}',
  text: [
    'Hello {{username}},',
    '{{when old}} You asked to use another address, {{email}}, for your account on the {{town}} business directory. Please confirm it from this one:',
    '{{when not old}} You asked to use this address for your account on the {{town}} business directory. Please confirm that it is yours:',
    '{{link: Confirm the change}}',
    '{{when both}} Your other address gets a link, too. Once both are confirmed, the new address counts. The links work for a day.',
    '{{when not both}} From then on your account uses it. The link works for a day.',
    '{{when old}} If it was not you, do nothing, and choose a new password: somebody knows yours.',
    '{{when not old}} If it was not you, do nothing.',
  ],
});

interface ChangeLetter {
  username: string;
  email: string;
  token: string;
  isOld: boolean;
  /** Both mailboxes have to confirm the change. */
  isBoth: boolean;
}

export function changeEmailLetter(
  sender: Sender,
  { username, email, token, isOld, isBoth }: ChangeLetter,
): LaidOutLetter {
  const link = `${sender.env.siteUrl}/verify-email?token=${token}`;
  return composeLetter(sender, changeEmailMail, { username, email, link, old: isOld, both: isBoth });
}

const emailChangedMail = defineMail({
  name: 'email-changed',
  group,
  when: 'An account has another address now.',
  to: 'the person, at the new address, and at the old one if it was ever confirmed',
  variables: {
    username: usernameVariable,
    email: newEmail,
    former: textVariable('the old address', 'maria@old.example'),
    listings: textVariable('the listings that show the old address', 'Corner Cafe'),
    dashboard: dashboardLink,
  },
  conditions: {
    old: { means: 'the mail goes to the old address', example: true },
    listed: { means: 'listings of the person still show the old address', example: false },
  },
  subject: 'Your email for {{site}} was changed',
  text: [
    'Hello {{username}},',
    'Your account on the {{town}} business directory now uses {{email}}.',
    '{{when old}} It no longer uses this address.',
    '{{when not old}} Please log in with this address from now on.',
    '{{when listed}} Visitors still see {{former}} as the public email of {{listings}}. To change that, edit the listing:',
    '{{when listed}} {{dashboard: Open your dashboard}}',
  ],
});

interface ChangedEmail {
  username: string;
  email: string;
  former: string;
  isOld: boolean;
  /** Names of the person's listings that still show the former address. */
  listings: readonly string[];
}

export const emailChangedLetter = (
  sender: Sender,
  { username, email, isOld, former, listings }: ChangedEmail,
): LaidOutLetter =>
  composeLetter(sender, emailChangedMail, {
    ...{ username, email, former, old: isOld },
    ...{ listed: listings.length > 0, listings: withoutLinks(new Intl.ListFormat('en-US').format(listings)) },
    dashboard: `${sender.env.siteUrl}/dashboard`,
  });

const emailInUseMail = defineMail({
  name: 'email-in-use',
  group,
  when: 'Somebody asks for an address that another account uses.',
  to: 'the person whose account uses it',
  variables: { username: usernameVariable, link: passwordLink },
  subject: 'Your email already has an account on {{site}}',
  text: [
    'Hello {{username}},',
    'Somebody asked to use this address for another account on the {{town}} business directory. Yours uses it already, so nothing was changed.',
    'If it was you, log in with this address, or choose a new password:',
    '{{link: Choose a new password}}',
    'If it was not you, do nothing.',
  ],
});

export const emailInUseLetter = (sender: Sender, username: string): LaidOutLetter =>
  composeLetter(sender, emailInUseMail, { username, ...choosePassword(sender) });

const wrongCodesMail = defineMail({
  name: 'wrong-codes',
  group,
  when: 'Somebody gave the right password and several wrong codes after it.',
  to,
  variables: {
    username: usernameVariable,
    link: neededLink('opens the page for a new password', '/reset-password'),
  },
  subject: 'Somebody knows your password for {{site}}',
  text: [
    'Hello {{username}},',
    'Somebody gave the right password of your account on the {{town}} business directory, and several wrong codes after it.',
    'If it was not you, choose a new password now. That ends what they are doing:',
    '{{link: Choose a new password}}',
  ],
});

export const wrongCodesLetter = (sender: Sender, username: string): LaidOutLetter =>
  composeLetter(sender, wrongCodesMail, { username, ...choosePassword(sender) });

export const accountMails = [
  resetMail,
  passwordChangedMail,
  changeEmailMail,
  emailChangedMail,
  emailInUseMail,
  wrongCodesMail,
] as const;
