/**
 * Who may do what: every call of the API and every page, in one table. One that is missing here does not start, so a new
 * one cannot be open by oversight.
 */
import type { SessionUser } from '#server/http/serve.ts';
import type { EndpointShape } from '#shared/endpoint.ts';
import { Problem } from '#shared/problem.ts';

export type Who = 'anyone' | 'signed-in' | 'staff';

/** By method and path as the contract has them. */
export const apiAccess: Readonly<Record<string, Who>> = {
  'GET /api/csrf-token': 'anyone',
  'GET /api/auth/me': 'signed-in',
  'POST /api/auth/register': 'anyone',
  'POST /api/auth/login': 'anyone',
  'POST /api/auth/logout': 'anyone',
  'POST /api/auth/verify-email': 'anyone',
  'POST /api/auth/verification-mail': 'signed-in',
  'POST /api/auth/password-reset-mail': 'anyone',
  'POST /api/auth/password-reset': 'anyone',
  'POST /api/auth/second-factor': 'signed-in',
  'POST /api/auth/second-factor/setup': 'staff',
  'POST /api/auth/second-factor/confirm': 'staff',
  'POST /api/auth/second-factor/off': 'staff',
  'POST /api/account/username': 'signed-in',
  'POST /api/account/email': 'signed-in',
  'POST /api/account/password': 'signed-in',
  'GET /api/account/sessions': 'signed-in',
  'DELETE /api/account/sessions': 'signed-in',
  'DELETE /api/account/sessions/{id}': 'signed-in',
  'POST /api/account/delete': 'signed-in',
  'GET /api/account/data': 'signed-in',
  'GET /api/city': 'anyone',
  'GET /api/city/home': 'anyone',
  'GET /api/city/history': 'anyone',
  'GET /api/city/helpful-links': 'anyone',
  'GET /api/city/contact': 'anyone',
  'GET /api/city/picture-credits': 'anyone',
  'GET /api/categories': 'anyone',
  'GET /api/categories/{slug}': 'anyone',
  'GET /api/businesses': 'anyone',
  'GET /api/businesses/featured': 'anyone',
  'GET /api/businesses/suggestions': 'anyone',
  'GET /api/businesses/{slug}': 'anyone',
  'GET /api/user/businesses': 'signed-in',
  'GET /api/businesses/similar': 'signed-in',
  'GET /api/businesses/addresses': 'signed-in',
  'GET /api/businesses/id/{id}': 'signed-in',
  'POST /api/businesses': 'signed-in',
  'PUT /api/businesses/{id}': 'signed-in',
  'PUT /api/businesses/{id}/logo': 'signed-in',
  'DELETE /api/businesses/{id}/logo': 'signed-in',
  'POST /api/businesses/{id}/photos': 'signed-in',
  'PUT /api/businesses/{id}/photos': 'signed-in',
  'DELETE /api/businesses/{id}/photos/{photoId}': 'signed-in',
  'POST /api/businesses/{slug}/reports': 'anyone',
  'GET /api/events': 'anyone',
  'GET /api/events/upcoming': 'anyone',
  'POST /api/events/suggestions': 'anyone',
  'GET /api/events/suggestions/confirmation': 'anyone',
  'POST /api/events/suggestions/confirmation': 'anyone',
  'GET /api/articles': 'anyone',
  'GET /api/articles/{slug}': 'anyone',
  'GET /api/article-previews/{token}': 'anyone',
  'GET /api/staff/articles': 'staff',
  'GET /api/staff/articles/{id}': 'staff',
  'PUT /api/staff/articles/{id}': 'staff',
  'DELETE /api/staff/articles/{id}': 'staff',
  'POST /api/staff/articles/{id}/publish': 'staff',
  'POST /api/staff/articles/{id}/unpublish': 'staff',
  'PUT /api/staff/articles/{id}/slug': 'staff',
  'GET /api/staff/articles/{id}/preview': 'staff',
  'GET /api/staff/articles/{id}/revisions': 'staff',
  'GET /api/staff/articles/{id}/revisions/{version}': 'staff',
  'POST /api/staff/articles/{id}/revisions/{version}/restore': 'staff',
  'GET /api/ads': 'anyone',
  'POST /api/ads/{id}/counts': 'anyone',
  'POST /api/businesses/{id}/counts': 'anyone',
  'POST /api/businesses/search-counts': 'anyone',
  'GET /api/user/businesses/{id}/statistics': 'signed-in',
  'PUT /api/user/businesses/{id}/statistics-mail': 'signed-in',
  'POST /api/statistics-mail/end': 'anyone',
  'GET /api/staff/ads': 'staff',
  'POST /api/staff/ads': 'staff',
  'GET /api/staff/ads/{id}': 'staff',
  'PUT /api/staff/ads/{id}': 'staff',
  'PUT /api/staff/ads/{id}/active': 'staff',
  'DELETE /api/staff/ads/{id}': 'staff',
  // Stripe, by its signature.
  'POST /api/stripe/webhook': 'anyone',
  'GET /api/payments': 'anyone',
  'POST /api/checkout/settle': 'signed-in',
  'POST /api/upgrade': 'signed-in',
  'GET /api/billing': 'signed-in',
  'POST /api/billing/portal': 'signed-in',
  'POST /api/billing/interval': 'signed-in',
  'POST /api/checkout/session': 'signed-in',
  'GET /api/user/claims': 'signed-in',
  'PUT /api/claims/{id}/evidence': 'signed-in',
  'POST /api/claims/{id}/documents': 'signed-in',
  'DELETE /api/claims/{id}/documents/{documentId}': 'signed-in',
  'POST /api/claims/{id}/withdraw': 'signed-in',
  'POST /api/create-payment-intent': 'anyone',
  'PUT /api/listing-orders/contact': 'anyone',
  'POST /api/listing-orders/settle': 'anyone',
  'POST /api/business-listing-confirmation': 'anyone',
  'GET /api/staff/listing-orders': 'staff',
  'POST /api/staff/listing-orders/{id}/done': 'staff',
  'POST /api/staff/listing-orders/{id}/refund': 'staff',
  'POST /api/contact': 'anyone',
  'POST /api/newsletter/subscribe': 'anyone',
  'GET /api/newsletter/subscription': 'anyone',
  'POST /api/newsletter/unsubscribe': 'anyone',
  'GET /api/newsletter/preferences': 'anyone',
  'PUT /api/newsletter/preferences': 'anyone',
  'POST /api/newsletter/confirm': 'anyone',
  'GET /api/newsletter/archive': 'anyone',
  'GET /api/newsletter/archive/{slug}': 'anyone',
  'POST /api/newsletter/bounces': 'anyone',
  'GET /api/staff/counts': 'staff',
  'GET /api/staff/queue': 'staff',
  'GET /api/staff/businesses': 'staff',
  'GET /api/staff/businesses/{id}': 'staff',
  'POST /api/staff/businesses/{id}/approve': 'staff',
  'POST /api/staff/businesses/{id}/reject': 'staff',
  'PUT /api/staff/businesses/{id}/featured': 'staff',
  'PUT /api/staff/businesses/{id}/hidden': 'staff',
  'POST /api/staff/businesses/{id}/merge': 'staff',
  'GET /api/staff/claims/{id}': 'staff',
  'GET /api/staff/claims/{id}/documents/{documentId}': 'staff',
  'POST /api/staff/claims/{id}/approve': 'staff',
  'POST /api/staff/claims/{id}/reject': 'staff',
  'GET /api/staff/changes': 'staff',
  'POST /api/staff/changes/{id}/keep': 'staff',
  'POST /api/staff/changes/{id}/undo': 'staff',
  'GET /api/staff/imports': 'staff',
  'POST /api/staff/imports': 'staff',
  'GET /api/staff/imports/{id}': 'staff',
  'POST /api/staff/imports/{id}/runs': 'staff',
  'GET /api/staff/imports/runs/{id}': 'staff',
  'POST /api/staff/imports/runs/{id}/stop': 'staff',
  'GET /api/staff/settings': 'staff',
  'PUT /api/staff/settings/{key}': 'staff',
  'DELETE /api/staff/settings/{key}': 'staff',
  'GET /api/staff/billing/failures': 'staff',
  'POST /api/staff/billing/failures/{id}/replay': 'staff',
  'GET /api/staff/billing/subscriptions': 'staff',
  'POST /api/staff/billing/subscriptions/{id}/refund': 'staff',
  'GET /api/staff/audit': 'staff',
  'GET /api/staff/people': 'staff',
  'GET /api/staff/people/{id}': 'staff',
  'PUT /api/staff/people/{id}/ban': 'staff',
  'DELETE /api/staff/people/{id}/sessions': 'staff',
  'PUT /api/staff/people/{id}/role': 'staff',
  'GET /api/staff/events': 'staff',
  'POST /api/staff/events': 'staff',
  'GET /api/staff/events/{id}': 'staff',
  'PUT /api/staff/events/{id}': 'staff',
  'DELETE /api/staff/events/{id}': 'staff',
  'PUT /api/staff/events/{id}/status': 'staff',
  'PUT /api/staff/events/{id}/date': 'staff',
  'PUT /api/staff/events/{id}/times/{day}': 'staff',
  'DELETE /api/staff/events/{id}/times/{day}': 'staff',
  'GET /api/staff/event-times': 'staff',
  'POST /api/staff/event-imports': 'staff',
  'GET /api/staff/event-suggestions': 'staff',
  'GET /api/staff/event-suggestions/{id}': 'staff',
  'POST /api/staff/event-suggestions/{id}/approve': 'staff',
  'POST /api/staff/event-suggestions/{id}/reject': 'staff',
  'GET /api/staff/messages': 'staff',
  'PUT /api/staff/messages/{id}': 'staff',
  'GET /api/staff/newsletter/issues': 'staff',
  'POST /api/staff/newsletter/issues': 'staff',
  'GET /api/staff/newsletter/issues/{id}': 'staff',
  'PUT /api/staff/newsletter/issues/{id}': 'staff',
  'DELETE /api/staff/newsletter/issues/{id}': 'staff',
  'POST /api/staff/newsletter/issues/{id}/test': 'staff',
  'POST /api/staff/newsletter/issues/{id}/schedule': 'staff',
  'POST /api/staff/newsletter/issues/{id}/unschedule': 'staff',
  'POST /api/staff/newsletter/issues/{id}/send': 'staff',
  'POST /api/staff/newsletter/issues/{id}/pause': 'staff',
  'POST /api/staff/newsletter/issues/{id}/resume': 'staff',
  'GET /api/staff/newsletter/issues/{id}/progress': 'staff',
  'GET /api/staff/newsletter/issues/{id}/failures': 'staff',
  'GET /api/staff/newsletter/choices': 'staff',
  'GET /api/staff/newsletter/settings': 'staff',
  'PUT /api/staff/newsletter/settings': 'staff',
  'GET /api/staff/newsletter/subscribers': 'staff',
  'POST /api/staff/newsletter/subscribers/import': 'staff',
  'PUT /api/staff/newsletter/subscribers/{id}/suppressed': 'staff',
  'DELETE /api/staff/newsletter/subscribers/{id}': 'staff',
  'POST /api/staff/pictures': 'staff',
  'GET /api/staff/reports': 'staff',
  'PUT /api/staff/reports/{id}': 'staff',
};

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

/** @throws naming every call that the table lacks */
export function checkApiAccess(endpoints: readonly EndpointShape[]): void {
  requireKeys(
    apiAccess,
    endpoints.map(({ method, path }) => `${method} ${path}`),
  );
}

/** @throws naming every page that the table lacks */
export function checkPageAccess(paths: readonly string[]): void {
  requireKeys(pageAccess, paths);
}

function requireKeys(table: Readonly<Record<string, Who>>, keys: readonly string[]): void {
  const missing = keys.filter((key) => !Object.hasOwn(table, key));
  if (missing.length > 0) throw new Error(`src/app/access.ts does not say who may use ${missing.join(', ')}`);
}

/** The one change that a session without its second factor may make. */
const givesSecondFactor = 'POST /api/auth/second-factor';

/**
 * What asks for the second factor of those who have one: all that is for staff, and every change of what is one's own. A stolen
 * password alone shows what its owner has, and changes none of it.
 */
export function needsSecondFactor({ method, path }: EndpointShape): boolean {
  const key = `${method} ${path}`;
  const who = apiAccess[key];
  return who === 'staff' || (who === 'signed-in' && method !== 'GET' && key !== givesSecondFactor);
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
