import { expect, it } from 'vitest';
import { whyFailed } from './why-failed.ts';

it.each([
  [
    "Can't send mail - all recipients were rejected: 550 5.1.1 <gone@example.com>: Recipient address rejected: User unknown",
    'no such mailbox',
  ],
  [
    "Can't send mail - all recipients were rejected: 550-5.1.1 The email account that you tried to reach does not exist",
    'no such mailbox',
  ],
  ["Can't send mail - all recipients were rejected: 552 5.2.2 <ada552@example.com>: over quota", 'is full'],
  ['Message failed: 554 5.7.1 [203.0.113.7] Message blocked', 'does not accept our mail'],
  [
    "Can't send mail - all recipients were rejected: 550 5.7.26 Unauthenticated email is not accepted",
    'does not accept our mail',
  ],
  [
    "Can't send mail - all recipients were rejected: 454 4.7.1 <ada@example.com>: Relay access denied",
    'does not accept our mail',
  ],
  ['Invalid login: 535 5.7.8 Error', 'did not accept the log-in'],
  ['Mail command failed: 530 5.7.0 Must issue a STARTTLS command first', 'no safe connection'],
  ['connect ECONNREFUSED 192.0.2.1:587', 'could not be reached'],
  ['getaddrinfo ENOTFOUND smtp.example.com', 'could not be reached'],
  ['Greeting never received', 'could not be reached'],
  ['self-signed certificate in certificate chain', 'no safe connection'],
  ['No recipients defined', 'not one to which mail can go'],
  ["Can't send mail - all recipients were rejected: 450 Try later", 'put it off each time'],
  ['Message failed: 550 No thanks', 'refused it'],
  ['the key of another site sealed the links of this mail', 'another copy of this site'],
  ["a job 'send-mail' was stored with a payload it does not take", 'another release'],
  ['The letters got wet', 'could not be handed over'],
  ['', 'could not be handed over'],
])('%s: %s', (said, words) => {
  expect(whyFailed(said)).toContain(words);
});
