import { expect, it } from 'vitest';
import { callName } from './call-name.ts';
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

it.each([
  ['/v1/payment_intents', 'Stripe GET /v1/payment_intents'],
  ['/v1/payment_intents/pi_3QxYz1/confirm?expand=a', 'Stripe GET /v1/payment_intents/{id}/confirm'],
  ['/v1/checkout/sessions/cs_test_a1b2', 'Stripe GET /v1/checkout/sessions/{id}'],
  ['/v1/subscription_schedules/sub_sched_1Q', 'Stripe GET /v1/subscription_schedules/{id}'],
])('names the call to %s without an id', (path, name) => expect(callName('GET', path)).toBe(name));
