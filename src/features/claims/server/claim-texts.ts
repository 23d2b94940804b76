/** The words of the mails to a claimant. */
import {
  businessVariable,
  dashboardLink,
  defineMail,
  linkVariable,
  neededBlock,
  reasonBlock,
  takesReplies,
  textVariable,
  usernameVariable,
} from '#server/mail/mail-text.ts';

const shared = {
  group: 'Claims',
  to: 'the claimant',
  conditions: { free: { means: 'the claim costs nothing', example: false } },
} as const;
const variables = { username: usernameVariable, business: businessVariable };
const again = linkVariable('opens the claim of the listing again', '/claim-business?business=fig-ladder');

export const submittedMail = defineMail({
  ...shared,
  name: 'claim-received',
  when: 'Somebody claims a listing.',
  variables: {
    ...variables,
    due: textVariable('when the answer comes', 'June 12, 2027, 9:00 AM'),
    dashboard: dashboardLink,
  },
  conditions: {
    ...shared.conditions,
    mailbox: { means: 'a confirmed email is proof enough', example: false },
  },
  subject: 'We have your claim on {{business}}',
  text: [
    'Hello {{username}},',
    'Thank you for claiming {{business}}. We will check that it is yours and answer by {{due}}.',
    '{{when free}} On your dashboard you can tell us more about you and the business, or take the claim back.',
    '{{when not free}} Your card is not charged until we have approved your claim. On your dashboard you can tell us more about you and the business, or take the claim back.',
    '{{when mailbox}} Quicker: your email is at the domain of the business itself. As soon as you confirm it, with the link that we have sent you, your claim is approved, and what it costs is charged.',
    '{{dashboard: Dashboard}}',
  ],
});

export const approvedMail = defineMail({
  ...shared,
  name: 'claim-approved',
  when: 'A claim is approved.',
  variables: {
    ...variables,
    price: textVariable('what the first month costs', '$25'),
    payment: textVariable('how it is paid', 'Your credit pays $6 of it, and your card is charged $19.'),
    date: textVariable('the day of the approval', 'June 12, 2027'),
    edit: linkVariable('opens the form of the listing', '/edit-business/example'),
  },
  conditions: { ...shared.conditions, credit: { means: 'a credit pays for it, or for a part of it', example: false } },
  subject: '{{business}} is yours',
  text: [
    'Hello {{username}},',
    'Your claim on {{business}} is approved. The listing is yours now, and what you change is online at once.',
    '{{edit: Edit}}',
    '{{when free}} It costs you nothing.',
    '{{when not free}} {{when credit}} The first month became due with the approval, on {{date}}: {{price}}. {{payment}} Another mail is the receipt or, if the payment does not go through, says what to do. You can cancel at any time from the dashboard.',
    '{{when not free}} {{when not credit}} The first month became due with the approval, on {{date}}: {{price}}, to be charged to the card that you gave. Another mail is the receipt or, if the payment does not go through, says what to do. You can cancel at any time from the dashboard.',
  ],
});

export const rejectedMail = defineMail({
  ...shared,
  name: 'claim-rejected',
  when: 'Staff do not approve a claim.',
  variables: { ...variables, reason: reasonBlock },
  subject: 'Your claim on {{business}} was not approved',
  text: [
    'Hello {{username}},',
    'We looked at your claim on {{business}} and could not approve it. This is why:',
    '{{reason}}',
    '{{when not free}} Nothing was charged to your card for it, and nothing will be.',
    'If this is a mistake, answer this email, or claim the listing again and tell us more.',
  ],
});

export const supersededMail = defineMail({
  ...shared,
  name: 'claim-superseded',
  when: 'Somebody else’s claim on the listing was approved.',
  variables,
  subject: '{{business}} went to somebody else',
  text: [
    'Hello {{username}},',
    "{{when free}} Somebody else's claim on {{business}} was approved before yours.",
    "{{when not free}} Somebody else's claim on {{business}} was approved before yours. Nothing was charged to your card for it, and nothing will be.",
    'If the business is yours all the same, please answer this email.',
  ],
});

export const withdrawnMail = defineMail({
  ...shared,
  name: 'claim-withdrawn',
  when: 'The claimant takes the claim back.',
  variables,
  subject: 'You took back your claim on {{business}}',
  text: [
    'Hello {{username}},',
    '{{when free}} You took back your claim on {{business}}.',
    '{{when not free}} You took back your claim on {{business}}. Nothing was charged to your card for it, and nothing will be.',
  ],
});

export const lapsedMail = defineMail({
  ...shared,
  name: 'claim-lapsed',
  when: 'A claim ran out before staff decided.',
  variables: { ...variables, again },
  subject: 'Your claim on {{business}} has run out',
  text: [
    'Hello {{username}},',
    '{{when free}} We did not decide on your claim on {{business}} in time, and we are sorry.',
    '{{when not free}} We did not decide on your claim on {{business}} in time, and we are sorry. Nothing was charged to your card for it, and nothing will be.',
    '{{again: Claim it again}}',
  ],
});

export const endedMail = defineMail({
  group: 'Claims',
  to: 'the former owner',
  name: 'claim-plan-ended',
  when: 'The plan that came with a claim has ended.',
  variables: { ...variables, again },
  subject: 'Your plan for {{business}} has ended',
  text: [
    'Hello {{username}},',
    'Your plan for {{business}} has ended, and the listing has no owner any more. It stays in the directory as you left it.',
    '{{again: Claim it again}}',
  ],
});

/** Staff ask a claimant back. */
export const questionMail = defineMail({
  ...shared,
  name: 'claim-question',
  when: 'Staff ask the claimant something.',
  variables: {
    ...variables,
    question: neededBlock('what staff ask', [{ quote: 'Can you send us a bill with the address?' }]),
    until: textVariable('until when the claim waits', 'June 12, 2027'),
    dashboard: dashboardLink,
  },
  conditions: { ...shared.conditions, replies: takesReplies },
  subject: 'A question about your claim on {{business}}',
  text: [
    'Hello {{username}},',
    'We are checking your claim on {{business}} and need to know more:',
    '{{question}}',
    '{{when replies}} Please answer with your claim on your dashboard, where you can add documents, too. Words alone you can also send as an answer to this email.',
    '{{when not replies}} Please answer with your claim on your dashboard, where you can add documents, too.',
    '{{when free}} Your claim waits for it.',
    '{{when not free}} Your claim waits until {{until}}. Your card is not charged until it is approved.',
    '{{dashboard: Dashboard}}',
  ],
});

export const simplifiedMail = defineMail({
  group: 'Claims',
  to: 'the owner',
  name: 'claim-simplified',
  when: 'Somebody with Claim Premium buys Premium for all listings.',
  variables: {
    ...variables,
    before: textVariable('what it cost', '$50'),
    price: textVariable('what it costs now', '$25'),
    date: textVariable('the day of the next payment', 'June 12, 2027'),
    credit: textVariable('what is taken off the next bill', '$24.17'),
    dashboard: dashboardLink,
  },
  conditions: {
    credited: { means: 'something is taken off the next bill', example: true },
    first: { means: 'the next payment is the first one', example: false },
    review: { means: 'the claim waits for its approval, and nothing is paid yet', example: false },
  },
  subject: '{{business}} costs less now',
  text: [
    'Hello {{username}},',
    '{{when not review}} {{when not first}} Premium covers all your listings now, so that {{business}} needs no Premium of its own: its Claim Premium has become Claim. It costs {{price}} a month instead of {{before}}; the next payment is due on {{date}}.',
    '{{when first}} Premium covers all your listings now, so that {{business}} needs no Premium of its own: its Claim Premium has become Claim. It costs {{price}} a month instead of {{before}}; the first payment is due on {{date}}. Nothing is charged for it before.',
    '{{when review}} Premium covers all your listings now, so that {{business}} needs no Premium of its own: your claim has become Claim instead of Claim Premium. It costs {{price}} a month instead of {{before}}; the first payment is due once your claim is approved.',
    '{{when credited}} You have paid for more than that already, so {{credit}} is taken off your next bill: the part for Premium of what you have paid, less anything given back, for the days that are left.',
    '{{when not review}} Nothing else changes: the listing stays yours, with its badge and its pictures.',
    '{{dashboard: Open your dashboard}}',
  ],
});

export const claimMails = [
  submittedMail,
  approvedMail,
  rejectedMail,
  supersededMail,
  withdrawnMail,
  lapsedMail,
  endedMail,
  questionMail,
  simplifiedMail,
] as const;
