/** The words of the mails about a subscription. */

import {
  dashboardLink,
  defineMail,
  linkVariable,
  reasonBlock,
  textVariable,
  usernameVariable,
} from '#server/mail/mail-text.ts';
import { lonePremiumTexts } from '../lone-premium-words.ts';

const shared = { group: 'Premium and payments', to: 'the person who pays' } as const;
const variables = { username: usernameVariable, dashboard: dashboardLink };
const plan = textVariable('the plan', 'Premium for your listings');
/** Names the listing where the plan is for one alone. */
const title = textVariable('the plan, as in the subject', 'Your plan for Fig & Ladder');
const price = textVariable('what it costs', '$29 a month');
const date = (means: string) => textVariable(means, 'June 12, 2027');
const hello = 'Hello {{username}},';
const button = '{{dashboard: Open your dashboard}}';

export const changePlannedMail = defineMail({
  ...shared,
  name: 'plan-change-planned',
  when: 'Somebody changes between month and year.',
  variables: {
    ...variables,
    price,
    next: textVariable('what it will cost', '$290 a year'),
    date: date('the day of the change'),
  },
  subject: 'Your Premium plan will change',
  text: [
    hello,
    'Premium changes from {{price}} to {{next}} on {{date}}. Nothing is charged before.',
    'If you change your mind before that day, your dashboard takes the change back.',
    button,
  ],
});

export const changedMail = defineMail({
  ...shared,
  name: 'plan-changed',
  when: 'The change between month and year has happened.',
  variables: { ...variables, price },
  subject: 'Your Premium plan has changed',
  text: [hello, 'As you asked, Premium is now {{price}}. You can cancel at any time from the dashboard.', button],
});

export const unchangedMail = defineMail({
  ...shared,
  name: 'plan-unchanged',
  when: 'Somebody takes the change back.',
  variables: { ...variables, price },
  subject: 'Your Premium plan stays as it is',
  text: [hello, 'You took the change of your plan back. Premium stays at {{price}}.', button],
});

export const keptMail = defineMail({
  ...shared,
  name: 'plan-goes-on',
  when: 'Somebody takes a cancellation back, or goes on after a hand-over came to nothing.',
  variables: {
    ...variables,
    plan,
    title,
    price,
    date: date('the day of the next payment, or the last day for the one that is owed'),
    next: textVariable('the plan or price that it was to change to', 'Claim Premium'),
  },
  conditions: {
    due: { means: 'the day of the next payment is known', example: true },
    owed: { means: 'the first payment of a claim did not go through', example: false },
    renewal: { means: 'a later payment did not go through', example: false },
    dropped: { means: 'the cancellation dropped a planned change', example: false },
    back: { means: 'the listing was handed over and came back', example: false },
  },
  subject: '{{title}} goes on',
  text: [
    hello,
    '{{when due}} {{when not back}} The cancellation is taken back: {{plan}} goes on. The next payment, {{price}}, is due on {{date}}.',
    '{{when due}} {{when back}} The listing was handed over and has come back to you, and {{plan}} was to end with the time that is paid. As you asked, it goes on. The next payment, {{price}}, is due on {{date}}.',
    '{{when owed}} The cancellation of {{plan}} is taken back. The first payment, {{price}}, is still to be made: by {{date}}, under Manage billing on your dashboard. Without it the listing has no owner again.',
    '{{when renewal}} The cancellation of {{plan}} is taken back. The payment that did not go through, {{price}}, is still to be made, and we try your card again. Until {{date}} everything stays as it is: please check your card before that day, under Manage billing on your dashboard.',
    '{{when not due}} {{when not owed}} {{when not renewal}} The cancellation is taken back: {{plan}} goes on.',
    '{{when dropped}} The change to {{next}} that was planned before is off, and is not planned again by this: you can do so on your dashboard.',
    button,
  ],
});

export const failedMail = defineMail({
  ...shared,
  name: 'payment-failed',
  when: 'A payment did not go through.',
  variables: {
    ...variables,
    plan,
    amount: textVariable('the sum that is due', '$29'),
    price,
    date: date('the day of the next attempt'),
    until: date('the last day for the first payment of a claim'),
  },
  conditions: {
    again: { means: 'the card is tried again', example: true },
    first: { means: 'it is the first payment of a claim', example: false },
  },
  subject: 'Your payment did not go through',
  text: [
    hello,
    '{{when again}} The payment of {{amount}} for {{plan}} ({{price}}) did not go through. We try again on {{date}}.',
    '{{when not again}} The payment of {{amount}} for {{plan}} ({{price}}) did not go through.',
    'Please look at your card: Manage billing on your dashboard is the place. There you can add another one and pay at once. Your listing stays online either way.',
    '{{when first}} If the first payment does not go through by {{until}}, the listing has no owner again.',
    button,
  ],
});

export const receiptMail = defineMail({
  ...shared,
  name: 'payment-made',
  when: 'The first payment of a claim, or a payment that was declined before, has gone through.',
  variables: {
    username: usernameVariable,
    plan,
    amount: textVariable('the sum', '$25'),
    number: textVariable('the number of the bill', 'A1B2C3D4-0001'),
    credit: textVariable('what a credit paid of it', '$6'),
    card: textVariable('what the card paid of it', '$19'),
    next: date('the day of the next payment'),
    bills: linkVariable('leads to all bills', '/dashboard/bills'),
  },
  conditions: {
    numbered: { means: 'the bill has a number', example: true },
    declined: { means: 'the payment did not go through before', example: false },
    credited: { means: 'a credit paid for it, or for a part of it', example: false },
    goes: { means: 'the plan goes on', example: true },
  },
  subject: 'Receipt: {{amount}} for {{plan}}',
  text: [
    hello,
    '{{when declined}} The payment for {{plan}} that did not go through before is made now: {{amount}}. You need not do anything more.',
    '{{when not declined}} Thank you: {{plan}} is paid, {{amount}}.',
    '{{when credited}} Your credit paid {{credit}} of it, and your card {{card}}.',
    '{{when numbered}} The number of the bill is {{number}}.',
    '{{when goes}} The next payment is due on {{next}}.',
    '{{bills: Your bills}}',
  ],
});

export const endingMail = defineMail({
  ...shared,
  name: 'plan-canceled',
  when: 'Somebody cancels a plan, or staff let it end.',
  variables: {
    ...variables,
    reason: reasonBlock,
    plan,
    title,
    date: date('the last day'),
    others: textVariable('the other plans that go on', 'Claim: Fig & Ladder, $25 a month'),
    next: textVariable('the change that was planned', 'Claim Premium, $50 a month'),
    kept: textVariable('the listings that keep Premium', 'Fig & Ladder until June 12, 2027'),
    rest: textVariable('the end of Premium that no card pays for', 'June 12, 2027'),
    price: textVariable('what Premium for all listings costs', '$290 a year'),
    end: textVariable('the day on which Premium ends if it is canceled', 'June 12, 2027'),
  },
  conditions: {
    claim: { means: 'it is the plan of a claim', example: false },
    more: { means: 'the person has other plans that go on', example: true },
    dropped: { means: 'the cancellation drops a planned change', example: false },
    premium: { means: 'it is Premium for all listings', example: true },
    rests: { means: 'no card pays for other Premium that covers all of them', example: false },
    some: { means: 'some listing has Premium of its own', example: false },
    lone: { means: 'Premium for all listings goes on and has no listing left', example: false },
    staff: { means: 'staff have ended it', example: false },
  },
  subject: '{{title}} ends on {{date}}',
  text: [
    hello,
    '{{when staff}} We have ended {{plan}}. This is why:',
    '{{when staff}} {{reason}}',
    '{{Plan}} is canceled and ends on {{date}}. Until then everything stays as it is, and no further payment is taken for it.',
    '{{when dropped}} The change that was planned, to {{next}}, is dropped as well.',
    '{{when claim}} Then the listing stays in the directory with all that you have written, without an owner: somebody else may claim it.',
    '{{when premium}} {{when rests}} Then your listings keep the Premium that no card pays for, until {{rest}}.',
    '{{when premium}} {{when some}} Then your listings stay in the directory with everything you have written. These keep Premium of their own: {{kept}}. Any other goes on without what Premium adds.',
    '{{when premium}} {{when not rests}} {{when not some}} Then your listings stay in the directory without what Premium adds, with everything you have written.',
    '{{when more}} This goes on: {{others}}.',
    `{{when lone}} ${lonePremiumTexts.canceled}`,
    'If you change your mind before that day, Keep my plan on your dashboard takes the cancellation back.',
    button,
  ],
});

export const endedMail = defineMail({
  ...shared,
  name: 'premium-ended',
  when: 'Premium has ended.',
  variables: {
    ...variables,
    kept: textVariable('the listings that were set up with Premium of their own', 'Fig & Ladder until June 12, 2027'),
  },
  conditions: { more: { means: 'some listing still has Premium that was paid for with it', example: false } },
  subject: 'Premium has ended',
  text: [
    hello,
    '{{when not more}} Premium for your listings has ended. They stay in the directory, without what Premium adds, with everything you have written. A claim is a plan of its own: this does not touch it.',
    '{{when more}} Premium for all your listings has ended. They stay in the directory with everything you have written. These keep the Premium that was paid for with them: {{kept}}. Any other goes on without what Premium adds.',
    'Thank you for having been with us. If you would like to be among the first in {{site}} again, you can upgrade at any time.',
    button,
  ],
});

export const subscriptionMails = [
  changePlannedMail,
  changedMail,
  unchangedMail,
  keptMail,
  failedMail,
  receiptMail,
  endingMail,
  endedMail,
] as const;
