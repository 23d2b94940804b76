/** The types that describe a resource and a page; see ../README.md. */
import type { TimeDriven } from './clock.ts';
import type { Schema } from './description.ts';
import type { Includes } from './expand.ts';
import type { Sandbox } from './sandbox.ts';

export interface Call<Params> {
  sandbox: Sandbox;
  /** Checked against the description. An empty text that unsets a field is null here. */
  params: Params;
  /** The first `{…}` of the path. */
  id: string;
  /** A caller with the publishable key gets only what a browser may know. */
  by: 'secret' | 'publishable';
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** Written as in the description: '/v1/customers/{id}'. */
  path: string;
  handle(call: Call<never>): object;
  /** A browser may call it with the publishable key; the handler checks the client secret. */
  publishable: boolean;
  /** Parameters that the description does not list; for an unknown path, all of them. */
  extra: Record<string, Schema>;
}

/**
 * `Params` is the SDK's type of the request. A handler runs without interruption, so no other request sees
 * half of its changes.
 */
export function route<Params = object>(
  method: Route['method'],
  path: string,
  handle: (call: Call<Params>) => object,
  { publishable = false, extra = {} }: Partial<Pick<Route, 'publishable' | 'extra'>> = {},
): Route {
  return { method, path, handle: handle as Route['handle'], publishable, extra };
}

export interface PageCall {
  sandbox: Sandbox;
  /** The first `{…}` of the path. */
  id: string;
  query: URLSearchParams;
  /** The fields of a POST. */
  form: URLSearchParams;
}

export interface PageAnswer {
  status?: number;
  /** The Content-Type; default is HTML. */
  type?: string;
  body?: string | Buffer;
  /** The target of a 303 answer. */
  redirect?: string;
  headers?: Record<string, string>;
}

export interface Page {
  method: 'GET' | 'POST';
  path: string;
  handle(call: PageCall): PageAnswer;
}

export interface Resource {
  routes?: Route[];
  pages?: Page[];
  /** Fields that only `expand[]` shows, keyed by the object's name. */
  includes?: (sandbox: Sandbox) => Includes;
  timeDriven?: (sandbox: Sandbox) => TimeDriven;
  /** Registers listeners for events of other resources. */
  connect?: (sandbox: Sandbox) => void;
}
