import { expect, it } from 'vitest';
import { askAboutMailbox } from './likely-mailbox.ts';

it.each([
  ['maria@gmial.com', 'Did you mean maria@gmail.com?'],
  ['m.b@Gmail.con', 'Did you mean m.b@gmail.com?'],
  ['jo@hotmal.com ', 'Did you mean jo@hotmail.com?'],
  ['jo@yahooo.com', 'Did you mean jo@yahoo.com?'],
])('asks about %j', (email, question) => expect(askAboutMailbox(email)).toBe(question));

it.each([
  'maria@gmail.com',
  'a@mail.com',
  'a@ymail.com',
  'jo@lampandlark.example',
  'gmial.com',
  '@gmial.com',
  '',
  'jo@',
])('has nothing to ask about %j', (email) => expect(askAboutMailbox(email)).toBe(''));
