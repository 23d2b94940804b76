/** The words of the mails about what staff, or the site by itself, have done with a plan by card. */
import { bankDays } from '#features/billing/bank-days.ts';
import { defineMail, linkVariable, textVariable } from '#server/mail/mail-text.ts';
import { amount, button, hello, plan, shared, withReason } from './act-mail-parts.ts';

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
