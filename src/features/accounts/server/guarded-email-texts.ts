/** The words of the mails to a person whose email staff change, because the mailbox is lost. */
import { defineMail, linkVariable, neededLink, textVariable, usernameVariable } from '#server/mail/mail-text.ts';
import { passwordLink } from './letters.ts';

const email = textVariable('the new address', 'maria@new.example');
const by = textVariable('the member of staff', 'stella');
const day = textVariable('the day and hour of the change', 'June 12, 2027, 9:00 AM');
const group = 'Accounts';

export const guardedStartMail = defineMail({
  name: 'staff-email-change-old',
  group,
  when: 'Staff start to change the address of somebody who has lost the mailbox.',
  to: 'the person, at the old address',
  variables: {
    username: usernameVariable,
    email,
    by,
    day,
    link: neededLink('stops the change', '/stop-email-change?token=example'),
  },
  subject: 'The email of your {{site}} account is about to change',
  text: [
    'Hello {{username}},',
    'Somebody told us that you have lost this mailbox. {{by}} of our staff has therefore started to change the email of your account to {{email}}. It happens on {{day}}, not before.',
    'If you read this and did not ask for it, stop it now:',
    '{{link: Stop the change}}',
    'If it was you, do nothing here, and follow the link that we sent to the new address.',
  ],
});

export const guardedStartNewMail = defineMail({
  name: 'staff-email-change-new',
  group,
  when: 'Staff start to change the address of somebody who has lost the mailbox.',
  to: 'the person, at the new address',
  variables: {
    username: usernameVariable,
    email,
    by,
    day,
    link: neededLink('confirms the new address', '/verify-email?token=example'),
  },
  subject: 'Confirm your new email for {{site}}',
  text: [
    'Hello {{username}},',
    '{{by}} of our staff has started to change the email of your account to this address, because the old mailbox is lost. Please confirm that it is yours:',
    '{{link: Confirm this address}}',
    'The change happens on {{day}}, or once you have confirmed if that is later. Until then the old address can stop it. The link works for 7 days.',
    'If you did not ask for it, do nothing.',
  ],
});

export const guardedStopMail = defineMail({
  name: 'staff-email-change-stopped',
  group,
  when: 'A change that staff had started does not happen.',
  to: 'the person, at both addresses',
  variables: {
    username: usernameVariable,
    email,
    why: textVariable('a sentence that says why', 'The new address was not confirmed in time.'),
  },
  subject: 'The email of your {{site}} account stays as it is',
  text: [
    'Hello {{username}},',
    'The change of your email to {{email}}, which our staff had started, does not happen. {{why}}',
  ],
});

export const guardedDoneMail = defineMail({
  name: 'staff-email-change-done',
  group,
  when: 'A change that staff had started has happened.',
  to: 'the person, at both addresses',
  variables: {
    username: usernameVariable,
    email,
    contact: linkVariable('opens the contact page', '/contact'),
    link: passwordLink,
  },
  conditions: { old: { means: 'the mail goes to the old address', example: true } },
  subject: 'Your email for {{site}} was changed',
  text: [
    'Hello {{username}},',
    'Your account now uses {{email}}, as our staff announced three days ago. All devices were signed out.',
    '{{when old}} It no longer uses this address. If you did not want this, tell us at once:',
    '{{when not old}} Please log in with this address from now on. If you have forgotten the password, choose a new one:',
    '{{when old}} {{contact: Write to us}}',
    '{{when not old}} {{link: Choose a new password}}',
  ],
});

export const guardedEmailMails = [guardedStartMail, guardedStartNewMail, guardedStopMail, guardedDoneMail] as const;
