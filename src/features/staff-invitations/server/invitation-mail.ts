import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { defineMail, linkVariable, neededLink, textVariable, usernameVariable } from '#server/mail/mail-text.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { listRights } from '#shared/has-right.ts';
import type { StaffRight } from '#shared/staff-rights.ts';

export const staffInvitationMail = defineMail({
  name: 'staff-invited',
  group: 'Accounts',
  when: 'An administrator invites a colleague.',
  to: 'the colleague',
  variables: {
    by: textVariable('the administrator’s user name', 'olga'),
    rights: textVariable('what the colleague is to be', 'an editor and a moderator'),
    email: textVariable('the address to which the mail goes', 'maria@example.com'),
    link: neededLink('opens the invitation', '/staff-invitation?token=example'),
  },
  conditions: { again: { means: 'an earlier email to this address had another link', example: false } },
  subject: '{{by}} invites you to the staff of {{site}}',
  text: [
    'Hello,',
    '{{by}} invites you to the staff of {{site}}, as {{rights}}.',
    'Open the invitation to say yes. If you have no account with this address ({{email}}) yet, you choose a username and a password there.',
    '{{link: See the invitation}}',
    'The link works once, for 7 days. It is for you alone, so please do not pass this email on.',
    '{{when again}} Only the link in this email works now, not the one in our earlier email.',
    'Do you not know what this is about? Then ignore this email, and nothing happens.',
  ],
});

export const staffDeclinedMail = defineMail({
  name: 'staff-invitation-declined',
  group: 'Accounts',
  when: 'Somebody declines to join the staff.',
  to: 'the administrator who invited them',
  variables: {
    username: usernameVariable,
    rights: textVariable('what the colleague was to be', 'an editor and a moderator'),
    email: textVariable('the address that was invited', 'maria@example.com'),
    people: linkVariable('opens the page of the staff', '/staff/people'),
  },
  subject: '{{email}} declined to join the staff',
  text: [
    'Hello {{username}},',
    '{{email}} does not want to join the staff of {{site}} as {{rights}}. The link of the invitation no longer works.',
    '{{people: See who is staff}}',
  ],
});

interface Invitation {
  email: string;
  rights: readonly StaffRight[];
  by: string;
  token: string;
  isAgain: boolean;
}

/** To a mailbox that an administrator has typed. */
export async function mailStaffInvitation(
  tx: Database,
  { email, rights, by, token, isAgain }: Invitation,
  town: Pick<Services, 'city' | 'env'>,
): Promise<void> {
  const letter = composeLetter(town, staffInvitationMail, {
    by: withoutLinks(by),
    rights: listRights(rights),
    email,
    link: `${town.env.siteUrl}/staff-invitation?token=${token}`,
    again: isAgain,
  });
  await enqueue(tx, sendMail, { to: email, ...letter });
}

interface Declined {
  inviter: { username: string; email: string };
  /** The mailbox that was invited. */
  email: string;
  rights: readonly StaffRight[];
}

export async function mailStaffDeclined(
  tx: Database,
  { inviter, email, rights }: Declined,
  town: Pick<Services, 'city' | 'env'>,
): Promise<void> {
  const letter = composeLetter(town, staffDeclinedMail, {
    username: withoutLinks(inviter.username),
    email,
    rights: listRights(rights),
    people: `${town.env.siteUrl}/staff/people`,
  });
  await enqueue(tx, sendMail, { to: inviter.email, ...letter });
}
