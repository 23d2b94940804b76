import type Stripe from 'stripe';
import { invalidRequest } from '../engine/errors.ts';
import { newId } from '../engine/ids.ts';
import { listOf } from '../engine/list.ts';
import { type Resource, route } from '../engine/resource.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { TestClock } from '../engine/wire.ts';

const maxLifeSeconds = 30 * 86_400;

function create(sandbox: Sandbox, params: Stripe.TestHelpers.TestClockCreateParams): TestClock {
  const now = sandbox.clock.now();
  const clock = sandbox.store.testClocks.add({
    id: newId('clock'),
    object: 'test_helpers.test_clock',
    created: now,
    deletes_after: now + maxLifeSeconds,
    frozen_time: params.frozen_time,
    livemode: false,
    name: params.name ?? null,
    status: 'ready',
    status_details: {},
  });
  sandbox.emit('test_helpers.test_clock.created', clock);
  return clock;
}

/** Answers 'advancing' as Stripe does, and advances right after the answer. */
function advance(sandbox: Sandbox, clock: TestClock, target: number): TestClock {
  if (clock.status !== 'ready') {
    throw invalidRequest('Test clock advancement underway - cannot perform modifications.', { status: 429 });
  }
  if (target <= clock.frozen_time) {
    throw invalidRequest(`A test clock can only move forward, from ${clock.frozen_time}.`, { param: 'frozen_time' });
  }
  clock.status = 'advancing';
  clock.status_details = { advancing: { target_frozen_time: target } };
  sandbox.emit('test_helpers.test_clock.advancing', clock);
  const answer = structuredClone(clock);
  setImmediate(() => {
    if (!sandbox.store.testClocks.find(clock.id)) return;
    try {
      sandbox.clock.advanceTestClock(clock.id, target);
      clock.status = 'ready';
      clock.status_details = {};
      sandbox.emit('test_helpers.test_clock.ready', clock);
    } catch (error) {
      console.error(error);
      clock.status = 'internal_failure';
      sandbox.emit('test_helpers.test_clock.internal_failure', clock);
    }
    sandbox.save();
  });
  return answer;
}

function remove(sandbox: Sandbox, clock: TestClock): object {
  for (const customer of sandbox.store.customers.where(({ test_clock: id }) => id === clock.id)) {
    sandbox.customerDeleted(customer);
    sandbox.store.customers.delete(customer.id);
  }
  const stub = sandbox.store.testClocks.delete(clock.id);
  sandbox.emit('test_helpers.test_clock.deleted', clock);
  return stub;
}

export const testClocks: Resource = {
  routes: [
    route<Stripe.TestHelpers.TestClockCreateParams>('POST', '/v1/test_helpers/test_clocks', ({ sandbox, params }) =>
      create(sandbox, params),
    ),
    route('GET', '/v1/test_helpers/test_clocks/{id}', ({ sandbox, id }) => sandbox.store.testClocks.get(id)),
    route<Stripe.TestHelpers.TestClockAdvanceParams>(
      'POST',
      '/v1/test_helpers/test_clocks/{id}/advance',
      ({ sandbox, id, params }) => advance(sandbox, sandbox.store.testClocks.get(id), params.frozen_time),
    ),
    route('DELETE', '/v1/test_helpers/test_clocks/{id}', ({ sandbox, id }) =>
      remove(sandbox, sandbox.store.testClocks.get(id)),
    ),
    route<Stripe.TestHelpers.TestClockListParams>('GET', '/v1/test_helpers/test_clocks', ({ sandbox, params }) =>
      listOf('/v1/test_helpers/test_clocks', sandbox.store.testClocks, params),
    ),
  ],
};
