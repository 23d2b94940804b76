import { expect, test } from 'vitest';
import { faultsOf } from './strict.ts';

const clock = {
  id: 'clock_1',
  object: 'test_helpers.test_clock',
  created: 1,
  deletes_after: 2,
  frozen_time: 1,
  livemode: false,
  name: null,
  status: 'ready',
  status_details: {},
};

test('an object is what the description says, or it is told where not', () => {
  expect(faultsOf(clock)).toEqual([]);
  expect(faultsOf({ ...clock, extra: 1 })).toEqual(['test_helpers.test_clock.extra is no field of it']);
  expect(faultsOf({ ...clock, created: 1.5 })).toEqual(['test_helpers.test_clock.created is number, not integer']);
  expect(faultsOf({ ...clock, status: 'odd' })).toEqual(["test_helpers.test_clock.status is 'odd'"]);
  expect(faultsOf({ ...clock, status_details: { advancing: {} } })).toEqual([
    'test_helpers.test_clock.status_details.advancing.target_frozen_time is missing',
  ]);
  const { name: _name, ...without } = clock;
  expect(faultsOf({ object: 'list', data: [clock, without] })).toEqual(['test_helpers.test_clock.name is missing']);
  expect(faultsOf({ object: 'nothing' })).toEqual(["there is no schema 'nothing'"]);
});

test('an event carries the object its type stands for', () => {
  const event = {
    id: 'evt_1',
    object: 'event',
    api_version: null,
    created: 1,
    data: { object: clock },
    livemode: false,
    pending_webhooks: 0,
    request: null,
  };
  expect(faultsOf({ ...event, type: 'test_helpers.test_clock.ready' })).toEqual([]);
  expect(faultsOf({ ...event, type: 'customer.created' })).toEqual([
    'customer.created carries test_helpers.test_clock, not customer',
  ]);
});
