import { expect, it } from 'vitest';
import { withoutMailedTokens } from './without-mailed-tokens.ts';

const token = 'AZ_-9a'.repeat(7).concat('x');

it('takes the token out of a quoted mail, and leaves other links', () => {
  const quoted =
    '> Stop emails about recommendations:\n> https://oak.example/emails/stop?token=recommendations.AZ_-9a\n\nYes.';
  expect(withoutMailedTokens(quoted)).toBe(
    '> Stop emails about recommendations:\n> https://oak.example/emails/stop\n\nYes.',
  );
  const other = 'https://oak.example/newsletter/unsubscribe?token=AZ';
  expect(withoutMailedTokens(other)).toBe(other);
});

it.each([
  [
    'the link of a talk',
    `https://oak.example/messages/talk?token=${token} Bye`,
    'https://oak.example/messages/talk Bye',
  ],
  ['its form', `/messages/talk/stop?token=${token}&sent=x`, '/messages/talk/stop&sent=x'],
  [
    'a broken line',
    `> /messages/talk?token=${token.slice(0, 30)}\r\n> ${token.slice(30)}\r\n> Bye`,
    '> /messages/talk\r\n> Bye',
  ],
  ['a part of it', '/messages/talk?token=AZ_-9a\nSee you', '/messages/talk\nSee you'],
  ['another parameter', `/messages/talk?sent=x&token=${token}`, '/messages/talk'],
  [
    'an encoded link',
    `https://safe.example/?url=https%3A%2F%2Foak.example%2Fmessages%2Ftalk%3Ftoken%3D${token}&data=1`,
    'https://safe.example/?url=https%3A%2F%2Foak.example%2Fmessages%2Ftalk&data=1',
  ],
  [
    'a link encoded twice',
    `oak.example%252Femails%252fstop%253Ftoken%253Dmessages.${token}%26x`,
    'oak.example%252Femails%252fstop%26x',
  ],
  [
    'one with dashes for it',
    `v2/url?u=https-3A__oak.example_messages_talk-3Ftoken-3D${token.replaceAll('_', '-5F')}&d=1`,
    'v2/url?u=https-3A__oak.example_messages_talk&d=1',
  ],
])('finds %s', (_, text, left) => {
  expect(withoutMailedTokens(text)).toBe(left);
});
