/**
 * Keeps other sites from writing in a visitor's name: a token bound to the session (or to an anonymous
 * browser), and the browser's own headers about the origin of a call.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '#server/db/client.ts';
import { siteSecret } from '#server/site-secret.ts';
import { Problem } from '#shared/problem.ts';
import { browserCookie, csrfCookie, readCookie, sessionCookie, writeCookie } from './cookies.ts';

/** The session or browser to which a request's token is bound; undefined when it has neither cookie. */
export function binding(headers: Headers, isHttps: boolean): string | undefined {
  const session = readCookie(headers, sessionCookie(isHttps));
  if (session) return `session:${session}`;
  const browser = readCookie(headers, browserCookie(isHttps));
  return browser ? `browser:${browser}` : undefined;
}

async function tokenFor(db: Database, bound: string): Promise<string> {
  return createHmac('sha256', await siteSecret(db, 'csrf'))
    .update(bound)
    .digest('base64url');
}

interface IssuedToken {
  token: string;
  /** Set-Cookie headers that belong to the token. */
  cookies: string[];
}

/**
 * The token for this session or browser; it stays the same as long as the cookie. Makes a browser id when
 * there is none.
 */
export async function issueCsrfToken(db: Database, headers: Headers, siteUrl: string): Promise<IssuedToken> {
  const isHttps = siteUrl.startsWith('https:');
  const cookies: string[] = [];
  let bound = binding(headers, isHttps);
  if (bound === undefined) {
    const id = randomBytes(16).toString('base64url');
    cookies.push(writeCookie(browserCookie(isHttps), id, { isHttps }));
    bound = `browser:${id}`;
  }
  const token = await tokenFor(db, bound);
  cookies.push(writeCookie(csrfCookie, token, { isHttps, readable: true }));
  return { token, cookies };
}

/** The token that issueCsrfToken will return for a new session. */
export function csrfTokenOfSession(db: Database, sessionToken: string): Promise<string> {
  return tokenFor(db, `session:${sessionToken}`);
}

const refusal = 'Your session has moved on. Please reload the page and try again.';

/** @throws Problem 'csrf' unless X-CSRF-Token is this session's or browser's own */
export async function checkCsrfToken(db: Database, headers: Headers, siteUrl: string): Promise<void> {
  const given = headers.get('x-csrf-token');
  const bound = binding(headers, siteUrl.startsWith('https:'));
  if (given === null || bound === undefined) throw new Problem('csrf', refusal);
  const right = Buffer.from(await tokenFor(db, bound));
  const sent = Buffer.from(given);
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) throw new Problem('csrf', refusal);
}

/**
 * Programs other than browsers send neither header and may pass: they hold nobody's cookies. The requested
 * host counts as ours too, so that a site reached by another name than SITE_URL still works.
 * @throws Problem 'csrf' when the browser says that another site makes this call
 */
export function checkOrigin(headers: Headers, siteUrl: string): void {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') throw new Problem('csrf', refusal);
  const origin = headers.get('origin');
  if (origin === null || origin === siteUrl) return;
  const host = headers.get('host');
  if (host === null || !URL.canParse(origin) || new URL(origin).host !== host) throw new Problem('csrf', refusal);
}
