/** The connection to Stripe: its own SDK, at its own address unless the environment names another. */
import type Stripe from 'stripe';
import type { Env, StripeEnv } from '#server/env.ts';
import { beginSpan } from '#server/tracing/spans.ts';
import { Problem } from '#shared/problem.ts';
import { callName } from './call-name.ts';
import { isStripeError, stripeSdk } from './stripe-sdk.ts';

const clients = new WeakMap<StripeEnv, Stripe>();

/** Returns the one client of the process. @throws Problem 'conflict' when the site takes no payments */
export function stripeClient({ stripe }: Pick<Env, 'stripe'>): Stripe {
  if (stripe === undefined) throw new Problem('conflict', 'Payments are not set up on this site yet.');
  const known = clients.get(stripe);
  if (known) return known;
  const Stripe = stripeSdk();
  const client = new Stripe(stripe.secretKey, {
    ...addressOf(stripe.apiBase),
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
  });
  client.on('response', traceCall);
  clients.set(stripe, client);
  return client;
}

function traceCall({
  method,
  path,
  status,
  request_start_time: startedAt,
  request_id: id,
}: Stripe.ResponseEvent): void {
  const attributes = { 'http.response.status_code': status, 'stripe.request_id': id };
  beginSpan({ name: callName(method, path), kind: 'call', attributes, startedAt })?.end();
}

function addressOf(apiBase: string | undefined) {
  if (apiBase === undefined) return {};
  const { hostname, port, protocol } = new URL(apiBase);
  const isSecure = protocol === 'https:';
  return { host: hostname, port: port || (isSecure ? 443 : 80), protocol: isSecure ? 'https' : 'http' } as const;
}

/** Tells whether money is real: the key says so, as does `livemode` of each Stripe object. */
export function isLive(stripe: StripeEnv): boolean {
  return stripe.secretKey.includes('_live_');
}

/**
 * For calls that a person waits for. When Stripe does not answer, the caller gets a refusal, and a second try
 * repeats nothing.
 * @throws Problem 'unavailable'; errors in the call itself are passed on
 */
export async function askStripe<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isStripeAway(error)) throw error;
    throw new Problem(
      'unavailable',
      'The payment service cannot be reached right now. Nothing was charged; please try again in a minute.',
      { retryAfterSeconds: 30 },
    );
  }
}

function isStripeAway(error: unknown): boolean {
  return (
    isStripeError(error, 'StripeConnectionError') ||
    isStripeError(error, 'StripeRateLimitError') ||
    (isStripeError(error, 'StripeAPIError') && (error.statusCode ?? 500) >= 500)
  );
}

/** Tells whether Stripe says that the object does not exist. */
export function isMissing(error: unknown): boolean {
  return isStripeError(error, 'StripeInvalidRequestError') && error.code === 'resource_missing';
}

/**
 * An idempotency key made from the subject of the call, so that a repeated call is the same call:
 * idempotent('checkout', 'claim', id).
 */
export function idempotent(...parts: readonly (string | number)[]): Stripe.RequestOptions {
  return { idempotencyKey: parts.join(':') };
}
