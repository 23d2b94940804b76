/** The words of the mails about a visitor's message to a business. */
import {
  addedLink,
  blockVariable,
  businessVariable,
  defineMail,
  linkVariable,
  neededBlock,
  neededLink,
  takesReplies,
  textVariable,
  usernameVariable,
} from '#server/mail/mail-text.ts';

const group = 'Messages and corrections';
const example = [{ quote: 'Do you have a table for eight on Friday?' }];
const sender = textVariable('the name of the visitor', 'Maria');
const dashboard = linkVariable('opens the page of messages', '/dashboard/messages');

export const messageMail = defineMail({
  name: 'message-to-business',
  group,
  when: 'A visitor writes to a business with the form on its page. The link that stops it stands below the mail by itself.',
  to: 'the owner and the managers of the listing',
  variables: {
    username: usernameVariable,
    sender,
    business: businessVariable,
    message: neededBlock('the message', example),
    dashboard,
  },
  conditions: { replies: takesReplies },
  subject: '{{sender}} wrote to {{business}}',
  text: [
    'Hello {{username}},',
    '{{sender}} wrote to {{business}} with the form on {{site}}:',
    '{{message}}',
    '{{when replies}} Answer on your page of messages, or answer this email: {{sender}} gets your words from us, without your email address. A signature below them is sent with them.',
    '{{when not replies}} Answer on your page of messages. {{sender}} gets your answer from us and does not see your email address. An answer to this email reaches us, not {{sender}}.',
    '{{dashboard: Read and answer}}',
    'You can switch off messages to your listing on the same page.',
  ],
});

export const messageReplyMail = defineMail({
  name: 'reply-to-business',
  group,
  when: 'A visitor writes back to the answer of a business. The link that stops it stands below the mail by itself.',
  to: 'the owner and the managers of the listing',
  variables: {
    username: usernameVariable,
    sender,
    business: businessVariable,
    message: neededBlock('the reply', [{ quote: 'Seven is fine. See you on Friday!' }]),
    files: textVariable('the names of files that came with it', 'menu.pdf'),
    dashboard,
  },
  conditions: { replies: takesReplies, named: { means: 'files came with the reply', example: false } },
  subject: '{{sender}} wrote back to {{business}}',
  text: [
    'Hello {{username}},',
    '{{sender}} wrote back to {{business}}:',
    '{{message}}',
    '{{when named}} Files came with it, and we do not pass files on: {{files}}',
    '{{when replies}} Answer on your page of messages, or answer this email: {{sender}} gets your words from us, without your email address. A signature below them is sent with them.',
    '{{when not replies}} Answer on your page of messages. An answer to this email reaches us, not {{sender}}.',
    '{{dashboard: Read and answer}}',
    'Does {{sender}} not stop? On the same page you can block one visitor, or report what was written.',
  ],
});

export const messageAnswerMail = defineMail({
  name: 'answer-of-business',
  group,
  when: 'A business answers a visitor.',
  to: 'the visitor',
  variables: {
    name: textVariable('the name of the visitor', 'Maria'),
    business: businessVariable,
    answer: neededBlock('the answer', [{ quote: 'With pleasure. Is seven o’clock right?' }]),
    message: blockVariable('what the visitor wrote', example),
    talk: addedLink(
      'opens the page on which the visitor writes back; at the end when the text does not have it',
      '/messages/talk?token=example',
    ),
    view: linkVariable('opens the page of the business', '/business/fig-ladder'),
  },
  conditions: { replies: takesReplies, again: { means: 'it follows an answer to the same words', example: false } },
  subject: '{{business}} answered your message',
  text: [
    'Hello {{name}},',
    '{{when not again}} You wrote to {{business}} on {{site}}. The answer:',
    '{{when again}} {{Business}} has written to you once more on {{site}}. It adds to the answer before, or corrects it:',
    '{{answer}}',
    'Your message was:',
    '{{message}}',
    '{{when replies}} To write back, answer this email. {{Business}} gets your words from us, without your email address; a signature below them is sent with them, files are not. Or write on the page of your messages with {{business}}:',
    '{{when not replies}} To write back, use the page of your messages with {{business}}. An answer to this email reaches us, not the business. It has not seen your email address.',
    '{{talk: Read it all and write back}}',
    'This link is for you alone: with it, anybody can read your messages and write in your name. The page has a button for no more answers, too.',
    '{{view: See the page of the business}}',
    'You did not write this message? Then somebody typed your address by mistake, and you can ignore this email.',
  ],
});

export const answerNotSentMail = defineMail({
  name: 'answer-not-sent',
  group,
  when: 'An owner answers a visitor by mail, and the answer cannot go on.',
  to: 'the owner of the listing',
  variables: {
    username: usernameVariable,
    sender,
    business: businessVariable,
    reason: textVariable(
      'why it was not sent',
      'You have answered 5 times in a row. To write more, wait for the visitor.',
    ),
    dashboard,
  },
  subject: 'Your answer to {{sender}} was not sent',
  text: [
    'Hello {{username}},',
    'An answer to {{sender}} came by mail for {{business}}. We did not send it on. {{reason}}',
    '{{dashboard: Read and answer}}',
  ],
});

export const replyNotSentMail = defineMail({
  name: 'reply-not-sent',
  group,
  when: 'A visitor writes back to a business by mail, and the talk takes nothing more for now.',
  to: 'the visitor',
  variables: {
    name: textVariable('the name of the visitor', 'Maria'),
    business: businessVariable,
    reason: textVariable(
      'why it was not sent',
      'You have written 5 times since the last answer. Please wait for the next one.',
    ),
    talk: linkVariable('opens the page on which the visitor reads it all', '/messages/talk?token=example'),
  },
  subject: 'Your message to {{business}} was not sent',
  text: [
    'Hello {{name}},',
    'An email from you came for {{business}}. We did not send it on. {{reason}}',
    '{{talk: See your messages}}',
    'This link is for you alone: with it, anybody can read your messages and write in your name.',
  ],
});

export const stoppedMail = defineMail({
  name: 'message-while-stopped',
  group,
  when: 'Somebody who wants no more answers of a business writes to it with the form again; once a day.',
  to: 'the visitor',
  variables: {
    name: textVariable('the name of the visitor', 'Maria'),
    business: businessVariable,
    message: blockVariable('what the visitor wrote', example),
    talk: neededLink('opens the page with the button that lets the business answer', '/messages/talk?token=example'),
  },
  subject: '{{business}} cannot answer your message',
  text: [
    'Hello {{name}},',
    'You wrote to {{business}} on {{site}}:',
    '{{message}}',
    '{{Business}} has your message and cannot answer it, since you had said that you want no more answers from there. Would you like one after all? The page behind this link has a button that lets it answer again.',
    '{{talk: Let it answer}}',
    'This link is for you alone: with it, anybody can read your messages and write in your name.',
    'You did not write this? Then somebody typed your address, and you can ignore this email: nobody there can write to you.',
  ],
});

export const messageMails = [
  messageMail,
  messageReplyMail,
  messageAnswerMail,
  answerNotSentMail,
  replyNotSentMail,
  stoppedMail,
] as const;
