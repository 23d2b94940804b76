/** The names of the site's cookies, and how they are written. */
import { parse, serialize } from 'hono/utils/cookie';

interface CookieOptions {
  isHttps: boolean;
  /** Page scripts may read it. */
  readable?: boolean;
  /** Without it the cookie ends with the browser's session. */
  maxAgeSeconds?: number;
}

/** `__Host-` keeps other subdomains from planting the cookie; browsers accept the prefix on https only. */
const hostPrefix = (name: string, isHttps: boolean) => (isHttps ? `__Host-${name}` : name);

export const sessionCookie = (isHttps: boolean) => hostPrefix('session', isHttps);
/** Identifies one anonymous browser, only for its CSRF token. */
export const browserCookie = (isHttps: boolean) => hostPrefix('browser', isHttps);
/** Says that a person signed in with this browser before; kept after log-out. */
export const knownBrowserCookie = (isHttps: boolean) => hostPrefix('known-browser', isHttps);
/** The listing that a browser is paying for. */
export const orderCookie = (isHttps: boolean) => hostPrefix('listing-order', isHttps);
/** Set for some seconds where pages may come from a replica: says that this browser has just changed something. */
export const wroteCookie = (isHttps: boolean) => hostPrefix('wrote', isHttps);
/** The API fixes this name, so it has no `__Host-` prefix (docs/product-rules.md#calls). */
export const csrfCookie = 'csrf-token';

/** The value of the first cookie with that name; undefined when the request has none. */
export function readCookie(headers: Headers, name: string): string | undefined {
  return parse(headers.get('cookie') ?? '', name)[name];
}

/** A Set-Cookie header that deletes a cookie. */
export function clearCookie(name: string, options: Omit<CookieOptions, 'maxAgeSeconds'>): string {
  return writeCookie(name, '', { ...options, maxAgeSeconds: 0 });
}

/** A Set-Cookie header. */
export function writeCookie(name: string, value: string, { isHttps, readable, maxAgeSeconds }: CookieOptions): string {
  return serialize(name, value, {
    path: '/',
    sameSite: 'Lax',
    httpOnly: !readable,
    secure: isHttps,
    ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
  });
}
