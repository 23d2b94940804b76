/**
 * The page that somebody wanted when they were asked to log in; pages of this site only. The guard keeps it
 * in the history entry, so that it redirects to plain /login. Links from public pages name it in the address.
 */

const home = '/dashboard';

/** '/login?next=%2Fedit-business%2F1' */
export function logInPath(wanted: string): string {
  return `/login?${new URLSearchParams({ next: wanted })}`;
}

/** The state of the history entry of a log-in page that a guard led to. */
export const wish = (next: string) => ({ next });

const wishOf = (state: unknown): string | null => {
  const { next } = (state ?? {}) as Partial<ReturnType<typeof wish>>;
  return typeof next === 'string' ? ownPath(next) : null;
};

/** @param from search ('?next=…') and state of the page with the form */
export function nextPage({ search, state }: { search: string; state?: unknown }): string {
  return wishOf(state) ?? ownPath(new URLSearchParams(search).get('next')) ?? home;
}

/** The sentence above a log-in form that names the page somebody wanted; undefined when they came by themselves. */
export function whyAsked(next: string): string | undefined {
  const path = next.split(/[?#]/, 1)[0] ?? '';
  const reasons: [RegExp, string][] = [
    [/^\/claim-business$/, 'Log in to claim your business, or sign up: it takes a minute.'],
    [/^\/add-business$/, 'Log in to add your business, or sign up: it takes a minute.'],
    [/^\/(listing|staff)-invitation$/, 'Log in to accept the invitation, or sign up with the address that got it.'],
    [/^\/edit-business\//, 'Log in to edit your listing.'],
    [/^\/business-statistics\//, "Log in to see your listing's numbers."],
    [/^\/account$/, 'Log in to see your account.'],
    [/^\/staff(\/|$)/, 'Log in to open the staff area.'],
  ];
  return reasons.find(([pattern]) => pattern.test(path))?.[1];
}

/** The token of the invitation whose page somebody wanted. */
export function invitationTokenOf(next: string): string | null {
  const [path, search] = next.split('?', 2);
  return path === '/listing-invitation' ? new URLSearchParams(search).get('token') : null;
}

/** The path of the other form with the same wish: from log-in to sign-up and back. */
export function withNext(path: string, wanted: string | null): string {
  const next = ownPath(wanted);
  return next === null ? path : `${path}?${new URLSearchParams({ next })}`;
}

/**
 * Browsers interpret '//host', '/\\host' and control characters in their own ways, so the result must be a
 * path of this site.
 */
function ownPath(next: string | null): string | null {
  const base = 'http://own.invalid';
  if (next === null || !next.startsWith('/') || !URL.canParse(next, base)) return null;
  const { origin, pathname, search, hash } = new URL(next, base);
  if (origin !== base || pathname.startsWith('//') || /^\/(login|signup)\b/.test(pathname)) return null;
  return pathname + search + hash;
}
