import { pino } from 'pino';
import { expect, it } from 'vitest';
import { queueErrors } from './queue-errors.ts';

it('says once that the database is away, however many queues ask, and again after it was back for a minute', () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line).reason) });
  let now = 0;
  const report = queueErrors(log, () => now);
  const timeout = 'timeout exceeded when trying to connect';
  for (; now < 300_000; now += 500) {
    report(new Error(`${timeout} (Queue: send-mail, Worker: 0b5c)`));
    report(new Error('connect ECONNREFUSED 127.0.0.1:5432 (Queue: dead-letters, Worker: 7)'));
  }
  expect(lines).toEqual([timeout]);
  // A different trouble gets a line of its own.
  report(new Error('relation "pgboss.job" does not exist'));
  report(new Error('relation "pgboss.job" does not exist (Queue: send-mail, Worker: 0b5c)'));
  now += 61_000;
  report(new Error('Connection terminated unexpectedly'));
  expect(lines.slice(1)).toEqual(['relation "pgboss.job" does not exist', 'Connection terminated unexpectedly']);
});
