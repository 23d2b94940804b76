/** The words of the mails about plans that no card pays for, and the list of all about money by hand. */
import { defineMail, neededBlock, textVariable } from '#server/mail/mail-text.ts';
import { button, date, hello, shared, variables, withReason } from './act-mail-parts.ts';
import { creditMail, discountEndMail, discountMail, givenBackMail, refundMail } from './card-texts.ts';

const receipt = neededBlock('the receipt', [
  {
    facts: [
      ['For', 'Premium for all your listings, until June 12, 2027'],
      ['Amount', '$290'],
      ['Received on', 'June 12, 2026'],
      ['Receipt', '2026-0007'],
    ],
  },
]);

const otherPlan = textVariable('Premium from another plan', 'you have it until June 12, 2027');
const besides = { besides: { means: 'another plan gives Premium for longer', example: false } } as const;
const premiumUntil = [
  '{{when not besides}} All listings of your account have Premium up to and including {{date}}, also those that you add later. It then ends by itself, and no card is charged for it. We write to you two weeks before.',
  '{{when besides}} This plan runs until {{date}}, and no card is charged for it. Your listings keep Premium after that: {{other}}.',
];

/** A receipt. */
export const cashPlanMail = defineMail({
  ...shared,
  name: 'cash-plan-receipt',
  when: 'Staff give a plan that was paid in cash or by check.',
  variables: {
    ...withReason,
    date,
    other: otherPlan,
    receipt,
  },
  conditions: besides,
  subject: 'Your receipt: Premium until {{date}}',
  text: [
    hello,
    'Thank you: we have your payment.',
    ...premiumUntil,
    '{{receipt}}',
    'A note from us:',
    '{{reason}}',
    button,
  ],
});

const goneAmounts = {
  amount: textVariable('the amount that went back or never came', '$290'),
  paid: textVariable('what was booked for the plan', '$290'),
  day: textVariable('the day on which it went back', 'June 20, 2026'),
};
const goneConditions = {
  back: { means: 'money that was paid in cash or by check went back', example: false },
  missing: { means: 'money that was booked never came', example: false },
} as const;
const goneLines = [
  '{{when back}} We gave you back {{amount}} of the {{paid}} that you had paid in cash or by check, on {{day}}.',
  '{{when missing}} {{amount}} of the {{paid}} that we had noted as paid in cash or by check has not come. Your bill says so now.',
];

export const cashGoneMail = defineMail({
  ...shared,
  name: 'cash-given-back',
  when: 'Staff note that money of a plan in cash or by check went back or never came, and the plan stays as it is.',
  variables: { ...withReason, ...goneAmounts },
  conditions: { ...goneConditions, back: { ...goneConditions.back, example: true } },
  subject: 'About your payment of {{paid}}',
  text: [hello, ...goneLines, 'This is why:', '{{reason}}', 'Is this wrong? Just answer this email.', button],
});

export const goneTakenBackMail = defineMail({
  ...shared,
  name: 'cash-note-taken-back',
  when: 'Staff take back a note that money in cash or by check went back or never came.',
  variables: { ...withReason, ...goneAmounts, date },
  conditions: {
    ...goneConditions,
    missing: { ...goneConditions.missing, example: true },
    again: { means: 'the plan had ended with that note, and goes on', example: false },
  },
  subject: 'About your payment of {{paid}}: our note was wrong',
  text: [
    hello,
    '{{when back}} We had noted that we gave you back {{amount}} of the {{paid}} that you had paid in cash or by check. That was wrong, and the note is gone: your payment counts, and your bill says so.',
    '{{when missing}} We had noted that {{amount}} of the {{paid}} that you had paid in cash or by check has not come. That was wrong, and the note is gone: your payment counts, and your bill says so.',
    '{{when again}} The plan that ended with that note goes on until {{date}}.',
    'This is what was wrong:',
    '{{reason}}',
    button,
  ],
});

export const cashCorrectedMail = defineMail({
  ...shared,
  name: 'cash-plan-corrected',
  when: 'Staff correct a payment in cash or by check that was noted wrongly.',
  variables: { ...withReason, receipt },
  subject: 'Your receipt, corrected',
  text: [
    hello,
    'We had noted your payment wrongly. This receipt takes the place of the one before; your Premium stays as it is.',
    '{{receipt}}',
    'This is what was wrong:',
    '{{reason}}',
    button,
  ],
});

export const givenPlanMail = defineMail({
  ...shared,
  name: 'plan-given',
  when: 'Staff give a plan for nothing.',
  variables: { ...withReason, date, other: otherPlan },
  conditions: besides,
  subject: 'Premium until {{date}}, with our compliments',
  text: [hello, ...premiumUntil, 'This is why:', '{{reason}}', button],
});

export const planEndingMail = defineMail({
  ...shared,
  name: 'given-plan-ending',
  when: 'Two weeks before a plan from staff ends.',
  variables: { ...variables, date },
  subject: 'Premium ends on {{date}}',
  text: [
    hello,
    'The Premium that your listings have from us ends on {{date}}, by itself: nothing is charged.',
    'To keep it, upgrade on your dashboard once it has ended, or answer this email. Whatever you do, your listings and all that you have stored stay.',
    button,
  ],
});

export const planEndedMail = defineMail({
  ...shared,
  name: 'given-plan-ended',
  when: 'A plan from staff has ended.',
  variables: { ...withReason, ...goneAmounts },
  conditions: { early: { means: 'staff ended it before its day', example: false }, ...goneConditions },
  subject: 'Premium has ended',
  text: [
    hello,
    'The Premium that your listings had from us has ended. They stay in the directory, without what Premium adds, with everything you have stored. A claim is a plan of its own: this does not touch it.',
    '{{when early}} It ends before its day. This is why:',
    '{{when early}} {{reason}}',
    ...goneLines,
    'You can upgrade at any time; then everything is shown again at once.',
    button,
  ],
});

export const planEndedOtherGoesOnMail = defineMail({
  ...shared,
  name: 'given-plan-ended-premium-goes-on',
  when: 'Staff end one of their plans early, and the person has Premium from another plan.',
  variables: { ...withReason, ...goneAmounts, date, other: otherPlan },
  conditions: goneConditions,
  subject: 'One plan has ended, your Premium goes on',
  text: [
    hello,
    'The plan from us that was to run until {{date}} has ended. Your listings keep Premium: {{other}}.',
    'This is why:',
    '{{reason}}',
    ...goneLines,
    button,
  ],
});

export const actMails = [
  refundMail,
  givenBackMail,
  creditMail,
  discountMail,
  discountEndMail,
  cashPlanMail,
  cashGoneMail,
  goneTakenBackMail,
  cashCorrectedMail,
  givenPlanMail,
  planEndingMail,
  planEndedMail,
  planEndedOtherGoesOnMail,
] as const;
