import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readEnv } from '#server/env.ts';
import { testStripeEnv } from '#tests/support/stripe-event.ts';
import {
  fileHeaders,
  isForOthers,
  paymentOrigins,
  pictureHeaders,
  policyHeader,
  securityHeaders,
} from './security-headers.ts';

const policy = (env: Record<string, string> | null) =>
  securityHeaders({ inlineScripts: [], isHttps: true }, env === null ? undefined : paymentOrigins(readEnv(env).stripe))[
    'content-security-policy'
  ]?.split('; ');

describe('the content policy', () => {
  it('lets nothing of others in on a page without payments', () => {
    expect(policy(null)).toEqual(
      expect.arrayContaining(["script-src 'self'", "connect-src 'self'", "frame-src 'self'"]),
    );
    expect(policy(null)?.join()).not.toMatch(/http/);
    expect(policy({})).toEqual(policy(null));
  });

  it("lets Stripe's script, frames and calls in on the payment page", () => {
    expect(policy(testStripeEnv)).toEqual(
      expect.arrayContaining([
        "script-src 'self' https://js.stripe.com",
        "connect-src 'self' https://api.stripe.com",
        "frame-src 'self' https://js.stripe.com https://hooks.stripe.com",
      ]),
    );
  });

  it('lets in what the environment names in place of Stripe, and Stripe no more', () => {
    const base = 'http://127.0.0.1:4242';
    const elsewhere = policy({ ...testStripeEnv, STRIPE_API_BASE: base, STRIPE_JS_URL: `${base}/endive/stripe.js` });
    expect(elsewhere).toEqual(expect.arrayContaining([`script-src 'self' ${base}`, `frame-src 'self' ${base}`]));
    expect(elsewhere?.join()).not.toContain('stripe.com');
  });
});

it('asks for https on https only, and for this host alone', () => {
  const headers = (isHttps: boolean) => securityHeaders({ inlineScripts: [], isHttps });
  expect(headers(true)['strict-transport-security']).toBe('max-age=31536000');
  expect(headers(false)).not.toHaveProperty('strict-transport-security');
});

it('enforces Trusted Types on every page but those with the script of Stripe', () => {
  expect(policy(null)).toEqual(expect.arrayContaining(["require-trusted-types-for 'script'", 'trusted-types default']));
  expect(policy(testStripeEnv)?.join()).not.toContain('trusted-types');
});

it('allows the styles inside a page by their hash, and no others', () => {
  const styles = (inlineStyle?: string) =>
    /style-src [^;]*/.exec(securityHeaders({ inlineScripts: [], inlineStyle, isHttps: true })[policyHeader] ?? '')?.[0];
  expect(styles()).toBe("style-src 'self'");
  expect(styles('a{color:red}')).toBe(
    `style-src 'self' 'sha256-${createHash('sha256').update('a{color:red}').digest('base64')}'`,
  );
});

it('lets other sites show pictures, feeds, calendars and the frame with events, and nothing else', () => {
  const all = securityHeaders({ inlineScripts: [], isHttps: true });
  expect(all['cross-origin-resource-policy']).toBe('same-origin');
  expect(fileHeaders(all)).toEqual({
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=31536000',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; connect-src 'self'",
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
  expect(pictureHeaders(all)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
  const shared = ['/og/home.png', '/maps/a/1/2.webp', '/feeds/news.xml', '/embed/events?category=x', '/events/a.ics'];
  expect(shared.filter((url) => !isForOthers(url))).toEqual([]);
  expect(['/', '/events', '/api/businesses', '/directory?search=a.ics', '/feeds'].filter(isForOthers)).toEqual([]);
});
