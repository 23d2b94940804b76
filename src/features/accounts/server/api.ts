import { issueCsrfToken } from '#server/http/csrf.ts';
import { serve } from '#server/http/serve.ts';
import { getCsrfToken, getCurrentUser } from '../contract.ts';
import { logIn, logOut, register } from '../sign-in-contract.ts';
import { asCurrentUser, requireUser } from './current-user.ts';
import { logInWithPassword } from './log-in.ts';
import { endOwnSession } from './log-out.ts';
import { registerOwner } from './register.ts';
import { clearSessionCookies } from './session-cookies.ts';
import { signIn } from './sign-in.ts';

export const accountsApi = [
  serve(getCsrfToken, async (_, { db, env, headers, setHeader }) => {
    const { token, cookies } = await issueCsrfToken(db, headers, env.siteUrl);
    for (const cookie of cookies) setHeader('Set-Cookie', cookie, { append: true });
    setHeader('Cache-Control', 'no-store');
    return { csrfToken: token };
  }),
  serve(getCurrentUser, async (_, { user }) => asCurrentUser(requireUser(user))),
  serve(register, async ({ body }, request) => signIn(await registerOwner(body, request), request)),
  serve(logIn, async ({ body }, request) => signIn(await logInWithPassword(body, request), request)),
  serve(logOut, async (_, request) => {
    await endOwnSession(request.db, request.headers, request.env.siteUrl);
    clearSessionCookies(request);
    return { message: 'Logged out successfully' };
  }),
];
