import type { ApiRequest } from '#server/http/serve.ts';
import type { CurrentUser } from '../contract.ts';
import { newlySignedIn } from './current-user.ts';
import { rememberBrowser } from './known-browser.ts';
import { setSessionCookies } from './session-cookies.ts';

/** Answers with the cookies of a new session and its user. */
export async function signIn(session: { userId: string; token: string }, request: ApiRequest): Promise<CurrentUser> {
  await setSessionCookies(request.db, request, session.token);
  await rememberBrowser(request, session.userId);
  return newlySignedIn(request, session.userId, { secondFactorAt: null });
}
