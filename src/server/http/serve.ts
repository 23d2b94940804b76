/**
 * Connects endpoints to HTTP: parses the input, calls the handler, and parses the answer, so that unlisted
 * fields cannot leave the server.
 */

import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { BlankEnv } from 'hono/types';
import * as z from 'zod/mini';
import type { CityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import { refusesWrites } from '#server/disk.ts';
import type { Env } from '#server/env.ts';
import type { Log } from '#server/log.ts';
import { inSpan } from '#server/tracing/spans.ts';
import { type Answer, type EndpointShape, impliedProblems, type ParsedInput } from '#shared/endpoint.ts';
import { errorsByField } from '#shared/errors-by-field.ts';
import { Problem, type ProblemCode } from '#shared/problem.ts';
import type { StaffRight } from '#shared/staff-rights.ts';
import { storableText } from '#shared/whole-letters.ts';
import { carryOutOnce, type Remember, readCallKey, readCarriedOut, rememberOnce } from './carry-out-once.ts';
import { insideCall } from './inside-call.ts';
import type { LimitName } from './limits.ts';
import { runChange } from './own-changes.ts';
import { diskFull } from './problems.ts';
import { takeFromLimit } from './rate-limit.ts';
import { bodyPieces, readBodyText } from './read-body.ts';

/** The services of handlers; made once per process. */
export interface Services {
  db: Database;
  /** For reads that may be a second old (replica-reads.ts); undefined: there is no replica, or this request may not use one. */
  reads?: Database | undefined;
  city: CityPack;
  env: Env;
  log: Log;
  now: () => Date;
}

export interface SessionUser {
  id: string;
  username: string;
  email: string;
  role: 'owner' | 'staff';
  /** Staff have at least one, owners none. */
  rights: StaffRight[];
  emailVerified: boolean;
  /** 'asked': set up, but not given in this session yet. 'demanded': somebody of the staff has to set it up first. */
  secondFactor: 'off' | 'demanded' | 'asked' | 'given';
  /** The last time that a password or code was given in this session. */
  provedAt: Date;
  sessionId: string;
}

/** One request, as handlers see it. */
export interface ApiRequest extends Services {
  requestId: string;
  /** The client's network address as seen through TRUST_PROXY proxies. */
  clientAddress: string;
  user: SessionUser | null;
  headers: Headers;
  /** Headers of the answer. */
  setHeader: (name: string, value: string, options?: { append?: boolean }) => void;
}

/** The variables that Hono passes along for each request; an in-process call sets them itself. */
export interface RequestVariables {
  request: ApiRequest;
}
export type ApiEnv = BlankEnv & { Variables: RequestVariables };

/** @param remember for calls that create something from a file: called with the answer in the transaction that stores it */
type Handler<E extends EndpointShape> = (
  input: ParsedInput<E>,
  request: ApiRequest,
  remember: Remember<E>,
) => Promise<Answer<E>>;

export interface ServedEndpoint {
  endpoint: EndpointShape;
  /** When present, the answer is the same for everybody and may be stored until one of these tags changes. */
  tags: ((input: unknown, answer: unknown) => string[]) | undefined;
  respond: (c: Context<ApiEnv>) => Promise<Response>;
}

/** The answer's header that lists its tags; it never leaves the process. */
export const tagsHeader = 'x-content-tags';
/** The answer's header with the time until which it holds, in ms since 1970; it never leaves the process. */
export const expiresHeader = 'x-content-expires';

interface ServeOptions<E extends EndpointShape> {
  tags?: (input: ParsedInput<E>, answer: Answer<E>) => string[];
  /** The instant at which the clock alone makes a stored answer wrong; null means never. */
  expires?: (input: ParsedInput<E>, answer: Answer<E>, request: ApiRequest) => Date | null;
}

/** Binds an endpoint to its handler. The handler throws a Problem to refuse. */
export function serve<E extends EndpointShape & { limit?: LimitName }>(
  endpoint: E,
  handler: Handler<E>,
  options: ServeOptions<E> = {},
): ServedEndpoint {
  const refusals: ReadonlySet<ProblemCode> = new Set([...endpoint.problems, ...impliedProblems(endpoint)]);
  return {
    endpoint,
    tags: options.tags as ServedEndpoint['tags'],
    respond: async (c) => {
      const request = c.get('request');
      if (refusesWrites() && writesContent(endpoint)) throw diskFull();
      const input = await parseInput(endpoint, c);
      const key = endpoint.creates === true ? readCallKey(endpoint, c.req.path, input, request) : null;
      const earlier = key && (await readCarriedOut(request.db, key));
      if (earlier) return c.json(earlier, endpoint.status ?? 200);
      if (endpoint.limit) await takeFromLimit(request.db, endpoint.limit, request.clientAddress, request.now());
      const handle = (db: Database, remember: Remember<E> = async () => {}) =>
        handler(input as ParsedInput<E>, { ...request, db }, remember);
      const change = () => {
        if (!key) return handle(request.db);
        if (!endpoint.upload) return carryOutOnce(request, key, endpoint, handle);
        return rememberOnce(request, key, endpoint, (remember) => handle(request.db, remember));
      };
      // An answer that is the same for everybody may come from a replica.
      const read = () => handle(options.tags ? (request.reads ?? request.db) : request.db);
      const answer = await (endpoint.method === 'GET' ? read() : runChange(change)).catch((error: unknown) => {
        throw checkListed(error, refusals, endpoint, request.log);
      });
      if (options.tags) c.header(tagsHeader, options.tags(input as ParsedInput<E>, answer).join(','));
      const expires = options.expires?.(input as ParsedInput<E>, answer, request);
      if (expires) c.header(expiresHeader, String(expires.getTime()));
      const parsed = z.parse(endpoint.answer, answer) as object;
      const inside = insideCall(c.env);
      if (inside === undefined) return c.json(parsed, endpoint.status ?? 200);
      inside.answer = parsed;
      return c.body(null, endpoint.status ?? 200);
    },
  };
}

/** Signing in still works on a full disk, deleting makes room, and counts of views wait in memory. */
const writesContent = ({ method, path, csrf }: EndpointShape) =>
  method !== 'GET' && method !== 'DELETE' && csrf !== 'origin' && !path.startsWith('/api/auth/');

/** Vitest sets it in its workers and in the programs that they start. */
const isTest = process.env.VITEST !== undefined;

/**
 * A handler may refuse only with the codes that its contract lists, because clients rely on the list. In a
 * test another refusal is a defect, reported on standard error because tests do not log. In production it is
 * logged, and the caller gets it all the same.
 */
function checkListed(error: unknown, refusals: ReadonlySet<ProblemCode>, endpoint: EndpointShape, log: Log): unknown {
  if (!(error instanceof Problem) || refusals.has(error.code)) return error;
  const text = `${endpoint.method} ${endpoint.path} refuses with '${error.code}', which its contract does not list`;
  if (!isTest) {
    log.error({ err: error }, text);
    return error;
  }
  console.error(text);
  return new Error(text, { cause: error });
}

/** @param guard makes the check that runs before each endpoint and may refuse */
export function mountEndpoints(
  app: Hono<ApiEnv>,
  served: readonly ServedEndpoint[],
  guard: (endpoint: EndpointShape) => MiddlewareHandler<ApiEnv>,
): void {
  for (const { endpoint, respond } of served) {
    const name = `answer ${endpoint.method} ${endpoint.path}`;
    app.on(endpoint.method, endpoint.path.replace(/\{(\w+)\}/g, ':$1'), guard(endpoint), (c) =>
      inSpan({ name, kind: 'part' }, () => respond(c)),
    );
  }
}

async function parseInput(endpoint: EndpointShape, c: Context<ApiEnv>): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  if (endpoint.params) {
    // An id or slug that no row can have counts as unknown.
    const result = z.safeParse(endpoint.params, withoutNul(c.req.param()));
    if (!result.success) throw new Problem('not_found', 'Nothing is found at this address.');
    input.params = result.data;
  }
  if (endpoint.query) input.query = check(endpoint.query, withoutNul(c.req.query()), 'bad_request');
  if (endpoint.body) {
    const isLeftOut = hasNoBody(c) && z.safeParse(endpoint.body, undefined).success;
    input.body = isLeftOut ? undefined : check(endpoint.body, await readBody(c, endpoint.maxBodyBytes), 'invalid');
  }
  if (endpoint.upload) input.upload = openUpload(c);
  return input;
}

/** PostgreSQL can neither store nor search for this character. */
function withoutNul(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.replaceAll('\0', '')]));
}

function check(schema: z.ZodMiniType, value: unknown, code: 'bad_request' | 'invalid'): unknown {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const { '': _, ...fields } = errorsByField(result.error);
  const first = result.error.issues[0]?.message;
  throw new Problem(
    code,
    Object.keys(fields).length > 0 && first ? first : 'Please send a JSON object with the listed fields',
    { fields },
  );
}

/** Not read yet: the caller is checked before the body. */
function openUpload(c: Context<ApiEnv>): AsyncIterable<Uint8Array> {
  const type = c.req.header('content-type') ?? '';
  if (!/^(image\/|application\/octet-stream\b)/i.test(type)) {
    throw new Problem('wrong_type', 'Please send the picture itself as the body, with its type.');
  }
  const { body } = c.req.raw;
  if (body === null) throw new Problem('bad_request', 'The picture is missing.');
  return bodyPieces(body);
}

/**
 * Recognizes a call without a body, for endpoints whose body is optional: it names neither a type nor a
 * length.
 */
function hasNoBody(c: Context<ApiEnv>): boolean {
  return c.req.header('content-type') === undefined && (c.req.header('content-length') ?? '0') === '0';
}

async function readBody(c: Context<ApiEnv>, maxBytes?: number): Promise<unknown> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) throw new Problem('wrong_type', 'Please send the body as application/json.');
  const text = await readBodyText(c.req.raw, maxBytes);
  try {
    return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? storableText(value) : value));
  } catch {
    throw new Problem('bad_request', 'The body is not valid JSON.');
  }
}
