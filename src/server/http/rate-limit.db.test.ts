import { expect, it } from 'vitest';
import { Problem } from '#shared/problem.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { limits } from './limits.ts';
import { sweepLimits, takeFromLimit } from './rate-limit.ts';

const database = testDatabase();
const at = (time: string) => new Date(`2026-11-21T${time}Z`);
const take = (client: string, now: Date) => takeFromLimit(database.db, 'contact', client, now);

async function takeAll(client: string, now: Date): Promise<void> {
  for (let i = 0; i < limits.contact.max; i++) await take(client, now);
}

async function refusal(promise: Promise<unknown>): Promise<Problem> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Problem)) throw new Error(`not refused: ${error}`);
  return error;
}

it('takes as many as the limit says, then refuses and says when to come back', async () => {
  await takeAll('192.0.2.1', at('10:00:00'));
  const problem = await refusal(take('192.0.2.1', at('10:30:00')));
  expect(problem.code).toBe('too_many');
  expect(problem.status).toBe(429);
  expect(problem.message).toBe('That was a lot in a short time. Please try again in 34 minutes.');
  const seconds = problem.retryAfterSeconds ?? 0;
  await refusal(take('192.0.2.1', new Date(at('10:30:00').getTime() + (seconds - 5) * 1000)));
  await take('192.0.2.1', new Date(at('10:30:00').getTime() + seconds * 1000));
});

it('gives nobody twice the limit around the turn of the hour', async () => {
  await takeAll('192.0.2.1', at('10:59:50'));
  const problem = await refusal(take('192.0.2.1', at('11:00:10')));
  const back = new Date(at('11:00:10').getTime() + (problem.retryAfterSeconds ?? 0) * 1000);
  await take('192.0.2.1', back);
  await refusal(take('192.0.2.1', back));
});

it('is free again two hours later', async () => {
  await takeAll('192.0.2.1', at('10:00:00'));
  await takeAll('192.0.2.1', at('12:00:00'));
});

it('counts clients and limits apart, and an IPv6 network as one client', async () => {
  await takeAll('2001:db8::1', at('10:00:00'));
  await refusal(take('2001:db8::ffff', at('10:00:01')));
  await take('2001:db8:0:1::1', at('10:00:01'));
  await take('192.0.2.9', at('10:00:01'));
  await takeFromLimit(database.db, 'newsletter', '2001:db8::1', at('10:00:01'));
});

it('lets exactly as many through when all come at once', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 60 }, () => take('192.0.2.1', at('10:00:00'))));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(limits.contact.max);
});

it('sweeps the windows that nobody looks at any more', async () => {
  await take('192.0.2.1', new Date('2026-11-19T07:00:00Z'));
  await take('192.0.2.1', new Date('2026-11-19T12:00:00Z'));
  expect(await sweepLimits(database.db, at('11:30:00'))).toBe(1);
  expect(await sweepLimits(database.db, at('11:30:00'))).toBe(0);
});

it('says how many uses it counts, those of the window before by their share', async () => {
  for (const used of [1, 2, 3, 4]) expect(await take('192.0.2.1', at('10:00:00'))).toBe(used);
  expect(await take('192.0.2.1', at('11:30:00'))).toBe(3);
});
