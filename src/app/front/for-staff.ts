import type { Context } from 'hono';
import { isAllowed } from '#app/api/access.ts';
import { logInPath } from '#features/accounts/next-page.ts';
import { findSession } from '#features/accounts/server/find-session.ts';
import type { ApiEnv, Services, SessionUser } from '#server/http/serve.ts';
import type { StaffRight } from '#shared/staff-rights.ts';

type ForStaff = (
  c: Context<ApiEnv>,
  right: StaffRight,
  answer: (user: SessionUser) => Promise<Response>,
) => Promise<Response>;

export const missing = (c: Context): Response => c.text('There is no such file.', 404, { 'Cache-Control': 'no-store' });

/** Answers somebody with this right. Whoever is signed out is sent to the log-in; for everybody else there is nothing. */
export function forStaff(services: Services): ForStaff {
  return async (c, right, answer) => {
    const headers = c.req.raw.headers;
    const user = await findSession({ ...services, headers, setHeader: (name, value) => c.header(name, value) });
    const { pathname, search } = new URL(c.req.url);
    if (user === null) return c.redirect(logInPath(pathname + search), 302);
    return isAllowed({ who: 'staff', rights: [right] }, user) ? answer(user) : missing(c);
  };
}
