import { expect, it } from 'vitest';
import { cutQuoted } from './cut-quoted.ts';

it.each([
  ['nothing quoted', 'Hello\n\nBye', 'Hello\n\nBye', null],
  [
    'Gmail',
    'Yes\n\nOn Tue, Nov 24, 2026 at 9:00 AM Oak <a@b.co> wrote:\n> Hi',
    'Yes',
    'On Tue, Nov 24, 2026 at 9:00 AM Oak <a@b.co> wrote:\n> Hi',
  ],
  [
    'a broken line',
    'Yes\n\nOn Tue, Nov 24, 2026 Oak <a@b.co>\nwrote:\n> Hi',
    'Yes',
    'On Tue, Nov 24, 2026 Oak <a@b.co>\nwrote:\n> Hi',
  ],
  ['Spanish', 'Sí\n\nEl mar, 24 nov 2026 Oak escribió:\n> Hi', 'Sí', 'El mar, 24 nov 2026 Oak escribió:\n> Hi'],
  [
    'Outlook',
    'Yes\n\nFrom: Oak <a@b.co>\nSent: Tuesday\nSubject: Hi\n\nHi',
    'Yes',
    'From: Oak <a@b.co>\nSent: Tuesday\nSubject: Hi\n\nHi',
  ],
  ['marks alone', 'Yes\r\n> Hi\r\n> there', 'Yes', '> Hi\n> there'],
  ['an answer between the lines', '> Hi\nYes\n> Bye\nBye', '> Hi\nYes\n> Bye\nBye', null],
  ['no words of its own', '> Hi', '> Hi', null],
])('%s', (_, mail, text, quoted) => {
  expect(cutQuoted(mail)).toEqual({ text, quoted });
});
