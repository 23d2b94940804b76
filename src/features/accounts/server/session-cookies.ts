/** The cookies of a session: its token, the hint for page scripts, and the CSRF token bound to it. */
import type { Database } from '#server/db/client.ts';
import { clearCookie, csrfCookie, sessionCookie, writeCookie } from '#server/http/cookies.ts';
import { csrfTokenOfSession } from '#server/http/csrf.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { daySeconds } from '#shared/times.ts';
import { cookieDays } from './session-life.ts';

/** Readable by scripts: it tells them to ask /api/auth/me. It opens nothing. */
const hintCookie = 'signed-in';

const maxAgeSeconds = cookieDays * daySeconds;

type Answering = Pick<ApiRequest, 'env' | 'setHeader'>;

const isHttps = ({ env }: Answering) => env.siteUrl.startsWith('https:');

export async function setSessionCookies(db: Database, request: Answering, token: string): Promise<void> {
  const https = isHttps(request);
  const cookies = [
    writeCookie(sessionCookie(https), token, { isHttps: https, maxAgeSeconds }),
    writeCookie(hintCookie, '1', { isHttps: https, readable: true, maxAgeSeconds }),
    writeCookie(csrfCookie, await csrfTokenOfSession(db, token), { isHttps: https, readable: true }),
  ];
  for (const cookie of cookies) request.setHeader('Set-Cookie', cookie, { append: true });
}

export function clearSessionCookies(request: Answering): void {
  const https = isHttps(request);
  const cookies = [
    clearCookie(sessionCookie(https), { isHttps: https }),
    clearCookie(hintCookie, { isHttps: https, readable: true }),
    clearCookie(csrfCookie, { isHttps: https, readable: true }),
  ];
  for (const cookie of cookies) request.setHeader('Set-Cookie', cookie, { append: true });
}
