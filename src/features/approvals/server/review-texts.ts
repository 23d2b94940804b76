/** The words of the mails to an owner after a decision by staff. */
import {
  businessVariable,
  dashboardLink,
  defineMail,
  linkVariable,
  neededBlock,
  neededLink,
  reasonBlock,
  textVariable,
  usernameVariable,
} from '#server/mail/mail-text.ts';

const shared = { group: 'Listings', to: 'the owner of the listing' } as const;
const variables = { username: usernameVariable, business: businessVariable };
const view = linkVariable('opens the page of the business', '/business/fig-ladder');
const edit = linkVariable('opens the form of the listing', '/edit-business/example');
const place = neededBlock('name and address of the listing that is there', [{ quote: 'Fig & Ladder, 12 Oak Street' }]);

export const approvedMail = defineMail({
  ...shared,
  name: 'listing-approved',
  when: 'Staff approve a listing.',
  variables: { ...variables, view, edit },
  conditions: { corrected: { means: 'staff corrected details before they approved it', example: true } },
  subject: '{{business}} is now listed',
  text: [
    'Hello {{username}},',
    '{{business}} has been approved and is now in the {{town}} business directory.',
    '{{when corrected}} We corrected a few details while we looked at it; please check that they are right.',
    '{{view: View}}',
    'You can correct it at any time: what you change is online at once.',
    '{{edit: Edit}}',
  ],
});

export const rejectedMail = defineMail({
  ...shared,
  name: 'listing-rejected',
  when: 'Staff send a listing back.',
  variables: { ...variables, reason: reasonBlock, edit: neededLink(edit.means, edit.example) },
  subject: '{{business}} could not be listed yet',
  text: [
    'Hello {{username}},',
    'We looked at {{business}} and could not add it to the {{town}} business directory yet. This is why:',
    '{{reason}}',
    'Please correct it, and it comes back to us for another look.',
    '{{edit: Edit}}',
  ],
});

export const duplicateMail = defineMail({
  ...shared,
  name: 'listing-duplicate',
  when: 'Staff reject a listing that is in the directory already.',
  variables: {
    ...variables,
    place,
    view,
    claim: linkVariable('opens the claim of the listing', '/claim-business'),
    edit,
  },
  conditions: { owned: { means: 'the listing that is there has an owner', example: false } },
  subject: '{{business}} is in the directory already',
  text: [
    'Hello {{username}},',
    'Thank you for sending in {{business}}. It is in the {{town}} business directory already, so we did not add it a second time:',
    '{{place}}',
    '{{view: View}}',
    '{{when owned}} The listing has an owner already. If it is your business all the same, please answer this email.',
    '{{when not owned}} If it is your business, you can claim it: it keeps its address, its history and its visitors. We check that it is yours first.',
    '{{when not owned}} {{claim: Claim it}}',
    'If these are two different businesses, please correct the name, the address or the phone number of yours, and it comes back to us for another look.',
    '{{edit: Edit}}',
  ],
});

/** Offers the listing that is there, and asks for the proof that is missing. */
export const giftMail = defineMail({
  ...shared,
  name: 'listing-offered',
  when: 'Staff offer the listing that is there to the person who sent in its duplicate.',
  variables: {
    ...variables,
    place,
    view,
    question: neededBlock('what staff ask', [{ quote: 'Can you send us a bill with the address?' }]),
    price: textVariable('what a claim costs', '$25 a month'),
    dashboard: dashboardLink,
    claim: neededLink('opens the claim of the listing', '/claim-business'),
  },
  conditions: { free: { means: 'the person gets it for nothing', example: true } },
  subject: '{{business}} is here already, and can be yours',
  text: [
    'Hello {{username}},',
    'Thank you for sending in {{business}}. It is in the {{town}} business directory already, and has no owner:',
    '{{place}}',
    '{{view: View}}',
    'We would like to give it to you, with its address, its history and its visitors. First we need to know:',
    '{{question}}',
    '{{when free}} It costs you nothing. Please answer with your claim on your dashboard, where you can add documents, too.',
    '{{when free}} {{dashboard: Dashboard}}',
    '{{when not free}} A claim costs {{price}}; nothing is charged before we approve it. Please claim the listing, and answer with your claim on your dashboard.',
    '{{when not free}} {{claim: Claim it}}',
    'If these are two different businesses, please answer this email.',
  ],
});

/** For what staff put back of an owner's edit. */
export const reviewMails = [approvedMail, rejectedMail, duplicateMail, giftMail] as const;
