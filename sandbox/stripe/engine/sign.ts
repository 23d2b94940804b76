import { createHmac } from 'node:crypto';

/**
 * Builds the `Stripe-Signature` header of a webhook call; `at` is in seconds, by the real clock, which the
 * receiver checks.
 */
export function signatureHeader(body: string, secret: string, at = Math.floor(Date.now() / 1000)): string {
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return `t=${at},v1=${signature}`;
}
