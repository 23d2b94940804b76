/**
 * An endpoint as data. The server parses input and answer with it, the caller builds its request from it, and
 * OpenAPI lists it.
 */
import type * as z from 'zod/mini';
import type { ProblemCode } from './problem.ts';
import type { NeededRights } from './staff-rights.ts';

type Schema = z.ZodMiniType;

/** The people who may make a call or see a page. */
export type Who = 'anyone' | 'signed-in' | 'staff';

/** The people who may make a call; for staff, the rights that allow it. */
export type Audience = { who: 'anyone' | 'signed-in'; rights?: never } | { who: 'staff'; rights: NeededRights };

export type EndpointShape = Audience & EndpointFacts;

interface EndpointFacts {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** '/api/businesses/{slug}': each name in braces is a key of `params`. */
  path: `/api/${string}`;
  /** A name in src/server/http/limits.ts: each call with valid input counts for the client's address. */
  limit?: string;
  /**
   * Only where it is not what the method says: a GET asks for no CSRF token, every other call does. 'origin' is for counts that a
   * page sends as a beacon, which cannot carry a token: only the browser's word on the origin is checked. 'none' is for calls of
   * other programs, which sign their body instead.
   */
  csrf?: 'origin' | 'none';
  /**
   * Only where it is not what `who` and the method say. A session that has yet to give its second factor may read its own data,
   * but may not change it or do anything that is for staff. 'set-up' is asked for, too, but is open to staff who have to set
   * one up.
   */
  secondFactor?: 'asked' | 'not-asked' | 'set-up';
  /** The session must have begun, or have been proved anew, within the last 10 minutes: nobody may use a page left open. */
  freshProof?: true;
  /**
   * The call makes something new. With the header Idempotency-Key it is carried out once, however often it is sent: repeats
   * within a day get the first answer. 'itself': the handler sees to it, because its input or answer must not be stored.
   */
  creates?: true | 'itself';
  summary: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** Limit of `body`; default 64 kB. */
  maxBodyBytes?: number;
  /** Instead of `body`: the request's body is a file, which the handler reads as a stream. */
  upload?: true;
  answer: Schema;
  /** The status of the successful answer; default 200. */
  status?: 200 | 201 | 202;
  /** The refusals of the handler. Leaves out those that follow from the rest of the contract (`impliedProblems`). */
  problems: readonly ProblemCode[];
}

/** Tells whether the call must carry the CSRF token. */
export function needsCsrfToken({ method, csrf }: EndpointShape): boolean {
  return method !== 'GET' && csrf === undefined;
}

/**
 * Tells whether a session without its second factor is refused. A stolen password alone shows its owner's data, but changes
 * none of it.
 */
export function asksSecondFactor({ who, method, secondFactor }: EndpointShape): boolean {
  if (secondFactor !== undefined) return secondFactor !== 'not-asked';
  return who === 'staff' || (who === 'signed-in' && method !== 'GET');
}

/** The refusals that follow from the contract itself, besides those of `problems`. */
export function impliedProblems(endpoint: EndpointShape): readonly ProblemCode[] {
  const { params, query, body, upload, who, csrf } = endpoint;
  return [
    ...(params ? (['not_found'] as const) : []),
    ...(query ? (['bad_request'] as const) : []),
    ...(body ? (['bad_request', 'invalid', 'too_large', 'wrong_type'] as const) : []),
    ...(upload ? (['bad_request', 'too_large', 'wrong_type'] as const) : []),
    ...(who === 'anyone' ? [] : (['signed_out'] as const)),
    ...(who === 'staff' ? (['forbidden'] as const) : []),
    ...(needsCsrfToken(endpoint) || csrf === 'origin' ? (['csrf'] as const) : []),
    ...(asksSecondFactor(endpoint) ? (['second_factor'] as const) : []),
    ...(asksSecondFactor(endpoint) && endpoint.secondFactor !== 'set-up' ? (['second_factor_demanded'] as const) : []),
    ...(endpoint.freshProof ? (['proof_needed'] as const) : []),
    ...(endpoint.creates ? (['conflict'] as const) : []),
    'too_many',
    'internal',
    'unavailable',
  ];
}

type Part<E, K extends string, Side extends 'in' | 'out'> = E extends { [P in K]: infer S extends Schema }
  ? { [P in K]: Side extends 'in' ? z.input<S> : z.output<S> }
  : unknown;

/** The caller's input: `params`, `query`, `body` and `upload`, each only if the endpoint has it. */
export type EndpointInput<E> = Part<E, 'params', 'in'> &
  Part<E, 'query', 'in'> &
  Part<E, 'body', 'in'> &
  (E extends { upload: true } ? { upload: Blob } : unknown);
/** The same input after parsing, as the handler gets it. */
export type ParsedInput<E> = Part<E, 'params', 'out'> &
  Part<E, 'query', 'out'> &
  Part<E, 'body', 'out'> &
  (E extends { upload: true } ? { upload: AsyncIterable<Uint8Array> } : unknown);
export type Answer<E extends EndpointShape> = z.output<E['answer']>;

export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape;
}

/** Fills a path: '/api/businesses/{slug}' and {slug: 'a b'} give '/api/businesses/a%20b'. */
export function fillPath(path: string, params: Record<string, unknown> | undefined): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')));
}

/** Writes a query string, with keys in the schema's order and without undefined, null and ''. */
export function queryString(query: Record<string, unknown> | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  if (pairs.length === 0) return '';
  return `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`;
}
