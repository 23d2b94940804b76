import { afterAll, beforeAll, expect, test } from 'vitest';
import { runStripeSteps } from '#app/cli/smoke/stripe-steps.ts';
import { smokeOf } from '#app/cli/stripe-smoke.ts';
import { readEnv } from '#server/env.ts';
import { type RunningSandbox, startSandbox } from '../../sandbox/stripe/start-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const env = (change: Record<string, string> = {}) =>
  readEnv({
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
    STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
    STRIPE_API_BASE: sandbox.url,
    STRIPE_JS_URL: sandbox.jsUrl,
    ...change,
  });

test('every step is answered as the site expects, twice, and nothing is left behind', async () => {
  for (const _time of [1, 2]) {
    const results = await runStripeSteps(smokeOf(env()), () => undefined);
    expect(results.filter(({ isRight }) => !isRight)).toEqual([]);
    expect(results).toHaveLength(12);
  }
  expect(sandbox.sandbox.store.customers.size).toBe(0);
});

test('a step that is not answered is told, and the others still run', async () => {
  sandbox.control.failNextCharge();
  const results = await runStripeSteps(smokeOf(env()), () => undefined);
  const differing = results.filter(({ isRight }) => !isRight);
  expect(differing).toMatchObject([
    { name: 'a paid listing, refunded', said: expect.stringContaining('card_declined') },
  ]);
});

test('live keys and no keys are refused before anything is asked', () => {
  const live = {
    SITE_URL: 'https://town.example',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  expect(() => smokeOf(readEnv(live))).toThrow('test keys only');
  expect(() => smokeOf(readEnv({}))).toThrow('Set STRIPE_SECRET_KEY');
});
