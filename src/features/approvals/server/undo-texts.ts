/** The words of the mails about parts of an edit that staff put back, or let stand again. */
import {
  businessVariable,
  defineMail,
  linkVariable,
  neededBlock,
  textVariable,
  usernameVariable,
} from '#server/mail/mail-text.ts';

const shared = { group: 'Listings', to: 'the owner of the listing, or the manager who made the edit' } as const;
const edit = linkVariable('opens the form of the listing', '/edit-business/example');
const putBack = neededBlock('what was changed and put back, with the reason', [
  { facts: [['Phone', '210-555-0177 → 210-555-0100']] },
  'Why:',
  { quote: 'This number is of another shop.' },
]);
const standing = neededBlock('what stands again', [{ facts: [['Phone', '210-555-0100 → 210-555-0177']] }]);
const variables = { username: usernameVariable, business: businessVariable };

export const putBackMail = defineMail({
  ...shared,
  name: 'edit-put-back',
  when: 'Staff put back part of what the owner has changed.',
  variables: {
    ...variables,
    changes: putBack,
    edit,
  },
  subject: 'We put back part of your edit of {{business}}',
  text: [
    'Hello {{username}},',
    'We looked at what you changed at {{business}} and put this back:',
    '{{changes}}',
    'Everything else stays as you wrote it. If this is not right, answer this email, or correct it:',
    '{{edit: Edit}}',
  ],
});

/** The owner has been told that staff put it back. */
export const standsAgainMail = defineMail({
  ...shared,
  name: 'edit-stands-again',
  when: 'Staff let part of what the owner has changed stand again, after they had put it back.',
  variables: {
    ...variables,
    changes: standing,
    edit,
  },
  subject: 'Your edit of {{business}} stands again',
  text: [
    'Hello {{username}},',
    'We had put back part of what you changed at {{business}}. We have looked at it again, and this says what you wrote:',
    '{{changes}}',
    'There is nothing for you to do. If this is not right, answer this email, or correct it:',
    '{{edit: Edit}}',
  ],
});

const ofOther = {
  ...shared,
  to: 'the owner of the listing',
  conditions: {
    manager: { means: 'a manager of today made the edit', example: true },
    former: { means: 'the listing has changed hands since the edit', example: false },
    other: { means: 'neither: an account that has no access any more, or is deleted', example: false },
  },
} as const;
const editor = textVariable('the username of the manager who made the edit', 'maria');
const whose = [
  '{{when manager}} This is about what {{editor}}, who manages {{business}} with you, changed there.',
  '{{when former}} This is about what was changed at {{business}} before it was yours.',
  '{{when other}} This is about what somebody who has no access to {{business}} any more changed there.',
] as const;

export const putBackOfOtherMail = defineMail({
  ...ofOther,
  name: 'edit-of-other-put-back',
  when: 'Staff put back part of what somebody else than the owner has changed.',
  variables: { ...variables, editor, changes: putBack, edit },
  subject: 'We put back part of an edit of {{business}}',
  text: [
    'Hello {{username}},',
    ...whose,
    'We looked at it and put this back:',
    '{{changes}}',
    'Everything else stays as it was. If this is not right, answer this email, or correct it:',
    '{{edit: Edit}}',
  ],
});

export const standsAgainOfOtherMail = defineMail({
  ...ofOther,
  name: 'edit-of-other-stands-again',
  when: 'Staff let part of what somebody else than the owner has changed stand again, after they had put it back.',
  variables: { ...variables, editor, changes: standing, edit },
  subject: 'An edit of {{business}} stands again',
  text: [
    'Hello {{username}},',
    ...whose,
    'We had put back part of it. We have looked at it again, and this says what the edit said:',
    '{{changes}}',
    'There is nothing for you to do. If this is not right, answer this email, or correct it:',
    '{{edit: Edit}}',
  ],
});

export const undoMails = [putBackMail, standsAgainMail, putBackOfOtherMail, standsAgainOfOtherMail] as const;
