/** An endpoint as data: the server parses in and out with it, the caller builds its request from it, OpenAPI lists it. */
import type * as z from 'zod/mini';
import type { ProblemCode } from './problem.ts';

type Schema = z.ZodMiniType;

export interface EndpointShape {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** '/api/businesses/{slug}': each name in braces is a key of `params`. */
  path: `/api/${string}`;
  summary: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** Of `body`; 64 kB unless said. */
  maxBodyBytes?: number;
  /** In place of `body`: the request's body is a file, which the handler reads as it comes. */
  upload?: true;
  answer: Schema;
  /** Of the good answer; 200 unless said. */
  status?: 200 | 201 | 202;
  /** Refusals besides those that every endpoint may give (invalid input, too many, internal, unavailable). */
  problems: readonly ProblemCode[];
}

type Part<E, K extends string, Side extends 'in' | 'out'> = E extends { [P in K]: infer S extends Schema }
  ? { [P in K]: Side extends 'in' ? z.input<S> : z.output<S> }
  : unknown;

/** What a caller hands over: `params`, `query`, `body` and `upload`, each only where the endpoint has it. */
export type EndpointInput<E> = Part<E, 'params', 'in'> &
  Part<E, 'query', 'in'> &
  Part<E, 'body', 'in'> &
  (E extends { upload: true } ? { upload: Blob } : unknown);
/** The same after parsing, as the handler gets it. */
export type ParsedInput<E> = Part<E, 'params', 'out'> &
  Part<E, 'query', 'out'> &
  Part<E, 'body', 'out'> &
  (E extends { upload: true } ? { upload: AsyncIterable<Uint8Array> } : unknown);
export type Answer<E extends EndpointShape> = z.output<E['answer']>;

export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape;
}

/** '/api/businesses/{slug}' and {slug: 'a b'} give '/api/businesses/a%20b'. */
export function fillPath(path: string, params: Record<string, unknown> | undefined): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')));
}

/** Keys in the schema's order; undefined, null and '' are left out. */
export function queryString(query: Record<string, unknown> | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  if (pairs.length === 0) return '';
  return `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`;
}
