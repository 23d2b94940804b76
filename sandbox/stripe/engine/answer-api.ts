/**
 * Answers one request to `/v1`: checks the caller, the version, the parameters and the idempotency key, then
 * calls the resource's handler.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { checkParams, type Param, withoutRemovedParams } from './check-params.ts';
import { apiVersion, description, type Schema } from './description.ts';
import { ApiError, docUrl, type ErrorFields, invalidRequest } from './errors.ts';
import { expand, type Includes } from './expand.ts';
import { decodeForm } from './form.ts';
import { newId, randomLetters } from './ids.ts';
import { matchPath } from './match-path.ts';
import type { Route } from './resource.ts';
import type { Sandbox } from './sandbox.ts';

interface ApiRequest {
  method: string;
  path: string;
  /** The query string, with no leading question mark. */
  query: string;
  body: string;
  headers: Record<string, string | string[] | undefined>;
}

interface ApiAnswer {
  status: number;
  body: string;
  headers: Record<string, string>;
  /** A test wants the connection to break before this answer is sent. */
  lost?: true;
}

const header = ({ headers }: ApiRequest, name: string) => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

function sentKey(request: ApiRequest): string | undefined {
  const [scheme = '', value = ''] = (header(request, 'authorization') ?? '').split(' ');
  if (scheme.toLowerCase() === 'bearer') return value;
  // As `curl -u sk_test_…:` sends it.
  if (scheme.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString().split(':')[0];
  return undefined;
}

/** Stripe.js sends the publishable key as a parameter. */
function caller(sandbox: Sandbox, request: ApiRequest, keyParam: string | undefined): 'secret' | 'publishable' {
  const key = sentKey(request) ?? keyParam;
  if (key === sandbox.keys.secretKey) return 'secret';
  if (key === sandbox.keys.publishableKey) return 'publishable';
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(Math.max(4, key.length - 12))}${key.slice(-4)}`
    : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: " +
      "Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.";
  throw invalidRequest(message, { status: 401 });
}

function checkVersion(request: ApiRequest): boolean {
  const version = header(request, 'stripe-version');
  if (version === undefined) return false;
  if (version !== apiVersion) {
    throw invalidRequest(`Invalid Stripe API version: ${version}. This sandbox speaks ${apiVersion} only.`);
  }
  return true;
}

function errorBody({ code, ...fields }: ErrorFields, requestId: string): string {
  const error = {
    ...(code === undefined ? {} : { code, doc_url: docUrl(code) }),
    ...fields,
    request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
  };
  return JSON.stringify({ error }, null, 2);
}

const expandOnly: Record<string, Schema> = { expand: { type: 'array', items: { type: 'string' } } };

function findRoute(routes: readonly Route[], { method, path }: ApiRequest): { route: Route; id: string } {
  const found = matchPath(routes, method, path);
  if (found) return { route: found.entry, id: found.id };
  throw invalidRequest(
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    { status: 404 },
  );
}

function readParams(request: ApiRequest, route: Route, namesVersion: boolean): { [key: string]: Param } {
  const known = description.requests[`${route.method} ${route.path}`];
  const properties = { ...(known?.properties ?? expandOnly), ...route.extra };
  const schema: Schema = { ...known, type: 'object', properties };
  const {
    key: _key,
    _stripe_account,
    ...sent
  } = {
    ...decodeForm(request.query),
    ...decodeForm(request.method === 'GET' ? '' : request.body),
  };
  return checkParams(withoutRemovedParams(sent, schema, namesVersion), schema);
}

/**
 * Runs the handler without interruption. A declined card is the only refusal that is kept under the
 * idempotency key: other refusals changed nothing.
 */
function carryOut(
  sandbox: Sandbox,
  includes: Includes,
  route: Route,
  call: Parameters<Route['handle']>[0],
  expandPaths: readonly string[],
  request: Sandbox['request'],
): { status: number; body: string; keep: boolean } {
  sandbox.request = request;
  try {
    const answer = expand(sandbox.store, includes, route.handle(call), expandPaths);
    return { status: 200, body: JSON.stringify(answer, null, 2), keep: true };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return {
      status: error.status,
      body: errorBody(error.fields, request.id ?? ''),
      keep: error.fields.type === 'card_error',
    };
  } finally {
    sandbox.request = { id: null, idempotency_key: null };
  }
}

export function createApi(sandbox: Sandbox, routes: readonly Route[], includes: Includes) {
  async function answer(request: ApiRequest, requestId: string): Promise<ApiAnswer> {
    const { faults } = sandbox;
    const inUrl = new URLSearchParams(request.query).get('key');
    const by = caller(sandbox, request, inUrl ?? new URLSearchParams(request.body).get('key') ?? undefined);
    const namesVersion = checkVersion(request);
    const { route, id } = findRoute(routes, request);
    if (by === 'publishable' && !route.publishable) {
      throw invalidRequest(
        'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at ' +
          'https://dashboard.stripe.com/account/apikeys.',
        { status: 403, code: 'secret_key_required' },
      );
    }
    if (faults.failNext > 0) {
      faults.failNext -= 1;
      throw new ApiError(500, { type: 'api_error', message: 'An unknown error occurred' });
    }
    const params = readParams(request, route, namesVersion);
    const key = request.method === 'POST' ? header(request, 'idempotency-key') : undefined;
    const headers = { 'stripe-version': apiVersion, ...(key === undefined ? {} : { 'idempotency-key': key }) };
    const asked = JSON.stringify([request.method, request.path, params]);
    const first = key === undefined ? undefined : sandbox.idempotency.begin(key, asked, sandbox.clock.now());
    if (first) return { ...first, headers: { ...headers, 'idempotent-replayed': 'true' } };

    try {
      for (const since = Date.now(); Date.now() - since < sandbox.faults.latencyMs; ) await pause(10);
      const { expand: paths = [], ...rest } = params as { expand?: string[] };
      const call = { sandbox, params: rest as never, id, by };
      // An event names an idempotency key even when the caller sent none.
      const idempotencyKey = request.method === 'GET' ? null : (key ?? randomLetters(32));
      const { keep, ...result } = carryOut(sandbox, includes, route, call, paths, {
        id: requestId,
        idempotency_key: idempotencyKey,
      });
      if (key !== undefined && keep) sandbox.idempotency.remember(key, result);
      else if (key !== undefined) sandbox.idempotency.forget(key);
      if (request.method !== 'GET') sandbox.save();
      const lost = request.method !== 'GET' && faults.loseNextAnswers > 0;
      if (lost) faults.loseNextAnswers -= 1;
      return { ...result, headers, ...(lost ? { lost } : {}) };
    } catch (error) {
      if (key !== undefined) sandbox.idempotency.forget(key);
      throw error;
    }
  }

  /** Never throws: errors become answers in Stripe's form. */
  return async (request: ApiRequest): Promise<ApiAnswer> => {
    const requestId = newId('req').slice(0, 18);
    const common = { 'content-type': 'application/json', 'request-id': requestId, 'access-control-allow-origin': '*' };
    try {
      const result = await answer(request, requestId);
      return { ...result, headers: { ...common, ...result.headers } };
    } catch (error) {
      const refusal =
        error instanceof ApiError
          ? error
          : new ApiError(500, { type: 'api_error', message: 'An unknown error occurred in the sandbox' });
      if (refusal !== error) console.error(error);
      const version = { 'stripe-version': apiVersion };
      const key = request.method === 'POST' ? header(request, 'idempotency-key') : undefined;
      const named = key === undefined ? {} : { 'idempotency-key': key };
      // Stripe's libraries retry 409 and 500 by themselves; this header is the one with which Stripe asks for
      // it.
      const retry = refusal.status === 409 ? { 'stripe-should-retry': 'true' } : {};
      return {
        status: refusal.status,
        body: errorBody(refusal.fields, requestId),
        headers: { ...common, ...version, ...named, ...retry },
      };
    }
  };
}
