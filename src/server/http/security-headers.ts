/** Headers of every answer. */
import { createHash } from 'node:crypto';
import type { StripeEnv } from '#server/env.ts';

interface SecurityHeaderOptions {
  /** Inline scripts that every page carries; allowed by their hash, which works with stored pages. */
  inlineScripts: readonly string[];
  /** The styles inside a page, allowed in the same way. */
  inlineStyle?: string | undefined;
  isHttps: boolean;
}

/** Additional origins of the payment form: Stripe's script, its frames with the card's fields, its calls. */
interface PaymentOrigins {
  script: readonly string[];
  frame: readonly string[];
  connect: readonly string[];
}

export const policyHeader = 'content-security-policy';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Stripe's own origins, or those that the environment names instead. */
export function paymentOrigins(stripe: StripeEnv | undefined): PaymentOrigins {
  if (stripe === undefined) return { script: [], frame: [], connect: [] };
  const named = [stripe.jsUrl, stripe.apiBase].filter((url) => url !== undefined);
  const elsewhere = [...new Set(named.map((url) => new URL(url).origin))];
  if (elsewhere.length > 0) return { script: elsewhere, frame: elsewhere, connect: elsewhere };
  const js = 'https://js.stripe.com';
  return { script: [js], frame: [js, 'https://hooks.stripe.com'], connect: ['https://api.stripe.com'] };
}

export function securityHeaders(
  { inlineScripts, inlineStyle, isHttps }: SecurityHeaderOptions,
  payments?: PaymentOrigins,
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    ['script-src', "'self'", ...inlineScripts.map(hashOf), ...(payments?.script ?? [])].join(' '),
    ["style-src 'self'", ...(inlineStyle === undefined ? [] : [hashOf(inlineStyle)])].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...(payments?.connect ?? [])].join(' '),
    // Our own frame: the preview of a newsletter. Only that page allows being framed.
    ["frame-src 'self'", ...(payments?.frame ?? [])].join(' '),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // The page's own policy is trusted-types.ts. Stripe's script has none, so pages that pay go without.
    ...(payments && payments.script.length > 0 ? [] : ["require-trusted-types-for 'script'", 'trusted-types default']),
  ];
  return {
    [policyHeader]: policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(self)',
    // For this host only: other services of the town below its name may still use http.
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

const ofFiles = new Set([
  'x-content-type-options',
  'strict-transport-security',
  'cross-origin-resource-policy',
  'referrer-policy',
]);

const closed = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** The build's scripts, styles and fonts: opened by themselves they load nothing. A worker asks this site, by the policy of its own file. */
export const fileHeaders = (headers: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => ofFiles.has(name))),
  'content-security-policy': `${closed}; connect-src 'self'`,
});

/** Pictures may be opened by themselves; other sites, mails and feed readers show them. */
export const pictureHeaders = (headers: Record<string, string>): Record<string, string> => ({
  ...fileHeaders(headers),
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': closed,
});

/** Addresses whose answers other sites, mails and feed readers show: pictures, feeds, calendars, the frame with events. */
export const isForOthers = (url: string): boolean => /^\/(?:og|maps|feeds|embed)\/|^[^?]*\.ics(?:\?|$)/.test(url);
