import {
  businessVariable,
  dashboardLink,
  defineMail,
  linkVariable,
  neededBlock,
  takesReplies,
  usernameVariable,
} from '#server/mail/mail-text.ts';

/** Staff ask the sender of a new listing back. */
export const listingQuestionMail = defineMail({
  group: 'Listings',
  to: 'the owner of the listing',
  name: 'listing-question',
  when: 'Staff ask about a new listing before they decide.',
  variables: {
    username: usernameVariable,
    business: businessVariable,
    question: neededBlock('what staff ask', [{ quote: 'Is the shop in town, or do you only deliver here?' }]),
    dashboard: dashboardLink,
    edit: linkVariable('opens the form of the listing', '/edit-business/example'),
  },
  conditions: { replies: takesReplies },
  subject: 'A question about your listing {{business}}',
  text: [
    'Hello {{username}},',
    'We are looking at {{business}} and need to know more before we add it to the {{town}} business directory:',
    '{{question}}',
    '{{when replies}} Please answer on your dashboard, or answer this email. Your listing waits for it.',
    '{{when not replies}} Please answer on your dashboard. Your listing waits for it.',
    '{{dashboard: Dashboard}}',
    'Is something in the listing not right? Change it, and it comes back to us.',
    '{{edit: Edit}}',
  ],
});
