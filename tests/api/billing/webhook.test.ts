/** The webhook accepts only Stripe's own signature, and stores each event once. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { stripeEvents } from '#server/db/schema/index.ts';
import { anEventBody, signed, testStripeEnv } from '#tests/support/stripe-event.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
beforeEach(() => database.pool.query('truncate pgboss.job'));

const body = anEventBody({ type: 'customer.subscription.updated', object: { id: 'sub_1', object: 'subscription' } });

function ring(raw: string, signature: string | null, env: Record<string, string> = testStripeEnv) {
  const app = createApi(testServices(database, { env }));
  return app.request('http://oakbend.example/api/stripe/webhook', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...(signature && { 'Stripe-Signature': signature }) },
    body: raw,
  });
}

const noted = () => database.db.select().from(stripeEvents);
const queued = async () =>
  (await database.pool.query("select data from pgboss.job where name = 'handle-stripe-event'")).rows;

it('notes an event and queues its work, without session or CSRF token', async () => {
  const response = await ring(body, signed(body));
  expect([response.status, await response.json()]).toEqual([200, { received: true }]);
  expect(await noted()).toMatchObject([
    { id: 'evt_1', objectKind: 'subscription', objectId: 'sub_1', related: [{ kind: 'subscription', id: 'sub_1' }] },
  ]);
  expect(await queued()).toEqual([{ data: { eventId: 'evt_1' } }]);
});

it('notes an event once that comes ten times at once', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => ring(body, signed(body))));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await noted()).toHaveLength(1);
  expect(await queued()).toHaveLength(1);
});

it('answers 200 to what says nothing to it, and notes nothing', async () => {
  const other = anEventBody({ type: 'product.created', object: { id: 'prod_1' } });
  expect((await ring(other, signed(other))).status).toBe(200);
  expect(await noted()).toEqual([]);
});

describe('refuses', () => {
  const live = anEventBody({ type: 'customer.subscription.updated', object: { id: 'sub_1' }, livemode: true });
  it.each([
    ['no signature', body, null],
    ['a signature that is none', body, 'hunter2'],
    ["somebody else's signature", body, signed(body, { secret: 'whsec_other' })],
    ['a signature of yesterday', body, signed(body, { at: Date.now() / 1000 - 86_400 })],
    ['one byte more', `${body} `, signed(body)],
    ['another object under the same signature', body.replace('sub_1', 'sub_2'), signed(body)],
    ['an event of the other mode', live, signed(live)],
    ['what is no JSON', '{', signed('{')],
  ])('%s', async (_, raw, signature) => {
    const response = await ring(raw, signature);
    expect(response.status).toBe(400);
    expect(await noted()).toEqual([]);
    expect(await queued()).toEqual([]);
  });

  it('everything without keys', async () => {
    expect((await ring(body, signed(body), {})).status).toBe(400);
  });
});
