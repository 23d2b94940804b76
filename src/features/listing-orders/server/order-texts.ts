/** The words of the mails about a paid listing. */
import { bankDays } from '#features/billing/bank-days.ts';
import {
  businessVariable,
  defineMail,
  linkVariable,
  neededBlock,
  reasonBlock,
  textVariable,
  usernameVariable,
} from '#server/mail/mail-text.ts';

const shared = { group: 'Premium and payments', to: 'the person who paid' } as const;
const plan = textVariable('the kind of listing', 'Standard');
const amount = textVariable('what was paid', '$99');
const details = neededBlock('the order with its number', [
  {
    facts: [
      ['Listing', 'Standard'],
      ['Business', 'Fig & Ladder'],
      ['Amount', '$99'],
      ['Order', '7C01D4EA'],
    ],
  },
]);
const detailsLink = linkVariable('opens the page that asks what the listing is to say', '/listing-details?order=…');
const conditions = { test: { means: 'no real card was charged', example: false } };
const testMark = '{{when test}} This was a test payment: no real card was charged.';

/** The receipt, and what happens next: one mail for both. */
export const receiptMail = defineMail({
  ...shared,
  name: 'order-receipt',
  when: 'A listing that staff set up was paid.',
  variables: { plan, amount, details, link: detailsLink },
  conditions: { ...conditions, asks: { means: 'nobody has told us yet what the listing is to say', example: true } },
  subject: 'Your receipt: {{plan}} listing, {{amount}}',
  text: [
    'Thank you for your payment, and for your {{plan}} listing in the {{town}} business directory. We are on it.',
    '{{details}}',
    '{{when asks}} Please tell us what it is to say: address, phone, opening hours, a few words about the business. We write it from that, and it will be activated within 24 hours.',
    '{{when not asks}} We write it from what you sent, and it will be activated within 24 hours. Until then you can change what you sent.',
    '{{link: Tell us about your business}}',
    'To send pictures or to tell us something else, just answer this email.',
    testMark,
  ],
});

export const detailsMail = defineMail({
  ...shared,
  name: 'order-details',
  when: 'Somebody sent what a paid listing is to say, or changed it.',
  variables: {
    business: businessVariable,
    sent: neededBlock('what was sent', [
      {
        facts: [
          ['Business name', 'Fig & Ladder'],
          ['Address', '12 Oak Street'],
        ],
      },
    ]),
    link: detailsLink,
  },
  subject: 'We have what you sent about {{business}}',
  text: [
    'Thank you. We write your listing from this:',
    '{{sent}}',
    'Until it is set up, you can change it.',
    '{{link: Change what you sent}}',
    'To send pictures, just answer this email.',
  ],
});

export const orderDoneMail = defineMail({
  ...shared,
  name: 'order-done',
  when: 'Staff have set a paid listing up.',
  variables: {
    business: businessVariable,
    plan,
    date: textVariable('the last day of the included Premium', 'June 12, 2027'),
    view: linkVariable('opens the page of the business', '/business/fig-ladder'),
    directory: linkVariable('opens the directory', '/directory'),
    take: linkVariable('makes the listing the reader’s own', '/listing-details?order=…'),
    dashboard: linkVariable('opens the dashboard', '/dashboard'),
  },
  conditions: {
    owned: { means: 'the account that paid owns it now', example: false },
    free: { means: 'nobody owns it, and who paid may', example: true },
    included: { means: 'Premium comes with it', example: false },
    listed: { means: 'staff have said which listing it is', example: true },
  },
  subject: '{{business}} is set up',
  text: [
    'Your {{plan}} listing in the {{site}} business directory is active.',
    '{{when included}} Premium is included until {{date}}. It then ends by itself, and nothing more is charged. The listing stays.',
    '{{when listed}} {{view: See your listing}}',
    '{{when owned}} It is in your account: edit it yourself whenever you like.',
    '{{when owned}} {{dashboard: Your dashboard}}',
    '{{when free}} To edit it yourself and to answer messages, make it yours. That costs nothing more.',
    '{{when free}} {{take: Make it yours}}',
    '{{when not listed}} {{directory: Open the directory}}',
  ],
});

const included = {
  ...shared,
  variables: {
    business: businessVariable,
    date: textVariable('the last day', 'June 12, 2027'),
    premium: textVariable('what Premium costs', '$29 a month'),
    claim: textVariable('what a claim with Premium costs', '$54 a month'),
    more: linkVariable('opens Get Listed', '/get-listed'),
    link: linkVariable('opens the claim of the listing', '/claim-business?business=fig-ladder'),
  },
  conditions: { owned: { means: 'the listing has an owner', example: true } },
} as const;

const afterwards = [
  'It ends by itself: nothing is charged, and you need not do anything. The listing stays in the directory as a basic listing, with everything that is stored.',
  '{{when owned}} The owner of the listing can have Premium for {{premium}}, from the dashboard once the included time is over.',
  '{{when not owned}} To keep Premium, claim the listing with Premium for {{claim}}.',
  '{{when owned}} {{more: What Premium adds}}',
  '{{when not owned}} {{link: Claim the listing}}',
];

export const includedEndingMail = defineMail({
  ...included,
  name: 'included-premium-ending',
  when: 'A week before the Premium that came with a listing ends.',
  subject: 'Premium for {{business}} ends on {{date}}',
  text: ['The Premium that came with your listing of {{business}} ends on {{date}}.', ...afterwards],
});

export const includedEndedMail = defineMail({
  ...included,
  name: 'included-premium-ended',
  when: 'The Premium that came with a listing has ended.',
  subject: 'Premium for {{business}} has ended',
  text: ['The Premium that came with your listing of {{business}} ended on {{date}}.', ...afterwards],
});

export const orderRefundMail = defineMail({
  ...shared,
  name: 'order-refunded',
  when: 'Staff give the whole payment for a listing back.',
  variables: { amount, reason: reasonBlock, details },
  subject: 'Your payment of {{amount}} is on its way back',
  text: [`We have given your payment back. ${bankDays}`, '{{reason}}', '{{details}}'],
});

export const orderPartRefundMail = defineMail({
  ...shared,
  name: 'order-partly-refunded',
  when: 'Staff give a part of the payment for a listing back.',
  variables: {
    amount: textVariable('what goes back', '$20'),
    paid: amount,
    reason: reasonBlock,
    details,
  },
  conditions: {
    whole: { means: 'nothing of the payment is left', example: false },
    included: { means: 'Premium came with it', example: false },
  },
  subject: '{{amount}} of your payment is on its way back',
  text: [
    `We have given back {{amount}} of the {{paid}} that you paid. ${bankDays}`,
    '{{reason}}',
    '{{when not whole}} Your listing goes on as before.',
    '{{when whole}} With that, all of your payment has been given back, and your order ends.',
    '{{when whole}} {{when included}} The Premium that came with it ends, too.',
    '{{details}}',
  ],
});

export const listingTakenMail = defineMail({
  ...shared,
  name: 'order-listing-taken',
  when: 'Somebody with another address has made the paid listing theirs, by the link of the mail.',
  variables: { business: businessVariable, username: usernameVariable },
  subject: '{{business}} is in an account now',
  text: [
    'You paid for the listing {{business}}. {{username}} has made it theirs with the link of our mail to you, and can edit it from now on.',
    'Was that not meant to be? Please answer this mail.',
  ],
});

export const orderMails = [
  receiptMail,
  detailsMail,
  orderDoneMail,
  listingTakenMail,
  includedEndingMail,
  includedEndedMail,
  orderRefundMail,
  orderPartRefundMail,
] as const;
