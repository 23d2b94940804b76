import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { startSandbox } from './start-sandbox.ts';
import { testClient } from './testing/client.ts';
import { type Received, startReceiver } from './testing/receiver.ts';
import { faultsOf } from './testing/strict.ts';

vi.setConfig({ testTimeout: 30_000 });
/** Long enough for a busy machine. */
const soon = { timeout: 15_000 };

const toStop: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop();
});

async function pair(answer?: (received: Received) => number, options: { stateFile?: string } = {}) {
  const receiver = await startReceiver(answer);
  const running = await startSandbox({ webhookUrl: receiver.url, retryAfterMs: [10, 20, 30], ...options });
  toStop.push(receiver.stop, running.stop);
  return { receiver, running, stripe: testClient(running) };
}

const customer = (name: string) => ({ name });
const namesOf = (received: Received[]) => received.map(({ body }) => JSON.parse(body).data.object.name);

test('events arrive as described, signed so that the library accepts them and nothing else', async () => {
  const { receiver, running, stripe } = await pair();
  const made = await stripe.customers.create(customer('Ana'));
  await expect.poll(() => receiver.received.length, soon).toBe(1);
  const [one] = receiver.received;
  if (!one) throw new Error('nothing came');
  expect(faultsOf(JSON.parse(one.body))).toEqual([]);
  const event = stripe.webhooks.constructEvent(one.body, one.signature, running.webhookSecret);
  expect(event).toMatchObject({
    type: 'customer.created',
    api_version: '2026-10-28.endive',
    data: { object: { id: made.id } },
  });
  expect(() => stripe.webhooks.constructEvent(`${one.body} `, one.signature, running.webhookSecret)).toThrow();
  expect(() => stripe.webhooks.constructEvent(one.body, one.signature, 'whsec_other')).toThrow();
});

test('what is not answered with 2xx comes again, signed anew, until it has been tried four times', async () => {
  let answers = [500, 302, 200];
  const { receiver, stripe } = await pair(() => answers.shift() ?? 500);
  await stripe.customers.create(customer('Ana'));
  await expect.poll(() => receiver.received.length, soon).toBe(3);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  const eventId = receiver.received[0]?.id ?? '';
  await expect.poll(async () => (await stripe.events.retrieve(eventId)).pending_webhooks, soon).toBe(0);

  answers = [500, 500, 500, 500, 200];
  receiver.received.length = 0;
  await stripe.customers.create(customer('Bo'));
  await expect.poll(() => receiver.received.length, soon).toBe(4);
  const [given] = receiver.received;
  expect((await stripe.events.retrieve(given?.id ?? '')).pending_webhooks).toBe(1);
});

test('held, shuffled, doubled, lost and sent again at will', async () => {
  const { receiver, running, stripe } = await pair();
  const { control } = running;
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  control.hold();
  for (const name of names) await stripe.customers.create(customer(name));
  expect(receiver.received).toEqual([]);
  expect(control.state().pending).toHaveLength(8);
  control.release({ shuffle: true });
  await expect.poll(() => namesOf(receiver.received).sort(), soon).toEqual(names);

  receiver.received.length = 0;
  control.duplicate({ copies: 3 });
  await stripe.customers.create(customer('thrice'));
  await expect.poll(() => namesOf(receiver.received), soon).toEqual(['thrice', 'thrice', 'thrice']);

  receiver.received.length = 0;
  control.behave();
  control.drop({ next: 1 });
  await stripe.customers.create(customer('lost'));
  await stripe.customers.create(customer('found'));
  await expect.poll(() => namesOf(receiver.received), soon).toEqual(['found']);
  const [, lost] = (await stripe.events.list({ limit: 2 })).data;
  control.resend({ event: lost?.id ?? '' });
  await expect.poll(() => namesOf(receiver.received), soon).toEqual(['found', 'lost']);
});

test('an endpoint of its own gets what it asked for, under its own secret', async () => {
  const { receiver, running, stripe } = await pair();
  const other = await startReceiver();
  toStop.push(other.stop);
  const endpoint = await stripe.webhookEndpoints.create({ url: other.url, enabled_events: ['customer.deleted'] });
  const { id } = await stripe.customers.create(customer('Ana'));
  await stripe.customers.del(id);
  await expect
    .poll(() => receiver.received.map(({ type }) => type).sort(), soon)
    .toEqual(['customer.created', 'customer.deleted']);
  await expect.poll(() => other.received.map(({ type }) => type), soon).toEqual(['customer.deleted']);
  const [one] = other.received;
  expect(stripe.webhooks.constructEvent(one?.body ?? '', one?.signature ?? '', endpoint.secret ?? '').type).toBe(
    'customer.deleted',
  );
  expect(endpoint.secret).not.toBe(running.webhookSecret);
  expect((await stripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined();
});

test('a restart keeps address, keys and objects, and still delivers what was on its way', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  toStop.push(() => rmSync(folder, { recursive: true }));
  const stateFile = join(folder, 'state.json');
  // More retries than any wait can use.
  const retryAfterMs = Array<number>(1000).fill(50);
  let isDown = true;
  const receiver = await startReceiver(() => (isDown ? 503 : 200));
  toStop.push(receiver.stop);
  const first = await startSandbox({ webhookUrl: receiver.url, retryAfterMs, stateFile });
  const made = await testClient(first).customers.create(customer('Ana'), { idempotencyKey: 'once' });
  await expect.poll(() => receiver.received.length, soon).toBeGreaterThan(0);
  await first.stop();
  isDown = false;
  receiver.received.length = 0;

  const second = await startSandbox({ webhookUrl: receiver.url, retryAfterMs, stateFile });
  toStop.push(second.stop);
  expect(second).toMatchObject({ secretKey: first.secretKey, webhookSecret: first.webhookSecret });
  // Another program may have taken the port; then it differs.
  expect(second.sandbox.lastPort).toBe(Number(new URL(first.url).port));
  const stripe = testClient(second);
  expect(await stripe.customers.retrieve(made.id)).toMatchObject({ name: 'Ana' });
  expect((await stripe.customers.create(customer('Ana'), { idempotencyKey: 'once' })).id).toBe(made.id);
  await expect.poll(() => namesOf(receiver.received), soon).toEqual(['Ana']);
});
