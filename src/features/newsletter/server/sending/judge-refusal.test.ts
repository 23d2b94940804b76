import { expect, test } from 'vitest';
import { HopelessJob } from '#server/jobs/bind-job.ts';
import { judgeRefusal } from './judge-refusal.ts';

const refused = (command: string, response: string) =>
  Object.assign(new Error('refused'), { command, response, responseCode: Number(response.slice(0, 3)) });

test.each([
  [refused('RCPT TO', '550 no such user'), 'address'],
  [refused('RCPT TO', '550 5.1.1 no such user'), 'address'],
  [refused('RCPT TO', '553 mailbox name not allowed'), 'address'],
  [refused('RCPT TO', '550 5.2.1 mailbox disabled'), 'address'],
  [refused('DATA', '550 5.1.1 no such user'), 'address'],
  [new HopelessJob('the recipient is not a mailbox'), 'address'],
  [Object.assign(new Error('bad'), { code: 'EENVELOPE' }), 'address'],
  [refused('RCPT TO', '552 5.2.2 mailbox full'), 'message'],
  [refused('RCPT TO', '550 5.7.1 your server is on a block list'), 'message'],
  [refused('RCPT TO', '554 relay access denied'), 'message'],
  [refused('DATA', '554 looks like spam'), 'message'],
  [refused('RCPT TO', '421 try again later'), 'later'],
  [refused('RCPT TO', '450 4.2.0 greylisted'), 'later'],
  [refused('DATA', '451 local error'), 'later'],
  [refused('CONN', '421 too many connections'), 'later'],
  [Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }), 'later'],
  [Object.assign(new Error('closed'), { code: 'ECONNECTION' }), 'later'],
  [Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT', timeoutType: 'CONNECTION_TIMEOUT' }), 'server'],
  [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' }), 'server'],
  [refused('AUTH PLAIN', '535 wrong password'), 'server'],
  [refused('MAIL FROM', '550 sender not allowed'), 'server'],
])('%o: %s', (error, verdict) => {
  expect(judgeRefusal(error).verdict).toBe(verdict);
});
