/** The HTTP API: the checks before every call, then one line for each feature. */
import { randomUUID } from 'node:crypto';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { beforeDeletion } from '#app/wiring/before-deletion.ts';
import { endUnfinished } from '#app/wiring/end-unfinished.ts';
import { letterKinds, mailWays } from '#app/wiring/letter-kinds.ts';
import { mailTexts } from '#app/wiring/mail-texts.ts';
import { stripeSyncs } from '#app/wiring/stripe-sync-order.ts';
import { accountApi } from '#features/accounts/server/account-api.ts';
import { accountsApi } from '#features/accounts/server/api.ts';
import { findSession } from '#features/accounts/server/find-session.ts';
import { mailLinksApi } from '#features/accounts/server/mail-links-api.ts';
import { passkeyApi } from '#features/accounts/server/passkey-api.ts';
import { peopleApi } from '#features/accounts/server/people-api.ts';
import { secondFactorApi } from '#features/accounts/server/second-factor-api.ts';
import { adsApi } from '#features/ads/server/api.ts';
import { staffAdsApi } from '#features/ads/server/staff-api.ts';
import { alertsApi } from '#features/alerts/server/api.ts';
import { approvalsApi } from '#features/approvals/server/api.ts';
import { rejectWaiting } from '#features/approvals/server/reject-waiting.ts';
import { articlesApi } from '#features/articles/server/api.ts';
import { staffArticlesApi } from '#features/articles/server/staff-api.ts';
import { auditApi } from '#features/audit/server/api.ts';
import { billingApi } from '#features/billing/server/api.ts';
import { billingDeskApi } from '#features/billing-desk/server/api.ts';
import { pricesApi } from '#features/billing-desk/server/prices-api.ts';
import { businessMessagesApi } from '#features/business-messages/server/api.ts';
import { ownMessagesApi } from '#features/business-messages/server/own-api.ts';
import { businessesApi } from '#features/businesses/server/api.ts';
import { ownersApi } from '#features/businesses/server/owner-api.ts';
import { staffBusinessesApi } from '#features/businesses/server/staff-api.ts';
import { searchSuggestionsApi } from '#features/businesses/server/suggestions-api.ts';
import { categoriesApi } from '#features/categories/server/api.ts';
import { cityGuideApi } from '#features/city-guide/server/api.ts';
import { claimsApi } from '#features/claims/server/api.ts';
import { staffClaimsApi } from '#features/claims/server/staff-api.ts';
import { contactApi } from '#features/contact/server/api.ts';
import { conversationsApi } from '#features/conversations/server/api.ts';
import { inboundApi } from '#features/conversations/server/inbound-api.ts';
import { correctionsApi } from '#features/corrections/server/api.ts';
import { staffCorrectionsApi } from '#features/corrections/server/staff-api.ts';
import { eventsApi } from '#features/events/server/api.ts';
import { staffEventsApi } from '#features/events/server/staff-api.ts';
import { suggestionsApi } from '#features/events/server/suggestions-api.ts';
import { failedMailsApi } from '#features/failed-mails/server/staff-api.ts';
import { findApi } from '#features/find/server/api.ts';
import { staffImportsApi } from '#features/imports/server/staff-api.ts';
import { leavingApi } from '#features/leaving/server/api.ts';
import { staffLeavingApi } from '#features/leaving/server/staff-api.ts';
import { listingChoicesApi } from '#features/listing-choices/server/staff-api.ts';
import { listingOrdersApi } from '#features/listing-orders/server/api.ts';
import { staffOrdersApi } from '#features/listing-orders/server/staff-api.ts';
import { listingQuestionsApi } from '#features/listing-questions/server/api.ts';
import { mailChoicesApi } from '#features/mail-choices/server/api.ts';
import { mailTextsApi } from '#features/mail-texts/server/staff-api.ts';
import { managersApi } from '#features/managers/server/api.ts';
import { staffManagersApi } from '#features/managers/server/staff-api.ts';
import { mapsApi } from '#features/maps/server/api.ts';
import { newsletterApi } from '#features/newsletter/server/api.ts';
import { staffNewsletterApi } from '#features/newsletter/server/staff-api.ts';
import { subscribersApi } from '#features/newsletter/server/subscribers-api.ts';
import { noticesApi } from '#features/notices/server/api.ts';
import { staffNoticesApi } from '#features/notices/server/staff-api.ts';
import { ownerPostsApi } from '#features/owner-posts/server/api.ts';
import { staffPicturesApi } from '#features/pictures/server/api.ts';
import { premiumApi } from '#features/premium/server/api.ts';
import { recommendationsApi } from '#features/recommendations/server/api.ts';
import { reportsApi } from '#features/reports/server/api.ts';
import { sampleContentApi } from '#features/sample-content/server/staff-api.ts';
import { savedFiltersApi } from '#features/saved-filters/server/api.ts';
import { savedTextsApi } from '#features/saved-texts/server/api.ts';
import { staffSearchesApi } from '#features/searches/server/staff-api.ts';
import { checksApi } from '#features/settings/server/checks-api.ts';
import { secondFactorExceptionApi } from '#features/settings/server/second-factor-exception.ts';
import { staffSettingsApi } from '#features/settings/server/staff-api.ts';
import { staffInvitationsApi } from '#features/staff-invitations/server/api.ts';
import { statisticsApi } from '#features/statistics/server/api.ts';
import { undoApi } from '#features/undo/server/api.ts';
import { type CallContext, currentCall, withinCall } from '#server/call-context.ts';
import { clientAddress, createProxyCheck } from '#server/http/client-address.ts';
import { checkCsrfToken, checkOrigin } from '#server/http/csrf.ts';
import { mayReadLate, wroteMark } from '#server/http/fresh-reads.ts';
import type { InsideCall } from '#server/http/inside-call.ts';
import { answerProblem } from '#server/http/problems.ts';
import {
  type ApiEnv,
  type ApiRequest,
  mountEndpoints,
  type ServedEndpoint,
  type Services,
  tagsHeader,
} from '#server/http/serve.ts';
import { noteSecurityChanges } from '#server/security-events.ts';
import { asksSecondFactor, type EndpointShape, needsCsrfToken } from '#shared/endpoint.ts';
import { Problem } from '#shared/problem.ts';
import { checkAccess, checkFreshProof, checkSecondFactor } from './access.ts';
import { noteRefusal } from './note-refusal.ts';
import { describeApi } from './openapi.ts';
import { pathPattern } from './path-pattern.ts';

export const servedEndpoints: readonly ServedEndpoint[] = [
  ...accountsApi,
  ...accountApi,
  ...leavingApi(beforeDeletion),
  ...staffLeavingApi(beforeDeletion, rejectWaiting),
  ...mailLinksApi,
  ...secondFactorApi,
  ...passkeyApi,
  ...adsApi,
  ...alertsApi,
  ...findApi,
  ...failedMailsApi,
  ...staffAdsApi,
  ...articlesApi,
  // Before the businesses by slug: '/similar' is not a slug.
  ...ownersApi,
  ...businessesApi,
  ...searchSuggestionsApi,
  ...billingApi(stripeSyncs),
  ...categoriesApi,
  ...claimsApi,
  ...listingQuestionsApi,
  ...cityGuideApi,
  ...contactApi,
  ...eventsApi,
  ...suggestionsApi,
  ...recommendationsApi,
  ...ownerPostsApi,
  ...managersApi,
  ...staffManagersApi,
  ...staffEventsApi,
  ...listingOrdersApi,
  ...newsletterApi,
  ...noticesApi,
  ...staffNoticesApi,
  ...premiumApi,
  ...reportsApi,
  ...correctionsApi,
  ...staffCorrectionsApi,
  ...businessMessagesApi,
  ...ownMessagesApi,
  ...approvalsApi,
  ...undoApi(letterKinds),
  ...auditApi,
  ...staffInvitationsApi,
  ...peopleApi(rejectWaiting, endUnfinished),
  ...billingDeskApi,
  ...pricesApi,
  ...staffArticlesApi,
  ...staffBusinessesApi,
  ...staffClaimsApi,
  ...savedTextsApi,
  ...conversationsApi(letterKinds),
  ...inboundApi(mailWays),
  ...savedFiltersApi,
  ...staffNewsletterApi,
  ...subscribersApi,
  ...staffOrdersApi,
  ...staffPicturesApi,
  ...staffSearchesApi,
  ...staffSettingsApi,
  ...mailTextsApi(mailTexts),
  ...listingChoicesApi,
  ...secondFactorExceptionApi,
  ...checksApi,
  ...mapsApi,
  ...sampleContentApi,
  ...staffImportsApi,
  ...statisticsApi,
  ...mailChoicesApi,
];

/** The bindings from node:http, or from a caller inside the process; nobody outside can set them. */
export interface CallBindings {
  incoming?: { socket: { remoteAddress?: string }; headers?: { cookie?: string | undefined } };
  /** The answer that node:http sends; the front has given it its X-Request-Id. */
  outgoing?: { getHeader(name: string): unknown };
  /** A plain form's post: its origin has been checked, and it cannot carry a token. */
  isPlainForm?: true;
  inside?: InsideCall;
  /** Nothing may be read from a replica, or from what the process keeps: this browser has just changed something. */
  isFresh?: true;
}

export function createApi(services: Services): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  const checkProxy = createProxyCheck(services.env.trustProxy, services.log);

  app.use('*', (c, next) => followCall(c, next, services));
  app.use('/api/*', async (c, next) => {
    const bindings = c.env as CallBindings | undefined;
    const socketAddress = bindings?.incoming?.socket.remoteAddress;
    const forwardedFor = c.req.header('x-forwarded-for');
    checkProxy(socketAddress, forwardedFor);
    const request: ApiRequest = {
      ...services,
      reads: services.reads && mayComeLate(c, services) ? services.reads : undefined,
      requestId: currentCall()?.requestId ?? randomUUID(),
      clientAddress: clientAddress(socketAddress, forwardedFor, services.env.trustProxy),
      user: null,
      headers: c.req.raw.headers,
      setHeader: (name, value, options) => c.header(name, value, options),
    };
    request.user = await findSession(request);
    c.set('request', request);
    await next();
  });

  mountEndpoints(app, servedEndpoints, guard);

  let description: string | undefined;
  app.get('/api/openapi.json', (c) => {
    const title = `${services.city.facts.name}, ${services.city.facts.region}`;
    const endpoints = servedEndpoints.map(({ endpoint }) => endpoint);
    description ??= JSON.stringify(describeApi(endpoints, { title, siteUrl: services.env.siteUrl }));
    c.header(tagsHeader, 'city');
    return c.body(description, 200, { 'Content-Type': 'application/json' });
  });

  app.all('/api/*', (c) => {
    const allowed = allowedMethods(c.req.path);
    if (allowed === '') throw new Problem('not_found', 'There is no such call. /api/openapi.json lists them all.');
    c.header('Allow', allowed);
    if (c.req.method === 'OPTIONS') return c.body(null, 204);
    throw new Problem('method_not_allowed', `This call takes ${allowed} only.`);
  });
  app.onError((error, c) => {
    noteRefusal(c, error, services, routeOf);
    return answerProblem(c, error, services.log);
  });
  return app;
}

/** Remembers the call for the logs, and writes its changes into the security log once it has succeeded. */
async function followCall(c: Context<ApiEnv>, next: () => Promise<void>, services: Services): Promise<void> {
  const { incoming, inside, outgoing } = (c.env ?? {}) as CallBindings;
  // Page data read inside the process changes nothing.
  if (inside !== undefined) return next();
  const forwarded = c.req.header('x-forwarded-for');
  const call: CallContext = {
    requestId: String(outgoing?.getHeader('x-request-id') ?? randomUUID()),
    clientAddress: clientAddress(incoming?.socket.remoteAddress, forwarded, services.env.trustProxy),
    method: c.req.method,
    route: () => routeOf(c.req.path),
    changes: [],
  };
  await withinCall(call, next);
  if (services.reads !== undefined && !reads.has(call.method) && !isBeacon(call, c.req.path)) {
    c.header('Set-Cookie', wroteMark(services.env), { append: true });
  }
  if (c.error === undefined) noteSecurityChanges(services, call);
}

/** Cookies come with the call, or with the page for which it is made inside the process. */
function mayComeLate(c: Context<ApiEnv>, { env }: Services): boolean {
  const { incoming, isFresh } = (c.env ?? {}) as CallBindings;
  return isFresh !== true && mayReadLate(env, c.req.header('cookie')) && mayReadLate(env, incoming?.headers?.cookie);
}

const routePatterns = servedEndpoints.map(({ endpoint: { path } }) => ({ path, pattern: pathPattern(path) }));

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Counts of views, and calls of other programs: whoever makes them sees nothing of it. */
const beacons = servedEndpoints.flatMap(({ endpoint: { csrf, method, path } }) =>
  csrf === undefined ? [] : [{ method, pattern: pathPattern(path) }],
);
const isBeacon = (call: Pick<CallContext, 'method'>, path: string) =>
  beacons.some(({ method, pattern }) => method === call.method && pattern.test(path));

/** '/api/article-previews/{token}' for an address with a token, which must not reach the log. */
function routeOf(path: string): string {
  return routePatterns.find(({ pattern }) => pattern.test(path))?.path ?? 'other';
}

/** The methods of a path, for the header Allow; '' for an unknown path. */
function allowedMethods(path: string): string {
  const methods = servedEndpoints
    .filter(({ endpoint }) => pathPattern(endpoint.path).test(path))
    .flatMap(({ endpoint }) => (endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method]));
  return [...new Set(methods)].toSorted().join(', ');
}

/** Runs before one endpoint: checks the caller, and for every write its CSRF token. */
function guard(endpoint: EndpointShape): MiddlewareHandler<ApiEnv> {
  const needsToken = needsCsrfToken(endpoint);
  const secondFactor = asksSecondFactor(endpoint);
  const isSetUp = endpoint.secondFactor === 'set-up';
  return async (c, next) => {
    const { db, env, headers, now, user } = c.get('request');
    checkAccess(endpoint, user);
    if (secondFactor) checkSecondFactor(user, { isSetUp });
    if (endpoint.freshProof) checkFreshProof(user, now());
    if (endpoint.csrf === 'origin') checkOrigin(headers, env.siteUrl);
    if (needsToken && !(c.env as CallBindings | undefined)?.isPlainForm) {
      checkOrigin(headers, env.siteUrl);
      await checkCsrfToken(db, headers, env.siteUrl);
    }
    await next();
  };
}
