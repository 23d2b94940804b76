import { expect, test } from 'vitest';
import { ownershipBy } from './ownership.ts';

const now = new Date('2026-07-04T12:00:00Z');
const days = (count: number) => new Date(now.getTime() + count * 86_400_000);
const running = { status: 'active', paidThrough: days(20), endsAt: null, failedAt: null };

test.each([
  ['runs', running, 'held'],
  ['is on hold', { ...running, status: 'trialing', paidThrough: null }, 'held'],
  ['will end', { ...running, endsAt: days(20) }, 'ending'],
  ['owes a later charge', { ...running, status: 'past_due', paidThrough: days(-3), failedAt: days(-3) }, 'held'],
  ['owes the first charge', { ...running, status: 'past_due', paidThrough: null, failedAt: days(-6.9) }, 'held'],
  ['has owed it for a week', { ...running, status: 'past_due', paidThrough: null, failedAt: days(-7) }, 'ended'],
  ['was cancelled in the middle of paid time', { ...running, status: 'canceled', endsAt: days(-1) }, 'ending'],
  ['was cancelled after it', { ...running, status: 'canceled', paidThrough: now, endsAt: now }, 'ended'],
  ['was never paid', { ...running, status: 'incomplete_expired', paidThrough: null }, 'ended'],
] as const)('a subscription that %s', (_, subscription, expected) => {
  expect(ownershipBy(subscription, now)).toBe(expected);
});
