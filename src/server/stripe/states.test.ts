import { expect, it } from 'vitest';
import { takesAway } from './dispute-states.ts';
import { objectId } from './object-id.ts';
import { chargesNoMore, isEnded, isLive } from './subscription-states.ts';

it.each([
  // status, live, ended, charges no more
  ['incomplete', false, false, false],
  ['incomplete_expired', false, true, true],
  ['trialing', true, false, false],
  ['active', true, false, false],
  ['past_due', true, false, false],
  ['paused', true, false, false],
  ['unpaid', true, false, true],
  ['canceled', false, true, true],
  ['unheard_of', false, false, false],
  ['constructor', false, false, false],
])('a subscription that is %s', (status, live, ended, noMore) => {
  expect([isLive(status), isEnded(status), chargesNoMore(status)]).toEqual([live, ended, noMore]);
});

it.each([
  ['needs_response', true],
  ['under_review', true],
  ['warning_needs_response', true],
  ['lost', true],
  ['won', false],
  ['warning_closed', false],
  ['prevented', false],
])('a dispute that is %s takes away: %s', (status, expected) => {
  expect(takesAway(status)).toBe(expected);
});

it('reads an id, an expanded object and nothing', () => {
  expect([objectId('cus_1'), objectId({ id: 'cus_1' }), objectId(null), objectId(undefined)]).toEqual([
    'cus_1',
    'cus_1',
    null,
    null,
  ]);
});
