/** The words of the mails about what staff, or the site by itself, have done with a person's money or plan. */
import { bankDays } from '#features/billing/bank-days.ts';
import {
  dashboardLink,
  defineMail,
  linkVariable,
  neededBlock,
  reasonBlock,
  textVariable,
  usernameVariable,
} from '#server/mail/mail-text.ts';

const shared = { group: 'Premium and payments', to: 'the person' } as const;
const variables = { username: usernameVariable, dashboard: dashboardLink };
const withReason = { ...variables, reason: reasonBlock };
const amount = textVariable('the amount', '$29');
const plan = textVariable('the plan', 'Premium for your listings');
const date = textVariable('the last day', 'June 12, 2027');
const hello = 'Hello {{username}},';
const button = '{{dashboard: Open your dashboard}}';

export const refundMail = defineMail({
  ...shared,
  name: 'plan-refunded',
  when: 'Staff give money back.',
  variables: { ...withReason, amount, paid: textVariable('what was paid', '$29'), plan },
  conditions: {
    whole: { means: 'nothing of the payment is left', example: true },
    claim: { means: 'it was paid for a claim', example: false },
    passed: { means: 'the listing of the claim was handed over to somebody else', example: false },
  },
  subject: '{{amount}} goes back to your card',
  text: [
    hello,
    `We have given back {{amount}} of the {{paid}} that you last paid for {{plan}}. It goes to the card that paid. ${bankDays}`,
    'This is why:',
    '{{reason}}',
    '{{when whole}} With that nothing of the payment is left, so {{plan}} ends now.',
    '{{when whole}} {{when not claim}} Your listings stay in the directory.',
    '{{when whole}} {{when claim}} {{when not passed}} The listing stays in the directory as you left it, without an owner.',
    '{{when whole}} {{when passed}} Its listing was handed over before: the time until then is not paid any more, and we tell who has it now.',
    '{{when not whole}} {{Plan}} goes on as before.',
    button,
  ],
});

/** The site gives a charge back by itself. */
export const givenBackMail = defineMail({
  ...shared,
  name: 'charge-given-back',
  when: 'A payment came too late or twice, and goes back by itself.',
  variables: {
    ...withReason,
    amount,
    date: textVariable('the day of the charge', 'June 12, 2027'),
    plan: textVariable('what it was charged for', 'your claim on Fig & Ladder'),
    again: linkVariable('opens the claim of the listing again', '/claim-business?business=fig-ladder'),
  },
  conditions: {
    claim: { means: 'it was paid for a claim that came to nothing, by somebody who can claim again', example: true },
  },
  subject: 'Your payment of {{amount}} goes back to you',
  text: [
    hello,
    `On {{date}} your card was charged {{amount}} for {{plan}}. All of it goes back to that card, and nothing more is charged. You do not have to do anything. ${bankDays}`,
    'This is why:',
    '{{reason}}',
    '{{when claim}} Is the business yours? Then please claim it again. We look at it first, and nothing is charged before we have approved it. If somebody else has it now, please answer this email.',
    '{{again: Claim it again}}',
    '{{when not claim}} Do you see it differently? Just answer this email.',
    button,
  ],
});

export const creditMail = defineMail({
  ...shared,
  name: 'credit-given',
  when: 'Staff credit somebody an amount.',
  variables: { ...withReason, amount },
  subject: '{{amount}} to your credit',
  text: [
    hello,
    'We have credited you {{amount}}. It pays for what is due next, for a plan that runs or a new one, before your card does; what is left of it counts for the payment after that.',
    'This is why:',
    '{{reason}}',
    button,
  ],
});

export const discountMail = defineMail({
  ...shared,
  name: 'discount-given',
  when: 'Staff give a discount.',
  variables: {
    ...withReason,
    percent: textVariable('the discount', '20%'),
    plan,
    time: textVariable('for how long', 'for 3 months'),
  },
  subject: '{{percent}} off your plan',
  text: [
    hello,
    'From the next payment on, {{percent}} is taken off {{plan}}, {{time}}. You need to do nothing.',
    'This is why:',
    '{{reason}}',
    button,
  ],
});

export const discountEndMail = defineMail({
  ...shared,
  name: 'discount-ended',
  when: 'Staff end a discount.',
  variables: {
    ...withReason,
    percent: textVariable('the discount', '20%'),
    plan,
    price: textVariable('the full price from then on', '$29 a month'),
    date: textVariable('the day of the next payment', 'June 12, 2027'),
  },
  conditions: {
    due: { means: 'the day of the next payment is known, and nothing is owed before', example: true },
    owed: { means: 'a payment failed and is owed', example: false },
  },
  subject: 'Your discount of {{percent}} has ended',
  text: [
    hello,
    '{{when not owed}} From the next payment on, {{plan}} costs its full price again: {{price}}.',
    '{{when due}} That payment is due on {{date}}. What is paid already stays as it is.',
    '{{when owed}} The payment that is owed now stays as it was billed, with the {{percent}} off. From the one after it on, {{plan}} costs its full price again: {{price}}.',
    'This is why:',
    '{{reason}}',
    button,
  ],
});

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
  cashCorrectedMail,
  givenPlanMail,
  planEndingMail,
  planEndedMail,
  planEndedOtherGoesOnMail,
] as const;
