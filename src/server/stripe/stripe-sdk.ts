/** Stripe's SDK, loaded at its first use: it takes some 20 MB, and many web processes never speak to Stripe. */
import { createRequire } from 'node:module';
import type Stripe from 'stripe';

type Sdk = typeof Stripe;
type ErrorName =
  | 'StripeError'
  | 'StripeAPIError'
  | 'StripeCardError'
  | 'StripeConnectionError'
  | 'StripeInvalidRequestError'
  | 'StripeRateLimitError';

const require = createRequire(import.meta.url);
let loaded: Sdk | undefined;

export function stripeSdk(): Sdk {
  loaded ??= require('stripe') as Sdk;
  return loaded;
}

/** Tells whether Stripe's SDK threw this error, of the kind `name`. Before the SDK is loaded there is none. */
export function isStripeError<Name extends ErrorName>(
  error: unknown,
  name: Name,
): error is InstanceType<Sdk['errors'][Name]> {
  return loaded !== undefined && error instanceof loaded.errors[name];
}
