/** Stripe's own library, connected to a sandbox. Every answer is checked against Stripe's description. */
import Stripe from 'stripe';
import type { RunningSandbox } from '../start-sandbox.ts';
import { faultsOf } from './strict.ts';

export function testClient(
  running: Pick<RunningSandbox, 'url' | 'secretKey'>,
  config: Partial<Stripe.StripeConfig> = {},
) {
  const { hostname, port } = new URL(running.url);
  const checkingFetch: typeof fetch = async (...request) => {
    const answer = await fetch(...request);
    const faults = faultsOf(await answer.clone().json());
    if (faults.length > 0) throw new TypeError(`The answer does not match Stripe's description:\n${faults.join('\n')}`);
    return answer;
  };
  return new Stripe(running.secretKey, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(checkingFetch),
    ...config,
  });
}
