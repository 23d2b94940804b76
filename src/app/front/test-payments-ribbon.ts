/**
 * The strip above every page while the payment keys are test keys, so that nobody takes a trial for the real
 * thing. It is outside of the page's root, so it costs no page any script and stays through every navigation.
 */
import type { Env } from '#server/env.ts';
import { isLive } from '#server/stripe/stripe-client.ts';

const ribbon =
  '<aside class="test-payments" aria-label="Test payments"><strong>Test payments.</strong> No real card is charged here.</aside>';

export function testPaymentsRibbon({ stripe }: Pick<Env, 'stripe'>): string {
  return stripe === undefined || isLive(stripe) ? '' : ribbon;
}
