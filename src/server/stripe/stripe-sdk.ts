/** Stripe's SDK, loaded at its first use: it takes some 20 MB, and many web processes never speak to Stripe. */
import { createRequire } from 'node:module';
import type Stripe from 'stripe';

type Sdk = typeof Stripe;
type ErrorName =
  | 'StripeError'
  | 'StripeAPIError'
  | 'StripeAuthenticationError'
  | 'StripeCardError'
  | 'StripeConnectionError'
  | 'StripeIdempotencyError'
  | 'StripeInvalidRequestError'
  | 'StripePermissionError'
  | 'StripeRateLimitError';

const require = createRequire(import.meta.url);
let loaded: Sdk | undefined;

export function stripeSdk(): Sdk {
  loaded ??= require('stripe') as Sdk;
  return loaded;
}

/**
 * Tells whether Stripe's SDK threw this error, of the kind `name`. It asks for the type that the error names: an error of
 * another copy of the SDK, such as a test's, counts as well.
 */
export function isStripeError<Name extends ErrorName>(
  error: unknown,
  name: Name,
): error is InstanceType<Sdk['errors'][Name]> {
  if (!(error instanceof Error)) return false;
  const { type } = error as { type?: unknown };
  return typeof type === 'string' && (name === 'StripeError' ? /^Stripe\w+Error$/.test(type) : type === name);
}
