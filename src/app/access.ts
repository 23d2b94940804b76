/** Checks who may make a call or see a page. Each endpoint's contract says for whom it is. */
import type { SessionUser } from '#server/http/serve.ts';
import type { Who } from '#shared/endpoint.ts';
import { Problem } from '#shared/problem.ts';

/** By path as the route table has it. The HTML is the same for everybody; what a page shows comes from the API. */
export const pageAccess: Readonly<Record<string, Who>> = {
  '/': 'anyone',
  '/directory': 'anyone',
  '/business/:slug': 'anyone',
  '/business/:slug/report': 'anyone',
  '/category/:slug': 'anyone',
  '/events': 'anyone',
  '/events/suggest': 'anyone',
  '/events/confirm': 'anyone',
  '/news': 'anyone',
  '/news/:slug': 'anyone',
  '/preview': 'anyone',
  '/history': 'anyone',
  '/helpful-links': 'anyone',
  '/real-estate': 'anyone',
  '/get-listed': 'anyone',
  '/contact': 'anyone',
  '/login': 'anyone',
  '/signup': 'anyone',
  '/verify-email': 'anyone',
  '/reset-password': 'anyone',
  '/account': 'signed-in',
  '/dashboard': 'signed-in',
  '/claim-business': 'signed-in',
  '/add-business': 'signed-in',
  '/edit-business/:id': 'signed-in',
  '/checkout': 'anyone',
  '/payment-success': 'anyone',
  '/business-statistics/:id': 'signed-in',
  '/statistics-mail/end': 'anyone',
  '/upgrade-success': 'anyone',
  '/upgrade-cancelled': 'anyone',
  '/credits': 'anyone',
  '/newsletter/unsubscribe': 'anyone',
  '/newsletter/preferences': 'anyone',
  '/newsletter/confirm': 'anyone',
  '/newsletter/archive': 'anyone',
  '/newsletter/archive/:slug': 'anyone',
  '/staff/*': 'staff',
  '*': 'anyone',
};

/** @throws naming every page that the table lacks */
export function checkPageAccess(paths: readonly string[]): void {
  requireKeys(pageAccess, paths);
}

function requireKeys(table: Readonly<Record<string, Who>>, keys: readonly string[]): void {
  const missing = keys.filter((key) => !Object.hasOwn(table, key));
  if (missing.length > 0) throw new Error(`src/app/access.ts does not say who may use ${missing.join(', ')}`);
}

/** @throws Problem 'second_factor' */
export function checkSecondFactor(user: SessionUser | null): void {
  if (user?.secondFactor !== 'asked') return;
  throw new Problem('second_factor', 'Please enter the code from your authenticator app first.');
}

/** checkAccess as a question. */
export function isAllowed(who: Who, user: SessionUser | null): boolean {
  try {
    checkAccess(who, user);
    return true;
  } catch {
    return false;
  }
}

/**
 * Staff who have set up a second factor are staff once they have given it in this session.
 * @throws Problem 'signed_out', 'forbidden' or 'second_factor'
 */
export function checkAccess(who: Who, user: SessionUser | null): void {
  if (who === 'anyone') return;
  if (user === null) throw new Problem('signed_out', 'Please log in first.');
  if (who === 'staff' && user.role !== 'staff') throw new Problem('forbidden', 'Only staff may do this.');
  if (who === 'staff') checkSecondFactor(user);
}
