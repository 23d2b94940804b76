/**
 * Where pages may come from a replica: a browser that has just changed something, and everybody who is signed in, reads from the primary.
 * A process knows of its own changes at once, and of others' a moment later; a cookie bridges that moment on all machines.
 */
import type { Env } from '#server/env.ts';
import { sessionCookie, writeCookie, wroteCookie } from './cookies.ts';

/** A replica that is further behind is not read at all (needed-position.ts). */
const maxAgeSeconds = 5;

type Site = Pick<Env, 'siteUrl'>;

const isHttps = ({ siteUrl }: Site) => siteUrl.startsWith('https:');

/** The header that marks a browser which has changed something. */
export function wroteMark(env: Site): string {
  return writeCookie(wroteCookie(isHttps(env)), '1', { isHttps: isHttps(env), maxAgeSeconds });
}

const cookieNamed = (name: string) => new RegExp(`(?:^|;)\\s*${name}=`);

/** Makes a function from a Cookie header to whether its browser has just changed something. */
export function createFreshnessCheck(env: Site): (cookies: string | undefined) => boolean {
  const mark = cookieNamed(wroteCookie(isHttps(env)));
  return (cookies) => cookies !== undefined && mark.test(cookies);
}

/** Tells whether a request with these cookies may be answered from data that is up to a second old. */
export function mayReadLate(env: Site, cookies: string | undefined): boolean {
  if (cookies === undefined) return true;
  const [session, mark] = [sessionCookie(isHttps(env)), wroteCookie(isHttps(env))];
  return !cookieNamed(session).test(cookies) && !cookieNamed(mark).test(cookies);
}
