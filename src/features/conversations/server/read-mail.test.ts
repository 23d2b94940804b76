import { expect, it } from 'vitest';
import { readMail } from './read-mail.ts';

it('keeps no token of the link that stops emails, which would go on to the visitor with an answer', async () => {
  const lines = [
    ...['From: rosa@example.com', 'To: reply@oak.example', 'Subject: Re: Ada wrote to Oak Bakery', ''],
    ...['Yes, from eight to noon.', '', 'Stop emails about messages from visitors:'],
    'https://oak.example/emails/stop?token=messages.AZ_-9a',
  ];
  const mail = await readMail(Buffer.from(lines.join('\r\n')));
  expect(mail.text).toContain('Yes, from eight to noon.');
  expect(JSON.stringify(mail)).not.toContain('AZ_-9a');
});

it('keeps no token of a visitor’s talk in what it quotes, as a mail program wrote it there', async () => {
  const token = 'AZ_-9a'.repeat(7).concat('x');
  const lines = [
    ...['From: ada@example.org', 'To: reply@oak.example', 'Subject: Re: Oak Bakery answered your message', ''],
    ...[
      'And on Mondays?',
      '',
      'On Tue, Nov 24, 2026 Oakbend <town@oak.example> wrote:',
      '> Read it all and write back:',
    ],
    ...[`> https://oak.example/messages/talk?token=${token}`, '> See you'],
  ];
  const mail = await readMail(Buffer.from(lines.join('\r\n')));
  expect(mail).toMatchObject({ text: 'And on Mondays?', quoted: expect.stringContaining('messages/talk\n> See you') });
  expect(JSON.stringify(mail)).not.toContain('AZ_-9a');
});
