/** For tests: Stripe's own library, speaking to a sandbox; every answer it gets is checked against the description. */
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
    if (faults.length > 0) throw new TypeError(`an answer is not as Stripe describes it:\n${faults.join('\n')}`);
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
