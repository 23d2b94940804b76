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
