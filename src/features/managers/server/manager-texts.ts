/** The words of the mails about a listing's managers and its hand-over. */
import { lonePremiumTexts } from '#features/billing/lone-premium-words.ts';
import {
  businessVariable,
  dashboardLink,
  defineMail,
  neededLink,
  reasonBlock,
  textVariable,
  usernameVariable,
} from '#server/mail/mail-text.ts';

const group = 'Listings';

const invited = {
  group,
  to: 'the person whom the owner invites',
  variables: {
    by: textVariable('the owner’s user name', 'olga'),
    business: businessVariable,
    email: textVariable('the address to which the mail goes', 'maria@example.com'),
    link: neededLink('opens the invitation', '/listing-invitation?token=example'),
  },
} as const;

const again = { again: { means: 'an earlier email to this address had another link', example: false } };
const newerLink = '{{when again}} Only the link in this email works now, not the one in our earlier email.';

export const invitationMail = defineMail({
  ...invited,
  conditions: again,
  name: 'manager-invited',
  when: 'An owner invites somebody to manage the listing.',
  subject: '{{by}} invites you to manage {{business}}',
  text: [
    '{{by}} invites you to help with the listing of {{business}} on {{site}}.',
    'A manager edits the listing, answers messages and sees its numbers. Money, the other managers and the listing itself stay with the owner.',
    'Log in or sign up with this address ({{email}}), and accept. If you already have an account and never confirmed its address, do that first. The link works for 7 days.',
    newerLink,
    '{{link: See the invitation}}',
    'Do you not know what this is about? Then ignore this email, and nothing happens.',
  ],
});

const date = textVariable('the day until which the listing is paid', 'June 12, 2027');
const costs = textVariable('what it costs after the paid time', 'a claim costs $25 a month');
const paid = {
  paid: { means: 'the owner has paid for the listing', example: false },
  premium: { means: 'it is paid with Premium', example: false },
};

export const handOverMail = defineMail({
  ...invited,
  variables: { ...invited.variables, date, costs },
  conditions: { ...paid, ...again },
  name: 'hand-over-offered',
  when: 'An owner offers the listing to somebody.',
  subject: '{{business}} could be yours',
  text: [
    '{{by}} wants to hand the listing of {{business}} on {{site}} over to you.',
    'When you accept, it is yours with its address, history and visitors, and the former owner and their managers lose access.',
    '{{when not paid}} A plan that the former owner pays does not come with it.',
    '{{when paid}} {{when not premium}} It is paid until {{date}}, and you pay nothing before that day. After it {{costs}}: your dashboard has the button to go on, and we remind you. If you do not, the listing has no owner after that day.',
    '{{when paid}} {{when premium}} It is paid, with Premium, until {{date}}, and you pay nothing before that day. After it {{costs}}: your dashboard has the button to go on, and we remind you. If you do not, the listing has no owner after that day.',
    'Log in or sign up with this address ({{email}}), and accept. If you already have an account and never confirmed its address, do that first. The link works for 72 hours.',
    newerLink,
    '{{link: See the invitation}}',
    'Do you not know what this is about? Then ignore this email, and nothing happens.',
  ],
});

const variables = { username: usernameVariable, business: businessVariable, dashboard: dashboardLink };
const manager = textVariable('the manager’s user name', 'maria');
const hello = 'Hello {{username}},';
const end = ['{{dashboard: Open your dashboard}}', 'Is this not right? Answer this email, and we look into it.'];

export const newManagerMail = defineMail({
  name: 'manager-added',
  group,
  when: 'Somebody accepts to manage a listing.',
  to: 'the owner of the listing',
  variables: { ...variables, manager },
  subject: '{{business}} has a new manager',
  text: [
    hello,
    '{{manager}} now manages the listing of {{business}} with you. You can end it on your dashboard at any time.',
    ...end,
  ],
});

export const managerLeftMail = defineMail({
  name: 'manager-left',
  group,
  when: 'Somebody does not manage a listing any more.',
  to: 'the manager and the owner of the listing',
  variables: { ...variables, manager },
  conditions: {
    self: { means: 'the mail goes to the manager', example: false },
    closed: { means: 'the owner has closed the account', example: false },
    handed: { means: 'the listing has another owner now', example: false },
  },
  subject: 'The managers of {{business}} have changed',
  text: [
    hello,
    '{{when self}} You no longer manage the listing of {{business}}.',
    '{{when closed}} Its owner has closed the account. The listing stays in the directory: if it should be yours, you can claim it there.',
    '{{when handed}} It has a new owner, and with the former one all managers have left it. Would you go on? Then ask the new owner to invite you again.',
    '{{when not self}} {{manager}} no longer manages the listing of {{business}}.',
    ...end,
  ],
});

/** Premium for all listings of somebody who has none afterwards. */
const lone = {
  variables: {
    price: textVariable('what Premium for all listings costs', '$290 a year'),
    end: textVariable('the day on which Premium ends if it is canceled', 'June 12, 2027'),
  },
  condition: { means: 'the former owner has Premium and no other listing', example: false },
} as const;
const othersText =
  '{{when not new}} {{when not lone}} If you pay for Premium for all your listings, it goes on for the others.';
const loneText = `{{when not new}} {{when lone}} ${lonePremiumTexts.handedOver}`;

export const handingOverMail = defineMail({
  name: 'hand-over-started',
  group,
  when: 'An owner has offered the listing to somebody.',
  to: 'the owner of the listing',
  variables: {
    ...variables,
    email: textVariable('the address of the new owner', 'maria@example.com'),
    date,
    costs,
    ...lone.variables,
  },
  conditions: { paid: paid.paid, lone: lone.condition },
  subject: 'You are handing over {{business}}',
  text: [
    hello,
    'You offered the listing of {{business}} to {{email}}. It is theirs as soon as they accept, within 72 hours; until then you can take it back on your dashboard.',
    '{{when paid}} Right now it is paid until {{date}}. Once they accept, no plan of yours for it is renewed, and nothing is given back: the new owner has the listing until the end of the time that is paid. After it {{costs}}. Whether to go on is up to them.',
    `{{when lone}} ${lonePremiumTexts.offered}`,
    ...end,
  ],
});

export const declinedMail = defineMail({
  name: 'invitation-declined',
  group,
  when: 'Somebody declines to manage a listing, or to take it over.',
  to: 'the owner of the listing',
  variables: { ...variables, email: textVariable('the address that was invited', 'maria@example.com') },
  conditions: { handover: { means: 'the listing was offered to a new owner', example: false } },
  subject: '{{email}} declined your invitation to {{business}}',
  text: [
    hello,
    '{{when not handover}} {{email}} does not want to manage the listing of {{business}}. Nothing has changed.',
    '{{when handover}} {{email}} does not want to take the listing of {{business}} over. It stays yours, and nothing has changed.',
    ...end,
  ],
});

const both = {
  group,
  to: 'the former owner and the new one',
  conditions: { new: { means: 'the mail goes to the new owner', example: true }, lone: lone.condition, ...paid },
  subject: '{{business}} has a new owner',
} as const;

export const handedOverMail = defineMail({
  ...both,
  name: 'handed-over',
  when: 'Somebody has taken a listing over from its owner.',
  variables: {
    ...variables,
    owner: textVariable('the new owner’s user name', 'maria'),
    date,
    costs,
    ...lone.variables,
  },
  text: [
    hello,
    '{{when new}} The listing of {{business}} is yours now. Please look through it: telephone, hours and description.',
    "{{when not new}} The listing of {{business}} is now {{owner}}'s. You and your managers have no access to it any more.",
    othersText,
    '{{when new}} {{when paid}} {{when not premium}} It is paid until {{date}}, and you pay nothing before that day. After it {{costs}}: your dashboard has the button to go on, and we remind you 7 days and 1 day before. If you do not, the listing has no owner after that day.',
    '{{when new}} {{when paid}} {{when premium}} It is paid, with Premium, until {{date}}, and you pay nothing before that day. After it {{costs}}: your dashboard has the button to go on, and we remind you 7 days and 1 day before. If you do not, the listing has no owner after that day.',
    '{{when not new}} {{when paid}} It is paid until {{date}}, and the new owner has it until then. No plan of yours for it is renewed: you pay nothing more for it, and nothing is given back.',
    loneText,
    ...end,
  ],
});

export const ownerChangedMail = defineMail({
  ...both,
  name: 'owner-changed-by-staff',
  when: 'Staff give a listing to another owner.',
  variables: { ...variables, reason: reasonBlock, date, costs, ...lone.variables },
  text: [
    hello,
    '{{when new}} The listing of {{business}} is yours now. Please look through it: telephone, hours and description. This is why:',
    '{{when not new}} We have taken the listing of {{business}} off your account; you and your managers have no access to it any more. This is why:',
    '{{reason}}',
    othersText,
    '{{when new}} {{when paid}} {{when not premium}} It is paid until {{date}}, and you pay nothing before that day. After it {{costs}}: your dashboard has the button to go on, and we remind you 7 days and 1 day before. If you do not, the listing has no owner after that day.',
    '{{when new}} {{when paid}} {{when premium}} It is paid, with Premium, until {{date}}, and you pay nothing before that day. After it {{costs}}: your dashboard has the button to go on, and we remind you 7 days and 1 day before. If you do not, the listing has no owner after that day.',
    '{{when not new}} {{when paid}} It is paid until {{date}}, and the new owner has it until then. No plan of yours for it is renewed: you pay nothing more for it, and nothing is given back.',
    loneText,
    ...end,
  ],
});

export const managerMails = [
  invitationMail,
  handOverMail,
  newManagerMail,
  managerLeftMail,
  handingOverMail,
  declinedMail,
  handedOverMail,
  ownerChangedMail,
] as const;
